/** A drawing as it is in a designer's page, not saved yet. */
export interface UnsavedDrawing {
  /** Its file. */
  readonly text: string
  readonly project: string
}

const channelName = 'mimic-unsaved-preview'
/** The designer is a page of the same browser: one that does not answer in this time is closed. */
const answerMs = 3000

type Message = { readonly kind: 'request'; readonly from: string } | ({ readonly kind: 'drawing'; readonly from: string } & UnsavedDrawing)

/**
 * Hands the unsaved drawing of a designer's page to the pages that run it, whenever they request it. `from` names the designer's page. Only
 * pages of the same origin hear the channel, and nothing is stored by it. Returns how to stop.
 */
export function offerUnsaved(from: string, read: () => UnsavedDrawing): () => void {
  const channel = openChannel()
  channel.hear((data) => {
    if (data.kind === 'request' && data.from === from) channel.post({ kind: 'drawing', from, ...read() })
  })
  return () => channel.close()
}

/** The unsaved drawing as it is in the designer's page now; null if that page is closed. Rejects with the abort's reason. */
export function requestUnsaved(from: string, signal: AbortSignal): Promise<UnsavedDrawing | null> {
  const channel = openChannel()
  return new Promise<UnsavedDrawing | null>((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), answerMs)
    const end = (): void => clearTimeout(timer)
    channel.hear((data) => {
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
    hear: (then: (message: Message) => void): void => line.addEventListener('message', ({ data }) => { if (isMessage(data)) then(data) }),
    close: (): void => line.close(),
  }
}

/** What a page of this origin posts is trusted; what another release of the console may post is only checked for its form. */
function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('from' in data) || typeof data.from !== 'string') return false
  return data.kind === 'request' || (data.kind === 'drawing' && 'text' in data && typeof data.text === 'string' && 'project' in data && typeof data.project === 'string')
}
