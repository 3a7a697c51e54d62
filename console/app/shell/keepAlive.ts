import { useEffect } from 'react'
import { useStores } from '../../stores/root.ts'

const checkIntervalMs = 60_000
const activityEvents = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Keeps the session alive while the user is active on this page, and detects when it has ended. A page without input
 * ends with its session; unattended screens use display accounts, whose sessions do not expire.
 */
export function useKeepAlive(): void {
  const { session } = useStores()
  useEffect(() => {
    let isActive = true
    const handleActivity = () => {
      isActive = true
    }
    const timer = setInterval(() => {
      if (!isActive) {
        void session.checkExpired()
        return
      }
      isActive = false
      void session.stayAlive()
    }, checkIntervalMs)
    for (const type of activityEvents) addEventListener(type, handleActivity, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      for (const type of activityEvents) removeEventListener(type, handleActivity, { capture: true })
    }
  }, [session])
}
