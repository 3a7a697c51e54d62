import { sql } from 'kysely'
import { ApiError, errors } from '../../../../../contract/errors.ts'
import type { LinkageEffect } from '../../../../../contract/routes/linkages.ts'
import type { Db } from '../../../../database/index.ts'
import { type ActionParts, type Run, runActions, type Step } from '../actions.ts'
import type { AlarmRef } from '../../../alarms/alarmStore.ts'
import type { NotificationPreview } from '../../../operations/notifications/preview.ts'
import type { ProjectEvent } from '../../../operations/notifications/variables.ts'
import { findDevices } from '../rows.ts'

/** What a run would do. */
export interface PlannedRun {
  readonly effects: readonly LinkageEffect[]
  /** Actions that would fail or be skipped. */
  readonly refused: readonly Step[]
}

export interface PlanParts extends Pick<ActionParts, 'isGuarded' | 'getDenialReason' | 'findPairs' | 'isPaired'> {
  readonly db: Db
  readonly previewNotification: (template: string, event: ProjectEvent) => Promise<NotificationPreview | null>
}

/** A stored alarm of a paired linkage, with the times between which it was open. */
export interface StoredAlarm extends AlarmRef {
  readonly at: number
  readonly clearedAt: number | null
}

/** Alarms that are open in a rehearsal: those that it raises, and stored ones of paired linkages. */
export class RehearsedAlarms {
  readonly #open = new Map<string, AlarmRef>()
  #stored: readonly StoredAlarm[]

  constructor(stored: readonly StoredAlarm[]) {
    this.#stored = stored
  }

  /** Opens an alarm. Returns whether it was closed before. */
  raise({ project, device, fault, point }: AlarmRef): boolean {
    const ref = { project, device, fault, point }
    if (this.#open.has(toKey(ref))) return false
    this.#open.set(toKey(ref), ref)
    return true
  }

  /** Closes an alarm. Returns whether it was open. */
  clear(ref: AlarmRef): boolean {
    const stored = this.#stored
    this.#stored = stored.filter((alarm) => toKey(alarm) !== toKey(ref))
    return this.#open.delete(toKey(ref)) || this.#stored.length < stored.length
  }

  /** Devices with an open alarm of a linkage at a time. */
  list(project: string, point: string, at: number): string[] {
    const stored = this.#stored.filter((alarm) => alarm.at <= at && (alarm.clearedAt ?? Infinity) > at)
    const devices = [...this.#open.values(), ...stored]
      .filter((ref) => ref.project === project && ref.point === point)
      .map(({ device }) => device)
    return [...new Set(devices)]
  }
}

const toKey = ({ project, device, fault, point }: AlarmRef): string => `${project}/${device}/${fault}/${point ?? ''}`

/** Throws the error of a command to a tag that does not exist or is read-only. */
async function checkTag(db: Db, path: string): Promise<void> {
  const { rows } = await sql<{ writable: boolean }>`select writable from tag where path = ${path}`.execute(db)
  const [tag] = rows
  if (!tag) throw new ApiError('device.missing')
  if (!tag.writable) throw new ApiError('tag.readOnly')
}

/** Runs the actions with commands and alarms that are only recorded. Every device is assumed to obey. */
export async function planActions(parts: PlanParts, run: Run, alarms: RehearsedAlarms): Promise<PlannedRun> {
  const effects: LinkageEffect[] = []
  const command = { id: '', tag: '', value: 0, by: '', createdAt: run.at, expiresAt: run.at, result: null }
  const steps = await runActions(
    {
      findDevices: (project, ids, products) => findDevices(parts.db, [project], ids, products),
      monotonicNow: () => 0,
      isGuarded: parts.isGuarded,
      getDenialReason: parts.getDenialReason,
      findPairs: parts.findPairs,
      isPaired: parts.isPaired,
      onCommand: () => undefined,
      notify: async (template, event) => {
        const preview = await parts.previewNotification(template, event)
        if (!preview) return errors['object.missing'].words
        if (preview.problem) return preview.problem
        effects.push({ kind: 'notify', target: `${preview.name}: ${preview.receivers}`, content: preview.content })
        return null
      },
      commands: {
        placeSystemCommand: async (_key, { tag, value }) => {
          await checkTag(parts.db, tag)
          effects.push({ kind: 'command', target: tag, content: String(value) })
          return { ...command, tag, value, state: 'sent' }
        },
        waitUntilClosed: async () => ({ ...command, state: 'succeeded' }),
      },
      alarmStore: {
        raise: (raised) => {
          for (const alarm of raised)
            if (alarms.raise(alarm))
              effects.push({ kind: 'raise', target: `${alarm.project}/${alarm.device}`, content: alarm.message })
        },
        clear: (refs) => {
          for (const ref of refs)
            if (alarms.clear(ref)) effects.push({ kind: 'clear', target: `${ref.project}/${ref.device}`, content: '' })
        },
        listDevicesWithFault: (project, _fault, point) => alarms.list(project, point, run.at),
      },
    },
    run,
  )
  return { effects, refused: steps.filter(({ outcome }) => outcome !== 'done') }
}
