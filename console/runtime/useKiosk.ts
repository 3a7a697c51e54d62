import { useSearchParams } from 'react-router-dom'

/** Returns true for kiosk pages (`?kiosk`), which have no controls or dialogs and never wait for user input. */
export function useKiosk(): boolean {
  const [params] = useSearchParams()
  return params.has('kiosk')
}
