import { createContext } from 'react'
import type { Words } from '../../contract/entity/field.ts'

/** What the controls of one form are still sending. Whoever saves or closes the form asks it: what has not arrived would be lost without a word. */
export class PendingUploads {
  readonly #counts = new Map<string, number>()

  /** How many files of the whole form are on their way. */
  get count(): number {
    return [...this.#counts.values()].reduce((sum, each) => sum + each, 0)
  }

  /** A control says how many of its files are on their way; one that is gone has none. */
  tell(control: string, count: number): void {
    if (count === 0) this.#counts.delete(control)
    else this.#counts.set(control, count)
  }
}

/** The form around a control; null where there is none. */
export const PendingUploadsContext = createContext<PendingUploads | null>(null)

/** What is said to who saves too early (specification, section 5). */
export const uploadingWords: Words = { en: 'Uploading…, please wait', zh: '正在上传，请稍候…' }
