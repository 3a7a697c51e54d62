export interface TransferRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form: FormData
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((share: number) => void) | undefined
  /** Timeout in milliseconds without upload progress or response. */
  readonly idleMs: number
}

export interface TransferResponse {
  readonly status: number
  readonly text: string
}

/** Sends a form; rejects if there is no response. */
export type Transport = (sending: TransferRequest) => Promise<TransferResponse>

/**
 * Uses XMLHttpRequest, because only it reports upload progress over every connection. Progress restarts the timeout, so
 * that large uploads over slow connections complete.
 */
export const xhrTransport: Transport = ({ url, headers, form, signal, onProgress, idleMs }) =>
  new Promise((done, fail) => {
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
