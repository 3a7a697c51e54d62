import { createAtom } from 'mobx'
import { lastingStorage } from '../../stores/browserStorage.ts'

const key = 'designer.hasCopied'

const news = createAtom('copied', () => addEventListener('storage', tell), () => removeEventListener('storage', tell))

let text = ''

/**
 * Records for all tabs of this browser that components were copied: reading the system clipboard requires permission.
 */
export function noteCopied(copied: string): void {
  text = copied
  lastingStorage().setItem(key, 'yes')
  news.reportChanged()
}

/** Records that the clipboard no longer contains components. */
export function noteNothingCopied(): void {
  lastingStorage().removeItem(key)
  news.reportChanged()
}

/** Text last copied in this page; the editor pastes it if the system clipboard is not accessible. */
export function lastCopied(): string {
  return text
}

/** Returns true if the clipboard may contain components. */
export function hasCopied(): boolean {
  news.reportObserved()
  return lastingStorage().getItem(key) === 'yes'
}

function tell(event: StorageEvent): void {
  if (event.key === key || event.key === null) news.reportChanged()
}
