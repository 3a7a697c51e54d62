/**
 * After this time without a new picture, in milliseconds, a live stream is reported as loading, because the visible
 * picture is no longer current.
 */
const quietMs = 3000
/**
 * After this time, in milliseconds, the stream has failed: some cameras keep a connection open without sending data.
 */
const failAfterMs = 10_000
/** Timeout for the first picture, in milliseconds. It is longer because a camera starts with its next key frame. */
const firstMs = 20_000

/** Callbacks of `watchStream`. `onLost` is called when the stream has failed. */
export interface StreamCallbacks {
  /** Called when no new picture has arrived for `quietMs`. */
  readonly quiet: () => void
  /** Called when pictures arrive again after `quiet`. */
  readonly onResume: () => void
  readonly onLost: () => void
}

/** Watches the playback position of a stream and reports stalls. Returns a function that stops watching. */
export function watchStream(video: HTMLVideoElement, callbacks: StreamCallbacks): () => void {
  let lastTimeS = video.currentTime
  let isQuiet = false
  let timer = setTimeout(callbacks.onLost, firstMs)
  const wait = (): void => {
    timer = setTimeout(() => {
      isQuiet = true
      callbacks.quiet()
      timer = setTimeout(callbacks.onLost, failAfterMs - quietMs)
    }, quietMs)
  }
  const check = (): void => {
    if (video.currentTime === lastTimeS || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    lastTimeS = video.currentTime
    clearTimeout(timer)
    if (isQuiet) callbacks.onResume()
    isQuiet = false
    wait()
  }
  video.addEventListener('timeupdate', check)
  return () => {
    clearTimeout(timer)
    video.removeEventListener('timeupdate', check)
  }
}
