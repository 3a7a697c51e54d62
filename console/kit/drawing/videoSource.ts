import type { Row } from '../../../contract/entity/define.ts'

export interface VideoSource {
  readonly name: string
  readonly channel: number
  readonly stream: 'flv' | 'mp4'
  /** Empty for a camera of a cloud service that is not configured. */
  readonly url: string
}

/** Video source of a camera. */
export function getVideoSource(row: Row, cameraUrl: string | undefined): VideoSource {
  const { name, source, serial, channel, address }: Readonly<Record<string, unknown>> = { ...row }
  const number = typeof channel === 'number' ? channel : 1
  const cloud =
    cameraUrl && typeof serial === 'string' && serial !== ''
      ? `${cameraUrl}/live/${encodeURIComponent(serial)}/${number}.flv`
      : ''
  return {
    name: typeof name === 'string' ? name : row.id,
    channel: number,
    stream: source === 'mp4' ? 'mp4' : 'flv',
    url: source === 'cloud' ? cloud : typeof address === 'string' ? address : '',
  }
}
