import { useState } from 'react'
import { CallFailure } from '../net/failure.ts'

/** Sends what a form holds: busy while it is on its way, and what the server refused it with, to be shown in the form. */
export function useSubmit() {
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(send: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await send()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }

  return { failure, isBusy, submit, forget: () => setFailure(null) }
}
