import type { SharedValues } from '../../../../contract/routes.ts'
import type { LiveValue } from './liveValues.ts'
import type { Picture } from './picture.ts'

/** Values last sent to one page. The next response contains only changes. */
export class Deltas {
  #seq = 0
  #revision = -1
  #told: (LiveValue | undefined)[] = []

  /**
   * Returns the values changed since the last response. `values`: points of the drawing in order. `seen`: last sequence
   * number received by the page; if it is not the last one sent, all values are returned.
   */
  next({ revision }: Pick<Picture, 'revision'>, seen: number, values: readonly LiveValue[]): Omit<SharedValues, 'mayOperate'> {
    if (seen === 0 || seen !== this.#seq || revision !== this.#revision) this.#told = []
    this.#revision = revision
    this.#seq++
    const news: SharedValues['values'][number][] = []
    for (const [index, now] of values.entries()) {
      if (now.at === 0 || isSame(now, this.#told[index])) continue
      this.#told[index] = now
      news.push([index, now.value, now.quality, now.at, now.text])
    }
    return { revision, seq: this.#seq, values: news }
  }
}

const isSame = (now: LiveValue, told: LiveValue | undefined): boolean =>
  told !== undefined && now.at === told.at && Object.is(now.value, told.value) && now.quality === told.quality && now.text === told.text
