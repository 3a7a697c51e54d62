import { useEffect, useState } from 'react'
import { Latest } from './latest.ts'

const typingMs = 250

interface Wanted {
  /** As it is being typed: it is asked for when the typing pauses, at once where nothing is typed. */
  readonly search: string
  /** Whatever else makes it another question. */
  readonly within: string
  /** Nothing is asked while nobody looks. */
  readonly isOpen?: boolean
}

/** What the server finds for a search; the last answer stays while the next one comes or when it does not. Null: none yet. */
export function useFound<Answer>({ search, within, isOpen = true }: Wanted, ask: (search: string, signal: AbortSignal) => Promise<Answer>): Answer | null {
  const key = JSON.stringify([search, within, isOpen])
  const [held, setHeld] = useState({ key, search, isOpen, ask })
  const [found, setFound] = useState<Answer | null>(null)
  if (held.key !== key) setHeld({ key, search, isOpen, ask })
  useEffect(() => {
    if (!held.isOpen) return undefined
    const latest = new Latest()
    const timer = setTimeout(() => void latest.ask((signal) => held.ask(held.search, signal), (answer) => setFound(() => answer)), held.search === '' ? 0 : typingMs)
    return () => {
      clearTimeout(timer)
      latest.stop()
    }
  }, [held])
  return found
}
