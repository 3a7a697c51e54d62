/**
 * After this time without a new picture, in milliseconds, a live stream is reported as loading, because the visible
 * picture is no longer current.
 */
const stalledMs = 3000
/**
 * After this time, in milliseconds, the stream has failed: some cameras keep a connection open without sending data.
 */
const failAfterMs = 10_000
/** Timeout for the first picture, in milliseconds. It is longer because a camera starts with its next key frame. */
const firstMs = 20_000

/** Callbacks of `watchStream`. `onLost` is called when the stream has failed. */
export interface StreamCallbacks {
  /** Called when no new picture has arrived for `stalledMs`. */
  readonly onStalled: () => void
  /** Called when pictures arrive again after `onStalled`. */
  readonly onResume: () => void
  readonly onLost: () => void
}

/** Watches the playback position of a stream and reports stalls. Returns a function that stops watching. */
export function watchStream(video: HTMLVideoElement, callbacks: StreamCallbacks): () => void {
  let lastTimeS = video.currentTime
  let isStalled = false
  let timer = setTimeout(callbacks.onLost, firstMs)
  const wait = (): void => {
    timer = setTimeout(() => {
      isStalled = true
      callbacks.onStalled()
      timer = setTimeout(callbacks.onLost, failAfterMs - stalledMs)
    }, stalledMs)
  }
  const handleTime = (): void => {
    if (video.currentTime === lastTimeS || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    lastTimeS = video.currentTime
    clearTimeout(timer)
    if (isStalled) callbacks.onResume()
    isStalled = false
    wait()
  }
  video.addEventListener('timeupdate', handleTime)
  return () => {
    clearTimeout(timer)
    video.removeEventListener('timeupdate', handleTime)
  }
}
