import { useEffect } from 'react'
import type { Running } from '../running.ts'
import { runViewCommand, getViewCommand } from './viewKeys.ts'

/**
 * Zooms and pans a running drawing by keyboard, except if it is locked or the focus is on an element with its own keys.
 */
export function useViewKeys(running: Running | null): void {
  useEffect(() => {
    if (!running || running.stage.camera.isLocked) return
    const handleKey = (event: KeyboardEvent): void => {
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
      const how = getViewCommand(event)
      if (!how) return
      event.preventDefault()
      runViewCommand(running.view, how)
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [running])
}

/** Opens the list of shortcuts on F1, or on ? outside text fields. */
export function useShortcutsKey(onRequest: () => void, isOff = false): void {
  useEffect(() => {
    if (isOff) return
    const handleKey = (event: KeyboardEvent): void => {
      const isTyped =
        event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]') !== null
      if (event.defaultPrevented || (event.key !== 'F1' && (event.key !== '?' || isTyped))) return
      event.preventDefault()
      onRequest()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [onRequest, isOff])
}
