import type { VideoStream } from '@mimic/engine/players'
import type { Row } from '../../../contract/entity/define.ts'

export interface VideoSource {
  readonly name: string
  readonly channel: number
  readonly stream: VideoStream
  /** Empty for a camera of a cloud service that is not configured, and for one behind the video gateway. */
  readonly url: string
  /** The server opens the stream at the video gateway and returns its address. */
  readonly isGateway: boolean
  /** Pan, tilt, zoom and still pictures are available. */
  readonly isOnvif: boolean
}

const streams: readonly VideoStream[] = ['flv', 'hls', 'webrtc', 'mp4']

/** Video source of a camera. */
export function getVideoSource(row: Row, cameraUrl: string | undefined): VideoSource {
  const { name, source, serial, channel, address, onvifAddress }: Readonly<Record<string, unknown>> = { ...row }
  const number = typeof channel === 'number' ? channel : 1
  const cloud =
    cameraUrl && typeof serial === 'string' && serial !== ''
      ? `${cameraUrl}/live/${encodeURIComponent(serial)}/${number}.flv`
      : ''
  const isGateway = source === 'rtsp'
  return {
    name: typeof name === 'string' ? name : row.id,
    channel: number,
    stream: streams.find((one) => one === source) ?? 'flv',
    url: source === 'cloud' ? cloud : !isGateway && typeof address === 'string' ? address : '',
    isGateway,
    isOnvif: typeof onvifAddress === 'string' && onvifAddress !== '',
  }
}
