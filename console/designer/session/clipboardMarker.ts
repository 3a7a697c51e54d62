import { createAtom } from 'mobx'
import { lastingStorage } from '../../stores/session/browserStorage.ts'

const key = 'designer.hasCopied'

const changeAtom = createAtom(
  'copied',
  () => addEventListener('storage', handleStorage),
  () => removeEventListener('storage', handleStorage),
)

let text = ''

/**
 * Records for all tabs of this browser that components were copied: reading the system clipboard requires permission.
 */
export function noteCopied(copied: string): void {
  text = copied
  lastingStorage().setItem(key, 'yes')
  changeAtom.reportChanged()
}

/** Records that the clipboard no longer contains components. */
export function clearCopied(): void {
  lastingStorage().removeItem(key)
  changeAtom.reportChanged()
}

/** Text last copied in this page; the editor pastes it if the system clipboard is not accessible. */
export function getLastCopied(): string {
  return text
}

/** Returns true if the clipboard may contain components. */
export function hasCopied(): boolean {
  changeAtom.reportObserved()
  return lastingStorage().getItem(key) === 'yes'
}

function handleStorage(event: StorageEvent): void {
  if (event.key === key || event.key === null) changeAtom.reportChanged()
}
