import { useEffect, useSyncExternalStore } from 'react'

export interface Fullscreen {
  readonly isOn: boolean
  readonly toggle: () => void
}

/**
 * F11 fills the screen with this page; Escape is the browser's own way out. The whole page, not the drawing's element:
 * notices and menus hang elsewhere in it and would not be seen.
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
  // Refused where the page is framed without the permission: then it stays as it is.
  change.catch((refusal: unknown) => console.warn(refusal))
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}
