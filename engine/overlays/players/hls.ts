import type { Player } from './player.ts'

const mediaType = 'application/vnd.apple.mpegurl'

/** Plays HLS with hls.js, which is loaded with the first such stream, or with the browser's own player. */
export const playHls: Player = async (video, url, { onLost }) => {
  const { default: Hls } = await import('hls.js')
  if (!Hls.isSupported()) {
    if (video.canPlayType(mediaType) === '') throw new Error('this browser cannot play HLS')
    video.addEventListener('error', onLost)
    video.src = url
    return () => {
      video.removeEventListener('error', onLost)
      video.removeAttribute('src')
      video.load()
    }
  }
  // The content policy of the console allows no workers from generated code.
  const player = new Hls({ enableWorker: false, lowLatencyMode: true })
  player.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal) onLost()
  })
  player.loadSource(url)
  player.attachMedia(video)
  return () => player.destroy()
}
