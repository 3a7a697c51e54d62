/**
 * After this time without a new picture, in milliseconds, a live stream is reported as loading, because the visible
 * picture is no longer current.
 */
const quietMs = 3000
/**
 * After this time, in milliseconds, the stream has failed: some cameras keep a connection open without sending data.
 */
const lostMs = 10_000
/** Timeout for the first picture, in milliseconds. It is longer because a camera starts with its next key frame. */
const firstMs = 20_000

export interface StreamNews {
  /** Called when no new picture has arrived for `quietMs`. */
  readonly quiet: () => void
  /** Called when pictures arrive again after `quiet`. */
  readonly going: () => void
  readonly lost: () => void
}

/** Watches the playback position of a stream and reports stalls. Returns a function that stops watching. */
export function watchStream(video: HTMLVideoElement, news: StreamNews): () => void {
  let seenS = video.currentTime
  let isQuiet = false
  let timer = setTimeout(news.lost, firstMs)
  const wait = (): void => {
    timer = setTimeout(() => {
      isQuiet = true
      news.quiet()
      timer = setTimeout(news.lost, lostMs - quietMs)
    }, quietMs)
  }
  const look = (): void => {
    if (video.currentTime === seenS || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    seenS = video.currentTime
    clearTimeout(timer)
    if (isQuiet) news.going()
    isQuiet = false
    wait()
  }
  video.addEventListener('timeupdate', look)
  return () => {
    clearTimeout(timer)
    video.removeEventListener('timeupdate', look)
  }
}
