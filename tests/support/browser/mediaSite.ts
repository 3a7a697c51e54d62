import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { makeModel, type Media } from './media.ts'

/** An external site with films, cameras, a page, a model and data rows. */
export interface Site {
  readonly origin: string
  /** All requests received so far. */
  readonly requests: IncomingMessage[]
  /** Media of its films and cameras, once created. */
  media: Media | undefined
  /** Answers WebRTC offers to `/whep`; set it before the first. */
  answerOffer: (offer: string) => Promise<string>
  close(): Promise<void>
}

/** A camera that stalls after one second on its first request. */
export const stalling = '/cloud/live/C300/1.flv'

/** Streams without an end. A stalling stream keeps the connection open and sends nothing. */
function sendStream(response: ServerResponse, { head, second }: Media['flv'], isStalling: boolean): void {
  let sent = 0
  const send = () => response.write(second(sent++))
  response.write(head)
  send()
  if (isStalling) return
  const timer = setInterval(send, 1000)
  response.on('close', () => clearInterval(timer))
}

/** Splits a fragmented MP4 file into its header and its fragments, the two parts of an HLS stream. */
function splitFragments(file: Buffer): { readonly init: Buffer; readonly fragments: Buffer } {
  let at = 0
  while (at < file.length && file.toString('latin1', at + 4, at + 8) !== 'moof') at += file.readUInt32BE(at)
  return { init: file.subarray(0, at), fragments: file.subarray(at) }
}

const playlist = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MAP:URI="init.mp4"
#EXTINF:1.0,
first.m4s
#EXT-X-ENDLIST
`

/** Reads an offer, lets the test answer it, and names the session that the client has to end. */
async function answerWhep(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (offer: string) => Promise<string>,
): Promise<void> {
  const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'location' }
  if (request.method === 'OPTIONS') {
    response
      .writeHead(204, { ...cors, 'access-control-allow-headers': '*', 'access-control-allow-methods': 'POST, DELETE' })
      .end()
    return
  }
  if (request.method === 'DELETE') {
    response.writeHead(200, cors).end()
    return
  }
  let offer = ''
  for await (const chunk of request) offer += String(chunk)
  const body = await answer(offer)
  response.writeHead(201, { ...cors, 'content-type': 'application/sdp', location: '/whep/session-1' }).end(body)
}

/** Starts an external site for drawings. */
export async function startSite(): Promise<Site> {
  const requests: IncomingMessage[] = []
  const served: Pick<Site, 'media' | 'answerOffer'> = {
    media: undefined,
    answerOffer: () => Promise.reject(new Error('no test answers offers')),
  }
  const server: Server = createServer((request, response) => {
    requests.push(request)
    if (request.url?.startsWith('/whep')) {
      answerWhep(request, response, (offer) => served.answerOffer(offer)).catch(() => response.writeHead(500).end())
      return
    }
    const hls = served.media && splitFragments(served.media.mp4)
    const answers: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
      '/film.mp4': ['video/mp4', served.media?.mp4 ?? ''],
      '/cloud/live/C100/2.flv': ['video/x-flv', served.media?.flv.head ?? ''],
      '/cloud/live/C200/1.flv': ['video/x-flv', served.media?.flv.head ?? ''],
      [stalling]: ['video/x-flv', served.media?.flv.head ?? ''],
      '/hls/index.m3u8': ['application/vnd.apple.mpegurl', playlist],
      '/hls/init.mp4': ['video/mp4', hls?.init ?? ''],
      '/hls/first.m4s': ['video/mp4', hls?.fragments ?? ''],
      '/page.html': ['text/html', '<!doctype html><title>Notes</title><p>Notes of the shift</p>'],
      '/model.gltf': ['model/gltf+json', makeModel()],
      '/rows.json': [
        'application/json',
        JSON.stringify({
          data: {
            rows: [
              ['Pump 1', 'asked'],
              ['Pump 2', 'twice'],
            ],
          },
        }),
      ],
    }
    const [type, body] = answers[request.url ?? ''] ?? []
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': type ?? 'text/plain',
      'access-control-allow-origin': '*',
    })
    if (type === 'video/x-flv' && served.media)
      sendStream(
        response,
        served.media.flv,
        request.url === stalling && requests.filter(({ url }) => url === stalling).length === 1,
      )
    else response.end(body)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  return Object.assign(served, {
    requests,
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => {
        server.close(done)
      })
    },
  })
}
