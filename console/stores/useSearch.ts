import { useEffect, useState } from 'react'
import { LatestRequest } from './latestRequest.ts'

const typingMs = 250

interface Wanted {
  /** Current search text. Debounced while typing; sent immediately when empty. */
  readonly search: string
  /** Key of other query parameters; a change starts a new search. */
  readonly within: string
  /** No requests are sent while false. */
  readonly isOpen?: boolean
}

interface Found<Answer> {
  /** Last response, kept while the next one loads or if it fails. Null before the first. */
  readonly answer: Answer | null
  /** True until the response for the current search has arrived. */
  readonly isComing: boolean
}

/** Searches on the server. */
export function useSearch<Answer>({ search, within, isOpen = true }: Wanted, ask: (search: string, signal: AbortSignal) => Promise<Answer>): Found<Answer> {
  const key = JSON.stringify([search, within, isOpen])
  const [held, setHeld] = useState({ key, search, isOpen, ask })
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [settled, setSettled] = useState<object | null>(null)
  if (held.key !== key) setHeld({ key, search, isOpen, ask })
  useEffect(() => {
    if (!held.isOpen) return undefined
    const latest = new LatestRequest()
    let isOver = false
    const look = async (): Promise<void> => {
      await latest.ask((signal) => held.ask(held.search, signal), (got) => setAnswer(() => got))
      if (!isOver) setSettled(held)
    }
    const timer = setTimeout(() => void look(), held.search === '' ? 0 : typingMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      latest.stop()
    }
  }, [held])
  return { answer, isComing: isOpen && settled !== held }
}
