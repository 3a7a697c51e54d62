import { createContext } from 'react'
import type { Words } from '../../contract/entity/field.ts'

/** Running uploads of one form. Check it before saving or closing: unfinished uploads would be lost. */
export class PendingUploads {
  readonly #counts = new Map<string, number>()

  /** Number of running uploads in the form. */
  get count(): number {
    return [...this.#counts.values()].reduce((sum, each) => sum + each, 0)
  }

  /** Sets the number of running uploads of a control; 0 removes it. */
  setCount(control: string, count: number): void {
    if (count === 0) this.#counts.delete(control)
    else this.#counts.set(control, count)
  }
}

/** Uploads of the surrounding form; `null` outside of forms. */
export const PendingUploadsContext = createContext<PendingUploads | null>(null)

/** Message for saving during an upload (specification, section 5). */
export const uploadingText: Words = { en: 'Uploading…, please wait', zh: '正在上传，请稍候…' }
