import type { Finding } from './conditions.ts'

/** Pending transition of an alarm. */
export type AlarmTransition = 'raise' | 'clear'

interface PendingTransition {
  readonly finding: Finding
  readonly due: AlarmTransition
  readonly at: number
}

const clearMs = 5_000

/**
 * Delays raising and clearing of alarms, so that values flapping around a limit cause neither. Pending transitions are
 * kept by key and cancelled when the state reverts.
 */
export class Debouncer<Subject> {
  readonly #pending = new Map<string, PendingTransition & { readonly subject: Subject }>()

  update(key: string, subject: Subject, finding: Finding, isOpen: boolean, nowMs: number): void {
    const { isOn } = finding
    if (isOn === undefined || isOn === isOpen) {
      // If the state becomes unknown, cancel a pending raise.
      if (isOn !== undefined || this.#pending.get(key)?.due === 'raise') this.#pending.delete(key)
      return
    }
    const transition: AlarmTransition = isOn ? 'raise' : 'clear'
    const before = this.#pending.get(key)
    const at = before?.due === transition ? before.at : nowMs + (isOn ? finding.delayMs : clearMs)
    this.#pending.set(key, { subject, finding, due: transition, at })
  }

  cancel(key: string): void {
    this.#pending.delete(key)
  }

  /** Returns the expired transitions, each once. */
  due(
    nowMs: number,
  ): { readonly key: string; readonly subject: Subject; readonly finding: Finding; readonly due: AlarmTransition }[] {
    const ready = [...this.#pending].filter(([, { at }]) => at <= nowMs)
    for (const [key] of ready) this.#pending.delete(key)
    return ready.map(([key, { subject, finding, due: transition }]) => ({ key, subject, finding, due: transition }))
  }

  get size(): number {
    return this.#pending.size
  }
}
