import { useEffect } from 'react'
import { useStores } from '../stores/root.ts'
import type { DrawingSession } from './session/drawingSession.ts'
import { wordsOfRefusal } from './session/refusalWords.ts'

/** Tells why a command was not done, in the person's words, where no form beside it does. */
export function useRefusals(session: DrawingSession | null): void {
  const { notices } = useStores()
  useEffect(() => {
    return session?.onRefused((refused) => notices.post({ manner: 'warning', words: wordsOfRefusal(refused, session.document) }))
  }, [session, notices])
}
