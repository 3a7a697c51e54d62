import type { Finding } from './conditions.ts'

/** Pending transition of an alarm. */
export type AlarmTransition = 'raise' | 'clear'

interface Waiting {
  readonly finding: Finding
  readonly due: AlarmTransition
  readonly at: number
}

const clearMs = 5_000

/**
 * Delays raising and clearing of alarms, so that values flapping around a limit cause neither. Pending transitions are
 * kept by key and cancelled when the state reverts.
 */
export class Delays<Subject> {
  readonly #waiting = new Map<string, Waiting & { readonly subject: Subject }>()

  take(key: string, subject: Subject, finding: Finding, isOpen: boolean, nowMs: number): void {
    const { isOn } = finding
    if (isOn === undefined || isOn === isOpen) {
      // If the state becomes unknown, cancel a pending raise.
      if (isOn !== undefined || this.#waiting.get(key)?.due === 'raise') this.#waiting.delete(key)
      return
    }
    const due: AlarmTransition = isOn ? 'raise' : 'clear'
    const before = this.#waiting.get(key)
    const at = before?.due === due ? before.at : nowMs + (isOn ? finding.delayMs : clearMs)
    this.#waiting.set(key, { subject, finding, due, at })
  }

  forget(key: string): void {
    this.#waiting.delete(key)
  }

  /** Returns the expired transitions, each once. */
  due(nowMs: number): { readonly key: string; readonly subject: Subject; readonly finding: Finding; readonly due: AlarmTransition }[] {
    const ready = [...this.#waiting].filter(([, { at }]) => at <= nowMs)
    for (const [key] of ready) this.#waiting.delete(key)
    return ready.map(([key, { subject, finding, due }]) => ({ key, subject, finding, due }))
  }

  get size(): number {
    return this.#waiting.size
  }
}
