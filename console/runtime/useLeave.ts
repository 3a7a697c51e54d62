import { useEffect, useState, type RefObject } from 'react'

/**
 * The manners of a box beside a component: the keyboard goes into it and stays there when what had it goes, Escape closes the
 * box, and what had the keyboard before gets it back. With `frame`, the selector of all that belongs to the box, a press outside
 * that closes it too.
 */
export function useLeave(box: RefObject<HTMLElement | null>, onClose: () => void, frame?: string): void {
  // Looked up before anything in the box takes the keyboard.
  const [opener] = useState(() => document.activeElement)

  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true })
    // The button that confirmed a row goes with it.
    const kept = new MutationObserver((changes) => {
      if (isNowhere() && changes.some(({ removedNodes }) => removedNodes.length > 0)) box.current?.focus({ preventScroll: true })
    })
    if (box.current) kept.observe(box.current, { childList: true, subtree: true })
    return () => {
      kept.disconnect()
      // What a press elsewhere has put the keyboard on keeps it.
      if (isNowhere() && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [box, opener])

  useEffect(() => {
    const over = new AbortController()
    // Before others: what lies around this box stays open.
    addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      onClose()
    }, { capture: true, signal: over.signal })
    if (frame !== undefined) addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Node && !box.current?.closest(frame)?.contains(target)) onClose()
    }, { capture: true, signal: over.signal })
    return () => over.abort()
  }, [box, onClose, frame])
}

/** Whether nothing has the keyboard: what had it was taken off the page. */
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body
