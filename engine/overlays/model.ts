import type { Quality } from '../bindings/quality.ts'
import type { DomOverlay } from '../components/define.ts'
import { ModelMarkers } from './modelMarkers.ts'
import type { ModelView } from './modelView.ts'
import { Notice } from './notice.ts'
import { screenPx, type Overlay, type OverlayTexts } from './overlay.ts'

type ModelOverlay = DomOverlay & { readonly kind: 'model' }

/**
 * Creates an overlay with a glTF model and its markers. The 3D library is loaded with the first model of a drawing.
 *
 * `name` is the accessible name of the model, which accepts keyboard focus and can be rotated by key. With `null` the
 * drawing handles pointer and keys.
 */
export function showModel(
  first: ModelOverlay,
  mark: Quality,
  words: Required<OverlayTexts>,
  wake: () => void,
  name: string | null,
): Overlay {
  const element = document.createElement('div')
  if (name !== null)
    handleKeys(element, name.trim() || words.model, words.turning, (act) => {
      if (view) act(view)
    })
  const markers = new ModelMarkers()
  let pin = first
  let view: ModelView | null = null
  let isOver = false
  let flips: readonly [boolean, boolean] = [false, false]

  const start = (): void => {
    notice.showLoading()
    void import('./modelView.ts')
      .then(async ({ openModel }) => {
        const opened = await openModel(pin, wake)
        if (isOver) return opened.destroy()
        opened.turnsPerMinute = pin.turnsPerMinute
        opened.mirror(...flips)
        view = opened
        element.prepend(opened.canvas, markers.element)
        notice.hide()
        wake()
      })
      .catch(() => {
        if (!isOver) notice.showFailed()
      })
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
    setOnScreen(isOnScreen) {
      if (name !== null) element.tabIndex = isOnScreen ? 0 : -1
    },
    mirror(across, upsideDown) {
      flips = [across, upsideDown]
      view?.mirror(across, upsideDown)
      wake()
    },
    // The component's own cube or cover is visible until the model has loaded.
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

/** Rotation in radians and zoom factor per key press. */
const [stepRad, zoomStep] = [Math.PI / 24, 1.15]

const keys: Readonly<Record<string, (view: ModelView) => void>> = {
  ArrowLeft: (view) => view.rotate(-stepRad, 0),
  ArrowRight: (view) => view.rotate(stepRad, 0),
  ArrowUp: (view) => view.rotate(0, stepRad),
  ArrowDown: (view) => view.rotate(0, -stepRad),
  '+': (view) => view.zoom(zoomStep),
  '=': (view) => view.zoom(zoomStep),
  '-': (view) => view.zoom(1 / zoomStep),
  _: (view) => view.zoom(1 / zoomStep),
  0: (view) => view.reset(),
  Home: (view) => view.reset(),
}

/** Makes an element focusable with a visible focus ring and passes its key presses to `act`. */
function handleKeys(
  element: HTMLElement,
  name: string,
  description: string,
  act: (action: (view: ModelView) => void) => void,
): void {
  element.tabIndex = 0
  element.setAttribute('role', 'application')
  element.setAttribute('aria-label', name)
  element.setAttribute('aria-description', description)
  Object.assign(element.style, { outline: 'none' })
  element.addEventListener('focus', () => {
    if (element.matches(':focus-visible')) element.style.outline = `calc(3 * var(${screenPx}, 1px)) solid #0b62d6`
  })
  element.addEventListener('blur', () => {
    element.style.outline = 'none'
  })
  element.addEventListener('keydown', (event) => {
    const action =
      event.target === element && !event.ctrlKey && !event.metaKey && !event.altKey ? keys[event.key] : undefined
    if (!action) return
    event.preventDefault()
    act(action)
  })
}
