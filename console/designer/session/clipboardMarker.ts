import { createAtom } from 'mobx'
import { lastingStorage } from '../../stores/browserStorage.ts'

const key = 'designer.hasCopied'

const news = createAtom('copied', () => addEventListener('storage', tell), () => removeEventListener('storage', tell))

let text = ''

/** Remembers, for all tabs of this browser, that components were copied: the system's clipboard may not be looked into unasked. */
export function noteCopied(copied: string): void {
  text = copied
  lastingStorage().setItem(key, 'yes')
  news.reportChanged()
}

/** The clipboard turned out to hold something else by now. */
export function noteNothingCopied(): void {
  lastingStorage().removeItem(key)
  news.reportChanged()
}

/** What was copied last in this page: the editor pastes it where the system's clipboard is refused. */
export function lastCopied(): string {
  return text
}

/** Whether there can be something to paste. */
export function hasCopied(): boolean {
  news.reportObserved()
  return lastingStorage().getItem(key) === 'yes'
}

function tell(event: StorageEvent): void {
  if (event.key === key || event.key === null) news.reportChanged()
}
