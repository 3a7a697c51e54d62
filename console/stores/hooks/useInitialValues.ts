import { reaction } from 'mobx'
import { useEffect, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useStores } from '../root.ts'

/**
 * Returns true while the first values may still be arriving: until the connection has been open for
 * `limits.telemetry.arrivingMs`. Until then a missing value is shown as loading.
 */
export function useInitialValues(): boolean {
  const { telemetry } = useStores()
  const [isArriving, setArriving] = useState(true)
  useEffect(() => {
    if (!isArriving) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = reaction(
      () => telemetry.link.link === 'open',
      (isOpen) => {
        clearTimeout(timer)
        if (isOpen) timer = setTimeout(() => setArriving(false), limits.telemetry.arrivingMs)
      },
      { fireImmediately: true },
    )
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [telemetry, isArriving])
  return isArriving
}
