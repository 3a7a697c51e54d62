import { reaction } from 'mobx'
import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useStores } from './root.ts'

/**
 * Whether values that are needed since this was mounted may still be on their way: until the link has stood for a while, so long that what
 * has not come by then will not come by itself. Before that a value that is not there is loading, and not missing.
 */
export function useInitialValues(): boolean {
  const { telemetry } = useStores()
  const [isArriving, setArriving] = useState(true)
  useEffect(() => {
    if (!isArriving) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = reaction(() => telemetry.link.link === 'open', (isOpen) => {
      clearTimeout(timer)
      if (isOpen) timer = setTimeout(() => setArriving(false), limits.telemetry.arrivingMs)
    }, { fireImmediately: true })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [telemetry, isArriving])
  return isArriving
}
