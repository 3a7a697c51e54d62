import { useEffect, useState, type RefObject } from 'react'

/**
 * Focus handling of a popover: moves the focus into it, keeps it there when the focused element is removed, closes on
 * Escape, and restores the focus afterwards. With `frame`, the selector of the popover, a press outside closes it too.
 */
export function useLeave(box: RefObject<HTMLElement | null>, onClose: () => void, frame?: string): void {
  // Determined before an element of the box takes the focus.
  const [opener] = useState(() => document.activeElement)

  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true })
    // Confirming a row removes its focused button.
    const observer = new MutationObserver((changes) => {
      if (isNowhere() && changes.some(({ removedNodes }) => removedNodes.length > 0))
        box.current?.focus({ preventScroll: true })
    })
    if (box.current) observer.observe(box.current, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      // Keep a focus that the user has moved elsewhere.
      if (isNowhere() && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [box, opener])

  useEffect(() => {
    const over = new AbortController()
    // In the capture phase, so that surrounding overlays stay open.
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      },
      { capture: true, signal: over.signal },
    )
    if (frame !== undefined)
      addEventListener(
        'pointerdown',
        ({ target }) => {
          if (target instanceof Node && !box.current?.closest(frame)?.contains(target)) onClose()
        },
        { capture: true, signal: over.signal },
      )
    return () => over.abort()
  }, [box, onClose, frame])
}

/** Returns true if no element has the focus, for example because it was removed. */
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body
