import { useEffect } from 'react'
import { useStores } from '../stores/root.ts'

const lookEveryMs = 60_000
const signs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Keeps the session alive while the user is active on this page, and detects when it has ended. A page without input
 * ends with its session; unattended screens use display accounts, whose sessions do not expire.
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
