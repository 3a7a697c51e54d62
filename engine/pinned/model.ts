import type { Quality } from '../bindings/quality.ts'
import type { Pin } from '../components/define.ts'
import { ModelMarkers } from './modelMarkers.ts'
import type { ModelView } from './modelView.ts'
import { Notice } from './notice.ts'
import type { Pinned, PinWords } from './pinned.ts'

type ModelPin = Pin & { readonly kind: 'model' }

/** A glTF model over its component, and what its markers show. The 3D library is loaded with the first model of a drawing. */
export function showModel(first: ModelPin, mark: Quality, words: PinWords, wake: () => void): Pinned {
  const element = document.createElement('div')
  const markers = new ModelMarkers()
  let pin = first
  let view: ModelView | null = null
  let isOver = false
  let flips: readonly [boolean, boolean] = [false, false]

  const start = (): void => {
    notice.loading()
    void import('./modelView.ts').then(async ({ openModel }) => {
      const opened = await openModel(pin, wake)
      if (isOver) return opened.destroy()
      opened.turnsPerMinute = pin.turnsPerMinute
      opened.mirror(...flips)
      view = opened
      element.prepend(opened.canvas, markers.element)
      notice.hide()
      wake()
    }).catch(() => { if (!isOver) notice.failed() })
  }
  const notice = new Notice(words, start)
  element.append(notice.element)
  markers.show(pin.markers, mark)
  start()
  return {
    element,
    update(next, nextMark) {
      if (next.kind !== 'model' || next.url !== pin.url || next.background !== pin.background) return false
      pin = next
      if (view) view.turnsPerMinute = next.turnsPerMinute
      markers.show(next.markers, nextMark)
      wake()
      return true
    },
    mirror(across, upsideDown) {
      flips = [across, upsideDown]
      view?.mirror(across, upsideDown)
      wake()
    },
    // Until it has come, the component's own cube or cover stands there.
    isWhole: () => view !== null,
    frame(nowMs, width, height) {
      if (!view) return false
      const isTurning = view.frame(nowMs, width, height)
      markers.place(view.project, width, height)
      return isTurning
    },
    destroy: () => {
      isOver = true
      view?.destroy()
      view = null
    },
  }
}
