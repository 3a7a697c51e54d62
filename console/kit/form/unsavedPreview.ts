/** Unsaved drawing of a designer page. */
export interface UnsavedDrawing {
  /** Serialised drawing. */
  readonly text: string
  readonly project: string
}

const channelName = 'mimic-unsaved-preview'
/** Milliseconds to wait for the designer page, which runs in the same browser; without an answer it is closed. */
const answerMs = 3000

type Message =
  | { readonly kind: 'request'; readonly from: string }
  | ({ readonly kind: 'drawing'; readonly from: string } & UnsavedDrawing)

/**
 * Provides the unsaved drawing to preview pages on request. `from` is the id of the designer page. Uses a
 * BroadcastChannel, which only pages of the same origin receive and which stores nothing. Returns a function that stops
 * it.
 */
export function offerUnsaved(from: string, read: () => UnsavedDrawing): () => void {
  const channel = openChannel()
  channel.onMessage((data) => {
    if (data.kind === 'request' && data.from === from) channel.post({ kind: 'drawing', from, ...read() })
  })
  return () => channel.close()
}

/** Requests the unsaved drawing of a designer page; `null` if that page is closed. Rejects with the abort reason. */
export function requestUnsaved(from: string, signal: AbortSignal): Promise<UnsavedDrawing | null> {
  const channel = openChannel()
  return new Promise<UnsavedDrawing | null>((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), answerMs)
    const end = (): void => clearTimeout(timer)
    channel.onMessage((data) => {
      if (data.kind !== 'drawing' || data.from !== from) return
      end()
      resolve({ text: data.text, project: data.project })
    })
    signal.addEventListener('abort', () => {
      end()
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    })
    channel.post({ kind: 'request', from })
  }).finally(() => channel.close())
}

function openChannel() {
  const line = new BroadcastChannel(channelName)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes none
    post: (message: Message): void => line.postMessage(message),
    onMessage: (then: (message: Message) => void): void =>
      line.addEventListener('message', ({ data }) => {
        if (isMessage(data)) then(data)
      }),
    close: (): void => line.close(),
  }
}

/** Pages of the same origin are trusted; only the form is checked, because they may run another release. */
function isMessage(data: unknown): data is Message {
  if (
    typeof data !== 'object' ||
    data === null ||
    !('kind' in data) ||
    !('from' in data) ||
    typeof data.from !== 'string'
  )
    return false
  return (
    data.kind === 'request' ||
    (data.kind === 'drawing' &&
      'text' in data &&
      typeof data.text === 'string' &&
      'project' in data &&
      typeof data.project === 'string')
  )
}
