import type { DomOverlay } from '../components/define.ts'
import { Notice } from './notice.ts'
import type { Overlay, OverlayTexts } from './overlay.ts'
import { watchStream, type StreamCallbacks } from './watchStream.ts'

type VideoOverlay = DomOverlay & { readonly kind: 'video' }

/** Delays in milliseconds before a failed video is opened again. The last one repeats indefinitely. */
const waitsMs = [1000, 2000, 5000, 10_000, 30_000] as const

/** Maximum delay of a live picture in seconds; mpegts.js then catches up. */
const maxLatencyS = 2

/**
 * Creates a video overlay: MP4 is played by the browser, live FLV by mpegts.js, which is loaded with the first such
 * stream. A video that passes its clicks to the drawing has no controls, because they could not be reached. Without an
 * address only the cover is shown.
 */
export function showVideo(first: VideoOverlay, words: OverlayTexts, isHandedOn: boolean): Overlay {
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
  let attempts = 0
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
    if (pin.url === '') return notice.showNothing()
    if (isLive && document.hidden) return
    isOpen = true
    notice.showLoading()
    stop = isLive ? playStream(video, pin.url, callbacks) : playFile(video, pin.url, fail)
  }
  const notice = new Notice(words, start)
  const fail = (): void => {
    if (isOver) return
    close()
    notice.showFailed()
    if (!isResting) timer = setTimeout(start, waitsMs[Math.min(attempts++, waitsMs.length - 1)])
  }
  const callbacks: StreamCallbacks = { quiet: () => notice.showLoading(), onResume: () => notice.hide(), onLost: fail }
  video.addEventListener('playing', () => {
    attempts = 0
    notice.hide()
  })
  // Browsers throttle video in hidden tabs, so a live stream would stall or appear to fail there. Close it and reopen
  // it when the tab becomes visible.
  const handleVisibility = (): void => {
    if (document.hidden) return close()
    attempts = 0
    if (!isResting && !isOpen) start()
  }
  if (isLive) document.addEventListener('visibilitychange', handleVisibility)
  element.append(video, notice.element)
  start()
  return {
    element,
    // Apply presentation changes to the open stream; reopening it would interrupt the picture for seconds.
    update(next) {
      if (next.kind !== 'video' || next.url !== pin.url || next.stream !== pin.stream) return false
      dress(video, next, pin)
      pin = next
      return true
    },
    mirror(across, upsideDown) {
      video.style.transform = across || upsideDown ? `scale(${across ? -1 : 1}, ${upsideDown ? -1 : 1})` : ''
    },
    // A file is paused at its position. A live stream is closed; when reopened it shows the current picture.
    setVisibility(visibility) {
      const wasResting = isResting
      isResting = visibility !== 'seen'
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
      document.removeEventListener('visibilitychange', handleVisibility)
      close()
    },
  }
}

/**
 * Applies the properties that can change during playback. A manual mute or unmute is overridden only when the drawing's
 * `isMuted` changes.
 */
function dress(video: HTMLVideoElement, { poster, fit, isMuted }: VideoOverlay, before: VideoOverlay | null): void {
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

function playStream(video: HTMLVideoElement, url: string, callbacks: StreamCallbacks): () => void {
  const unwatch = watchStream(video, callbacks)
  let end: (() => void) | null = null
  let isStopped = false
  const open = async (): Promise<void> => {
    const { default: mpegts } = await import('mpegts.js')
    if (isStopped) return
    if (!mpegts.isSupported()) return callbacks.onLost()
    const player = mpegts.createPlayer(
      { type: 'flv', isLive: true, url: new URL(url, location.href).href },
      // Without a stash buffer data is played on arrival. Filling the buffer would take a minute for a small picture.
      {
        enableWorker: false,
        enableStashBuffer: false,
        liveBufferLatencyChasing: true,
        liveBufferLatencyMaxLatency: maxLatencyS,
        autoCleanupSourceBuffer: true,
        referrerPolicy: 'no-referrer',
      },
    )
    end = () => player.destroy()
    player.on(mpegts.Events.ERROR, callbacks.onLost)
    player.on(mpegts.Events.LOADING_COMPLETE, callbacks.onLost)
    player.attachMediaElement(video)
    player.load()
    await player.play()
  }
  void open().catch(() => {
    if (!isStopped) callbacks.onLost()
  })
  return () => {
    isStopped = true
    unwatch()
    end?.()
    end = null
  }
}
