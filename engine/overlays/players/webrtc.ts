import type { Player } from './player.ts'

/** Maximum time in milliseconds to collect network candidates before the offer is sent. */
const gatheringMs = 1000

/**
 * Plays a WebRTC stream by WHEP (RFC draft-ietf-wish-whep): sends an offer to the address, and ends the session with
 * DELETE.
 */
export const playWebRtc: Player = async (video, url, { onLost }, signal) => {
  const connection = new RTCPeerConnection()
  let session: string | undefined
  const close = (): void => {
    connection.close()
    video.srcObject = null
    if (session !== undefined)
      void fetch(session, { method: 'DELETE', keepalive: true, referrerPolicy: 'no-referrer' }).catch(() => undefined)
  }
  try {
    const stream = new MediaStream()
    connection.addTransceiver('video', { direction: 'recvonly' })
    connection.addTransceiver('audio', { direction: 'recvonly' })
    connection.addEventListener('track', ({ track }) => stream.addTrack(track))
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed' || connection.connectionState === 'closed') onLost()
    })
    video.srcObject = stream
    await connection.setLocalDescription()
    await waitForCandidates(connection)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', accept: 'application/sdp' },
      body: connection.localDescription?.sdp ?? '',
      referrerPolicy: 'no-referrer',
      signal,
    })
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    const location = response.headers.get('location')
    if (location !== null) session = new URL(location, url).href
    await connection.setRemoteDescription({ type: 'answer', sdp: await response.text() })
    return close
  } catch (cause) {
    close()
    throw cause
  }
}

/** Resolves when all candidates are known or the time is over; candidates found later are not sent. */
async function waitForCandidates(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return
  await new Promise<void>((done) => {
    const timer = setTimeout(done, gatheringMs)
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return
      clearTimeout(timer)
      done()
    })
  })
}
