import type { DomOverlay } from '../components/define.ts'
import { Notice } from './notice.ts'
import type { Overlay, OverlayTexts } from './overlay.ts'
import { openVideo, type StreamCallbacks } from './players/index.ts'

type VideoOverlay = DomOverlay & { readonly kind: 'video' }

/** Delays in milliseconds before a failed video is opened again. The last one repeats indefinitely. */
const waitsMs = [1000, 2000, 5000, 10_000, 30_000] as const

/**
 * Creates a video overlay. A video that passes its clicks to the drawing has no controls, because they could not be reached. Without an
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
    stop = openVideo(video, pin.stream, pin.url, callbacks)
  }
  const notice = new Notice(words, start)
  const fail = (): void => {
    if (isOver) return
    close()
    notice.showFailed()
    if (!isResting) timer = setTimeout(start, waitsMs[Math.min(attempts++, waitsMs.length - 1)])
  }
  const callbacks: StreamCallbacks = {
    onStalled: () => notice.showLoading(),
    onResume: () => notice.hide(),
    onLost: fail,
  }
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
