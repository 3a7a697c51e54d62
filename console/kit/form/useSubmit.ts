import { useState } from 'react'
import { CallFailure } from '../../net/failure.ts'

/** Submits a form: provides the busy state, and the server's failure for display. */
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
