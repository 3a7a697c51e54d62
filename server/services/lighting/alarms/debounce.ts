import type { Finding } from './conditions.ts'

/** What must be done about an alarm now. */
export type AlarmTransition = 'raise' | 'clear'

interface Waiting {
  readonly finding: Finding
  readonly due: AlarmTransition
  readonly at: number
}

const clearMs = 5_000

/**
 * Lets a fault last before it is an alarm, and its end before it is over: a value that trembles at its limit makes neither. What waits
 * is kept by key; what turns round in between waits no more.
 */
export class Delays<Subject> {
  readonly #waiting = new Map<string, Waiting & { readonly subject: Subject }>()

  take(key: string, subject: Subject, finding: Finding, isOpen: boolean, nowMs: number): void {
    const { isOn } = finding
    if (isOn === undefined || isOn === isOpen) {
      // Not known: what was on its way to be raised is no longer known to be there.
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

  /** What has waited long enough, once. */
  due(nowMs: number): { readonly key: string; readonly subject: Subject; readonly finding: Finding; readonly due: AlarmTransition }[] {
    const ready = [...this.#waiting].filter(([, { at }]) => at <= nowMs)
    for (const [key] of ready) this.#waiting.delete(key)
    return ready.map(([key, { subject, finding, due }]) => ({ key, subject, finding, due }))
  }

  get size(): number {
    return this.#waiting.size
  }
}
