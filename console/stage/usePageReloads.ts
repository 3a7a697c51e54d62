import { useEffect } from 'react'
import { isPageReachable } from '../net/reachable.ts'
import { tabStorage } from '../stores/session/browserStorage.ts'
import { PageReloads } from '../stores/pageReloads.ts'

/** Reloads the page while graphics fail, if they have worked in this tab before. */
export function usePageReloads(isOn: boolean, hasFailed: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const reloads = new PageReloads({
      storage: tabStorage(),
      reload: () => location.reload(),
      isReachable: isPageReachable,
    })
    if (!hasFailed) reloads.reportSuccess()
    else if (reloads.hasWorked) reloads.reportFailure()
    return () => reloads.stop()
  }, [isOn, hasFailed])
}
