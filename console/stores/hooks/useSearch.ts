import { useEffect, useState } from 'react'
import { LatestRequest } from '../entities/latestRequest.ts'

const typingMs = 250

interface SearchRequest {
  /** Current search text. Debounced while typing; sent immediately when empty. */
  readonly search: string
  /** Key of other query parameters; a change starts a new search. */
  readonly within: string
  /** No requests are sent while false. */
  readonly isOpen?: boolean
}

interface SearchResult<Answer> {
  /** Last response, kept while the next one loads or if it fails. Null before the first. */
  readonly answer: Answer | null
  /** True until the response for the current search has arrived. */
  readonly isLoading: boolean
}

/** Searches on the server. */
export function useSearch<Answer>(
  { search, within, isOpen = true }: SearchRequest,
  request: (search: string, signal: AbortSignal) => Promise<Answer>,
): SearchResult<Answer> {
  const key = JSON.stringify([search, within, isOpen])
  const [current, setCurrent] = useState({ key, search, isOpen, request })
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [settled, setSettled] = useState<object | null>(null)
  if (current.key !== key) setCurrent({ key, search, isOpen, request })
  useEffect(() => {
    if (!current.isOpen) return undefined
    const latest = new LatestRequest()
    let isOver = false
    const runSearch = async (): Promise<void> => {
      await latest.run(
        (signal) => current.request(current.search, signal),
        (got) => setAnswer(() => got),
      )
      if (!isOver) setSettled(current)
    }
    const timer = setTimeout(() => void runSearch(), current.search === '' ? 0 : typingMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      latest.stop()
    }
  }, [current])
  return { answer, isLoading: isOpen && settled !== current }
}
