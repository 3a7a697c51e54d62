import { useSearchParams } from 'react-router-dom'

/** Whether the address asks for a page that only shows its drawing (`?kiosk`): without controls and dialogs, and with nothing that waits for a person. */
export function useKiosk(): boolean {
  const [params] = useSearchParams()
  return params.has('kiosk')
}
