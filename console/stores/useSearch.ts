import { useEffect, useState } from 'react'
import { LatestRequest } from './latestRequest.ts'

const typingMs = 250

interface Wanted {
  /** As it is being typed: it is asked for when the typing pauses, at once where nothing is typed. */
  readonly search: string
  /** Whatever else makes it another question. */
  readonly within: string
  /** Nothing is asked while nobody looks. */
  readonly isOpen?: boolean
}

interface Found<Answer> {
  /** The last answer: it stays while the next one comes or when it does not. Null: none yet. */
  readonly answer: Answer | null
  /** The answer to what is wanted now is still to come. */
  readonly isComing: boolean
}

/** What the server finds for a search. */
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
