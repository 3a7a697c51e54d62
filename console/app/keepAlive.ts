import { useEffect } from 'react'
import { useStores } from '../stores/root.ts'

const lookEveryMs = 60_000
const signs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Keeps the session from ending for inactivity: `active` while somebody works on this page, `always` for a page
 * that is watched without being touched (a wall display).
 */
export function useKeepAlive(mode: 'active' | 'always'): void {
  const { session } = useStores()
  useEffect(() => {
    let seen = true
    const handleSign = () => { seen = true }
    const timer = setInterval(() => {
      if (mode === 'active' && !seen) {
        void session.lookForEnd()
        return
      }
      seen = false
      void session.stayAlive()
    }, lookEveryMs)
    for (const sign of signs) addEventListener(sign, handleSign, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, handleSign, { capture: true })
    }
  }, [session, mode])
}
