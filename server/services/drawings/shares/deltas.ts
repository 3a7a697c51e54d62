import type { SharedValues } from '../../../../contract/routes.ts'
import type { LiveValue } from './liveValues.ts'
import type { Picture } from './picture.ts'

/** What one page was told last: the next answer has only what is another since. */
export class Deltas {
  #seq = 0
  #revision = -1
  #told: (LiveValue | undefined)[] = []

  /** `values`: of the drawing's points, in their order. `seen`: what the page says it heard last. If that is not the last that was said, all is said again. */
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
