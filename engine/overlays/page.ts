import type { DomOverlay } from '../components/define.ts'
import type { Overlay } from './overlay.ts'

/**
 * Embeds another page in a sandboxed iframe with an opaque origin, so that the page cannot access session or storage,
 * even if this host serves it.
 */
export function showPage(pin: DomOverlay & { readonly kind: 'page' }): Overlay {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts allow-forms')
  element.referrerPolicy = 'no-referrer'
  element.loading = 'lazy'
  element.title = pin.url
  // Pages expect a white background; without it the component's picture would show through.
  element.style.background = '#ffffff'
  element.src = pin.url
  let isOpen = true
  const close = (): void => {
    isOpen = false
    element.src = 'about:blank'
  }
  return {
    element,
    // Keep the page, and the user's input in it, while it is off screen. Unload it only when its component is hidden.
    setVisibility(visibility) {
      if (visibility === 'hidden' && isOpen) close()
      if (visibility !== 'seen' || isOpen) return
      isOpen = true
      element.src = pin.url
    },
    destroy: close,
  }
}
