import { useEffect, useState } from 'react'
import { CallFailure } from '../net/failure.ts'
import { pollEvery } from '../stores/entities/polling.ts'

const pollMs = 1_000

/** Requests of a kind of rehearsal. `read` and `cancel` must keep their identity between renders. */
export interface RehearsalCalls<T> {
  readonly start: () => Promise<{ readonly id: string }>
  readonly read: (id: string) => Promise<T>
  readonly cancel: (id: string) => Promise<T>
}

/** A rehearsal on the server: starts and cancels it, and reads its state every second while it runs. */
export function useRehearsal<T extends { readonly id: string; readonly state: string }>({
  start,
  read,
  cancel,
}: RehearsalCalls<T>) {
  const [rehearsal, setRehearsal] = useState<T | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const id = rehearsal?.state === 'running' ? rehearsal.id : null

  const attempt = async (work: () => Promise<T>): Promise<void> => {
    try {
      setFailure(null)
      setRehearsal(await work())
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
    }
  }

  useEffect(() => {
    if (id === null) return undefined
    let isLoading = false
    const rehearse = async (): Promise<void> => {
      isLoading = true
      try {
        setRehearsal(await read(id))
      } catch (thrown) {
        if (!(thrown instanceof CallFailure)) throw thrown
        setFailure(thrown)
      } finally {
        isLoading = false
      }
    }
    return pollEvery(pollMs, { isLoading: () => isLoading, request: rehearse })
  }, [id, read])

  return {
    rehearsal,
    failure,
    isRunning: id !== null,
    start: (): Promise<void> => attempt(async () => read((await start()).id)),
    cancel: (): Promise<void> => (id === null ? Promise.resolve() : attempt(() => cancel(id))),
  }
}
