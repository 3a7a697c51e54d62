/** After this long without a new picture a live stream is said to be awaited, for what is seen of it is no longer now. */
const quietMs = 3000
/** After this long it has failed: some cameras hold a connection open on which nothing comes any more. */
const lostMs = 10_000
/** Until its first picture it may take longer: a camera begins with its next whole one. */
const firstMs = 20_000

export interface StreamNews {
  /** Nothing new is seen. */
  readonly quiet: () => void
  /** After `quiet`: it goes on. */
  readonly going: () => void
  readonly lost: () => void
}

/** Watches whether a stream that is played moves on, and says when it does not; the answer ends that. */
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
