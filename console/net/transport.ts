export interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form: FormData
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((share: number) => void) | undefined
  /** Without a byte gone out or an answer for this long it is given up. */
  readonly idleMs: number
}

export interface Sent {
  readonly status: number
  readonly text: string
}

/** Sends a form; rejects when there is no answer. */
export type Transport = (sending: Sending) => Promise<Sent>

/**
 * By XMLHttpRequest, the only one that tells how far a body has gone over every connection. The time allowed is counted anew with
 * each piece that goes out: a large file over a slow line is not given up while it moves.
 */
export const xhrTransport: Transport = ({ url, headers, form, signal, onProgress, idleMs }) => new Promise((done, fail) => {
  signal?.throwIfAborted()
  const request = new XMLHttpRequest()
  const abort = (): void => request.abort()
  let timer = setTimeout(abort, idleMs)
  const finish = (settle: () => void): void => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    settle()
  }
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
    clearTimeout(timer)
    timer = setTimeout(abort, idleMs)
    if (lengthComputable && total > 0) onProgress?.(loaded / total)
  }
  request.onload = () => finish(() => done({ status: request.status, text: request.responseText }))
  request.onerror = () => finish(() => fail(new Error('no answer')))
  request.onabort = () => finish(() => fail(signal?.aborted ? signal.reason : new Error('given up')))
  signal?.addEventListener('abort', abort, { once: true })
  request.open('POST', url)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.send(form)
})
