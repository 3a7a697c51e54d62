import type { DomOverlay } from '../components/define.ts'
import type { Overlay } from './overlay.ts'

/** Another page in a frame of its own: without our origin, so that it reaches neither session nor storage, whoever serves it. */
export function showPage(pin: DomOverlay & { readonly kind: 'page' }): Overlay {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts allow-forms')
  element.referrerPolicy = 'no-referrer'
  element.loading = 'lazy'
  element.title = pin.url
  // Pages count on white behind them; the component's picture lies there.
  element.style.background = '#ffffff'
  element.src = pin.url
  let isOpen = true
  const close = (): void => {
    isOpen = false
    element.src = 'about:blank'
  }
  return {
    element,
    // What somebody wrote there outlives a look at another part of the drawing, but nothing goes on in a page that is not shown.
    attend(attention) {
      if (attention === 'hidden' && isOpen) close()
      if (attention !== 'seen' || isOpen) return
      isOpen = true
      element.src = pin.url
    },
    destroy: close,
  }
}
