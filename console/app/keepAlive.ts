import { useEffect } from 'react'
import { useStores } from '../stores/root.ts'

const lookEveryMs = 60_000
const signs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Keeps the session from ending for inactivity while somebody works on this page, and finds out when it has ended. A page that is only
 * watched ends with its session too: screens that nobody sits at have accounts of their own, whose sessions do not.
 */
export function useKeepAlive(): void {
  const { session } = useStores()
  useEffect(() => {
    let seen = true
    const handleSign = () => { seen = true }
    const timer = setInterval(() => {
      if (!seen) {
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
  }, [session])
}
