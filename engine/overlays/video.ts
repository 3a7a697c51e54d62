import type { DomOverlay } from '../components/define.ts'
import { Notice } from './notice.ts'
import type { Overlay, OverlayTexts } from './overlay.ts'
import { watchStream, type StreamNews } from './watchStream.ts'

type VideoPin = DomOverlay & { readonly kind: 'video' }

/** A live stream that broke is asked for again after these waits, the last of them for ever. */
const waitsMs = [1000, 2000, 5000, 10_000, 30_000] as const

/** How far a live picture may lag behind before it is brought up again, in seconds. */
const latencyAtMost = 2

/**
 * A video over its component: MP4 by the browser itself, live FLV by mpegts.js, which is loaded with the first such stream.
 * A film that hands its clicks on has no controls: they could not be reached. Without an address there is the cover alone.
 */
export function showVideo(first: VideoPin, words: OverlayTexts, isHandedOn: boolean): Overlay {
  let pin = first
  const isLive = pin.stream !== 'mp4'
  const element = document.createElement('div')
  const video = document.createElement('video')
  video.autoplay = true
  video.playsInline = true
  video.controls = !isLive && pin.url !== '' && !isHandedOn
  video.loop = !isLive
  Object.assign(video.style, { width: '100%', height: '100%', display: 'block', background: '#000' })
  dress(video, pin, null)
  let stop: () => void = () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let isOver = false
  let isOpen = false
  let isResting = false
  let wasPlaying = false

  const close = (): void => {
    isOpen = false
    clearTimeout(timer)
    stop()
    stop = () => undefined
  }
  const start = (): void => {
    close()
    if (pin.url === '') return notice.nothing()
    if (isLive && document.hidden) return
    isOpen = true
    notice.loading()
    stop = isLive ? playStream(video, pin.url, news) : playFile(video, pin.url, fail)
  }
  const notice = new Notice(words, start)
  const fail = (): void => {
    if (isOver) return
    close()
    notice.failed()
    if (!isResting) timer = setTimeout(start, waitsMs[Math.min(tries++, waitsMs.length - 1)])
  }
  const news: StreamNews = { quiet: () => notice.loading(), going: () => notice.hide(), lost: fail }
  video.addEventListener('playing', () => {
    tries = 0
    notice.hide()
  })
  // In a tab that nobody looks at a browser holds pictures back: a stream would stand still there, or seem to have failed.
  const look = (): void => {
    if (document.hidden) return close()
    tries = 0
    if (!isResting && !isOpen) start()
  }
  if (isLive) document.addEventListener('visibilitychange', look)
  element.append(video, notice.element)
  start()
  return {
    element,
    // What is only looked and listened to changes on the open stream; opening it anew would cost seconds of picture.
    update(next) {
      if (next.kind !== 'video' || next.url !== pin.url || next.stream !== pin.stream) return false
      dress(video, next, pin)
      pin = next
      return true
    },
    mirror(across, upsideDown) {
      video.style.transform = across || upsideDown ? `scale(${across ? -1 : 1}, ${upsideDown ? -1 : 1})` : ''
    },
    // A film is held where it is; a live stream is closed, and what comes when it is opened again is the present.
    attend(attention) {
      const wasResting = isResting
      isResting = attention !== 'seen'
      if (isResting === wasResting) return
      if (isResting && !isLive && isOpen) {
        wasPlaying = !video.paused
        video.pause()
      } else if (isResting) close()
      else if (!isOpen) start()
      else if (wasPlaying) void video.play().catch(() => undefined)
    },
    destroy: () => {
      isOver = true
      document.removeEventListener('visibilitychange', look)
      close()
    },
  }
}

/** All of a video that can be changed while it plays. Who turned the sound on or off by hand is overruled by a change of the drawing's wish only. */
function dress(video: HTMLVideoElement, { poster, fit, isMuted }: VideoPin, before: VideoPin | null): void {
  if (isMuted !== before?.isMuted) video.muted = isMuted
  if (poster === '') video.removeAttribute('poster')
  else if (video.getAttribute('poster') !== poster) video.poster = poster
  video.style.objectFit = fit
}

function playFile(video: HTMLVideoElement, url: string, fail: () => void): () => void {
  video.addEventListener('error', fail)
  video.src = url
  void video.play().catch(() => undefined)
  return () => {
    video.removeEventListener('error', fail)
    video.removeAttribute('src')
    video.load()
  }
}

function playStream(video: HTMLVideoElement, url: string, news: StreamNews): () => void {
  const unwatch = watchStream(video, news)
  let end: (() => void) | null = null
  let isStopped = false
  const open = async (): Promise<void> => {
    const { default: mpegts } = await import('mpegts.js')
    if (isStopped) return
    if (!mpegts.isSupported()) return news.lost()
    const player = mpegts.createPlayer(
      { type: 'flv', isLive: true, url: new URL(url, location.href).href },
      // What came is shown: a stash is filled first, and of a small picture that takes a minute.
      { enableWorker: false, enableStashBuffer: false, liveBufferLatencyChasing: true, liveBufferLatencyMaxLatency: latencyAtMost, autoCleanupSourceBuffer: true, referrerPolicy: 'no-referrer' },
    )
    end = () => player.destroy()
    player.on(mpegts.Events.ERROR, news.lost)
    player.on(mpegts.Events.LOADING_COMPLETE, news.lost)
    player.attachMediaElement(video)
    player.load()
    await player.play()
  }
  void open().catch(() => { if (!isStopped) news.lost() })
  return () => {
    isStopped = true
    unwatch()
    end?.()
    end = null
  }
}
