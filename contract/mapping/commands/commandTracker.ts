import { quality } from '@mimic/engine/bindings'
import type { CommandMessage } from './buildCommand.ts'
import { mappingLimits } from '../limits.ts'
import type { MappedFrame } from '../messages/frames.ts'
import type { Reading } from '../messages/reading.ts'

/** A command that was sent and is not confirmed yet. */
export interface SentCommand {
  readonly id: string
  readonly device: string
  readonly point: string
  readonly value: number | boolean | string
  readonly confirm: CommandMessage['confirm']
}

/** Final state of a sent command, reported once. */
export interface CommandOutcome {
  readonly id: string
  readonly state: 'confirmed' | 'rejected' | 'notConfirmed'
  /** The device's own code of a rejection. */
  readonly code: string | null
}

interface Pending extends SentCommand {
  readonly deadline: number
}

/**
 * Decides what became of commands. It has no clock: times are milliseconds of a monotonic clock, passed by the caller.
 */
export class CommandTracker {
  readonly #pending = new Map<string, Pending>()

  /**
   * Starts to wait for a command, unless it is confirmed by nothing. Beyond 10,000 commands, the oldest counts as not
   * confirmed.
   */
  add(command: SentCommand, nowMs: number): CommandOutcome[] {
    const { confirm } = command
    if (confirm.by === 'nothing') return []
    this.#pending.set(command.id, { ...command, deadline: nowMs + confirm.timeoutS * 1000 })
    const [oldest] = this.#pending.values()
    return oldest && this.#pending.size > mappingLimits.pendingCommands ? [this.#end(oldest, 'notConfirmed', null)] : []
  }

  /** Returns the commands that a message of their device decides. */
  take({ acknowledgements, frames }: Pick<Reading, 'acknowledgements' | 'frames'>): CommandOutcome[] {
    if (this.#pending.size === 0) return []
    const outcomes: CommandOutcome[] = []
    for (const answer of acknowledgements) {
      const command = answer.id === null ? this.#findOldest(answer.device, answer.point) : this.#pending.get(answer.id)
      if (command?.confirm.by !== 'acknowledgement' || command.point !== answer.point) continue
      // Only the commanded device can confirm. Without a device, the id has to prove it.
      if (answer.device === null ? answer.id === null : command.device !== answer.device) continue
      outcomes.push(this.#end(command, answer.isOk ? 'confirmed' : 'rejected', answer.isOk ? null : answer.code))
    }
    for (const command of this.#pending.values()) {
      if (command.confirm.by === 'report' && frames.some((frame) => isReached(command, frame)))
        outcomes.push(this.#end(command, 'confirmed', null))
    }
    return outcomes
  }

  /** Returns the commands whose time is over. */
  expire(nowMs: number): CommandOutcome[] {
    return [...this.#pending.values()]
      .filter(({ deadline }) => deadline <= nowMs)
      .map((command) => this.#end(command, 'notConfirmed', null))
  }

  #findOldest(device: string | null, point: string): Pending | undefined {
    return [...this.#pending.values()].find(
      (command) => command.confirm.by === 'acknowledgement' && command.device === device && command.point === point,
    )
  }

  #end({ id }: Pending, state: CommandOutcome['state'], code: string | null): CommandOutcome {
    this.#pending.delete(id)
    return { id, state, code }
  }
}

/** A value of bad quality confirms nothing. */
function isReached({ device, point, value, confirm }: Pending, frame: MappedFrame): boolean {
  const index = frame.device === device ? frame.points.indexOf(point) : -1
  if (index < 0 || frame.qualities[index] === quality.bad) return false
  if (typeof value === 'string') return frame.texts?.[index] === value
  const tolerance = confirm.by === 'report' ? (confirm.tolerance ?? 0) : 0
  return Math.abs((frame.values[index] ?? NaN) - Number(value)) <= tolerance
}
