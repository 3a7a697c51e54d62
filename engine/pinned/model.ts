import type { Pin } from '../components/define.ts'
import type { ModelView } from './modelView.ts'
import { Notice } from './notice.ts'
import type { Pinned, PinWords } from './pinned.ts'


/** A glTF model over its component. The 3D library is loaded with the first model of a drawing. */
export function showModel(pin: Pin & { readonly kind: 'model' }, words: PinWords, wake: () => void): Pinned {
  const element = document.createElement('div')
  let view: ModelView | null = null
  let isOver = false

  const start = (): void => {
    notice.loading()
    void import('./modelView.ts').then(async ({ openModel }) => {
      const opened = await openModel(pin, wake)
      if (isOver) return opened.destroy()
      view = opened
      element.prepend(opened.canvas)
      notice.hide()
      wake()
    }).catch(() => { if (!isOver) notice.failed() })
  }
  const notice = new Notice(words, start)
  element.append(notice.element)
  start()
  return {
    element,
    frame: (nowMs, width, height) => view?.frame(nowMs, width, height) ?? false,
    destroy: () => {
      isOver = true
      view?.destroy()
      view = null
    },
  }
}
