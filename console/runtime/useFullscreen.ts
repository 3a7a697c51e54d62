import { useEffect, useSyncExternalStore } from 'react'

export interface Fullscreen {
  readonly isOn: boolean
  readonly toggle: () => void
}

/**
 * F11 toggles full screen; Escape exits. The whole page is enlarged instead of the canvas, so that notices and menus
 * remain visible.
 */
export function useFullscreen(): Fullscreen {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F11') return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  return { isOn, toggle }
}

function toggle(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // Rejected if the page is embedded without permission; nothing changes then.
  change.catch((refusal: unknown) => console.warn(refusal))
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}
