import type { SharedValues } from '../../../../contract/routes.ts'
import type { LiveValue } from './liveValues.ts'
import type { Picture } from './picture.ts'

/** Values last sent to one page. The next response contains only changes. */
export class Deltas {
  #seq = 0
  #revision = -1
  #sent: (LiveValue | undefined)[] = []

  /**
   * Returns the values changed since the last response. `values`: points of the drawing in order. `seen`: last sequence
   * number received by the page; if it is not the last one sent, all values are returned.
   */
  next(
    { revision }: Pick<Picture, 'revision'>,
    lastSeq: number,
    values: readonly LiveValue[],
  ): Omit<SharedValues, 'mayOperate'> {
    if (lastSeq === 0 || lastSeq !== this.#seq || revision !== this.#revision) this.#sent = []
    this.#revision = revision
    this.#seq++
    const changes: SharedValues['values'][number][] = []
    for (const [index, now] of values.entries()) {
      if (now.at === 0 || isSame(now, this.#sent[index])) continue
      this.#sent[index] = now
      changes.push([index, now.value, now.quality, now.at, now.text])
    }
    return { revision, seq: this.#seq, values: changes }
  }
}

const isSame = (now: LiveValue, sent: LiveValue | undefined): boolean =>
  sent !== undefined &&
  now.at === sent.at &&
  Object.is(now.value, sent.value) &&
  now.quality === sent.quality &&
  now.text === sent.text
