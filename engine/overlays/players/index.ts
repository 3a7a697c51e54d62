import type { VideoStream } from '../../components/define.ts'
import { playFlv } from './flv.ts'
import { playHls } from './hls.ts'
import type { Player } from './player.ts'
import { watchStream, type StreamCallbacks } from './watchStream.ts'
import { playWebRtc } from './webrtc.ts'

export type { VideoStream } from '../../components/define.ts'
export type { StreamCallbacks } from './watchStream.ts'

const players: Readonly<Record<Exclude<VideoStream, 'mp4'>, Player>> = {
  flv: playFlv,
  hls: playHls,
  webrtc: playWebRtc,
}

/**
 * Plays a video in an element: a file by the browser, live streams by their players, which are loaded on first use.
 * Relative addresses belong to the page. Reports stalled and lost streams; a file reports only `onLost`. Returns a
 * function that closes the video.
 *
 * @example
 *   const close = openVideo(element, 'hls', 'https://gateway.example/gate/index.m3u8', {
 *     onStalled: () => status.show('Loading'),
 *     onResume: () => status.hide(),
 *     onLost: () => status.show('No video'),
 *   })
 */
export function openVideo(
  video: HTMLVideoElement,
  stream: VideoStream,
  url: string,
  callbacks: StreamCallbacks,
): () => void {
  const address = new URL(url, location.href).href
  return stream === 'mp4'
    ? openFile(video, address, callbacks.onLost)
    : openStream(video, players[stream], address, callbacks)
}

function openFile(video: HTMLVideoElement, url: string, onLost: () => void): () => void {
  video.addEventListener('error', onLost)
  video.src = url
  play(video)
  return () => {
    video.removeEventListener('error', onLost)
    video.removeAttribute('src')
    video.load()
  }
}

function openStream(video: HTMLVideoElement, player: Player, url: string, callbacks: StreamCallbacks): () => void {
  const unwatch = watchStream(video, callbacks)
  const opening = new AbortController()
  let close: (() => void) | undefined
  void player(video, url, callbacks, opening.signal).then(
    (opened) => {
      if (opening.signal.aborted) return opened()
      close = opened
      play(video)
    },
    () => {
      if (!opening.signal.aborted) callbacks.onLost()
    },
  )
  return () => {
    opening.abort()
    unwatch()
    close?.()
    close = undefined
  }
}

/** Browsers that require a user gesture show the paused picture. */
const play = (video: HTMLVideoElement): void => void video.play().catch(() => undefined)
