import type { Page } from 'puppeteer'

/** One second of video, created by the browser: as an MP4 file and as an FLV stream like a camera's. */
export interface Media {
  readonly mp4: Buffer
  readonly flv: Stream
}

/** A live stream: its header, and its frames by second. */
interface Stream {
  readonly head: Buffer
  readonly second: (count: number) => Buffer
}

/** Creates the media in any page of a secure origin. */
export async function makeMedia(page: Page): Promise<Media> {
  const { mp4, chunks, description } = await page.evaluate(record, 160, 90)
  return {
    mp4: Buffer.from(mp4, 'base64'),
    flv: createFlv(
      chunks.map(({ data, atMs, isKey }) => ({ data: Buffer.from(data, 'base64'), atMs, isKey })),
      Buffer.from(description, 'base64'),
    ),
  }
}

/** Returns a minimal visible glTF: one triangle with an embedded buffer. */
export function makeModel(): string {
  const bytes = Buffer.alloc(9 * 4)
  for (const [index, value] of [0, 0, 0, 1, 0, 0, 0, 1, 0].entries()) bytes.writeFloatLE(value, index * 4)
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [
      {
        pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1], metallicFactor: 0 },
        emissiveFactor: [1, 0, 0],
        doubleSided: true,
      },
    ],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: bytes.length }],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
  })
}

interface Frame {
  readonly data: Buffer
  readonly atMs: number
  readonly isKey: boolean
}

/** Runs in the page: records a changing canvas as MP4 and encodes it as H.264 frames. */
async function record(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const paint = (step: number): void => {
    pen.fillStyle = step % 2 === 0 ? '#d02020' : '#20a020'
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = '#ffffff'
    pen.fillRect(step * 4, 20, 30, 30)
  }
  const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

  const frames: { data: string; atMs: number; isKey: boolean }[] = []
  let description = ''
  const encoder = new VideoEncoder({
    output(chunk, about) {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      frames.push({ data: base64(bytes), atMs: chunk.timestamp / 1000, isKey: chunk.type === 'key' })
      const codecDescription = about?.decoderConfig?.description
      if (codecDescription)
        description = base64(
          ArrayBuffer.isView(codecDescription)
            ? new Uint8Array(codecDescription.buffer, codecDescription.byteOffset, codecDescription.byteLength)
            : new Uint8Array(codecDescription),
        )
    },
    error(cause) {
      throw cause
    },
  })
  encoder.configure({ codec: 'avc1.42001f', width, height, avc: { format: 'avc' } })
  for (let step = 0; step < 25; step++) {
    paint(step)
    const frame = new VideoFrame(canvas, { timestamp: step * 40_000 })
    encoder.encode(frame, { keyFrame: step % 5 === 0 })
    frame.close()
  }
  await encoder.flush()

  const parts: Blob[] = []
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/mp4;codecs=avc1.42001f' })
  recorder.addEventListener('dataavailable', ({ data }) => {
    parts.push(data)
  })
  const stopped = new Promise((done) => {
    recorder.addEventListener('stop', done, { once: true })
  })
  recorder.start()
  for (let step = 0; step < 25; step++) {
    paint(step)
    await new Promise((done) => {
      setTimeout(done, 40)
    })
  }
  recorder.stop()
  await stopped
  return { mp4: base64(new Uint8Array(await new Blob(parts).arrayBuffer())), chunks: frames, description }
}

const videoTag = 9
const avcInterFrame = 0x27
const avcKeyFrame = 0x17

/**
 * Converts a second of H.264 frames to an endless FLV stream: a header, the decoder configuration, then one tag per
 * frame.
 */
function createFlv(frames: readonly Frame[], settings: Buffer): Stream {
  const header = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0])
  return {
    head: Buffer.concat([header, tag(0, Buffer.from([avcKeyFrame, 0, 0, 0, 0]), settings)]),
    second: (count) =>
      Buffer.concat(
        frames.map(({ data, atMs, isKey }) =>
          tag(count * 1000 + atMs, Buffer.from([isKey ? avcKeyFrame : avcInterFrame, 1, 0, 0, 0]), data),
        ),
      ),
  }
}

function tag(atMs: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(11)
  head.writeUInt8(videoTag, 0)
  head.writeUIntBE(body.length, 1, 3)
  head.writeUIntBE(Math.round(atMs) & 0xffffff, 4, 3)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length + body.length)
  return Buffer.concat([head, body, size])
}
