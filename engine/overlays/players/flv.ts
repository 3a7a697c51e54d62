import type { Player } from './player.ts'

/** Maximum delay of a live picture in seconds; mpegts.js then catches up. */
const maxLatencyS = 2

/** Plays live FLV with mpegts.js, which is loaded with the first such stream. */
export const playFlv: Player = async (video, url, { onLost }) => {
  const { default: mpegts } = await import('mpegts.js')
  if (!mpegts.isSupported()) throw new Error('this browser cannot play FLV')
  const player = mpegts.createPlayer(
    { type: 'flv', isLive: true, url },
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
  player.on(mpegts.Events.ERROR, onLost)
  player.on(mpegts.Events.LOADING_COMPLETE, onLost)
  player.attachMediaElement(video)
  player.load()
  return () => player.destroy()
}
