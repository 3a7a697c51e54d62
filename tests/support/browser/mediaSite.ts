import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { makeModel, type Media } from './media.ts'

/** An external site with films, cameras, a page, a model and data rows. */
export interface Site {
  readonly origin: string
  /** All requests received so far. */
  readonly requests: IncomingMessage[]
  /** Media of its films and cameras, once created. */
  media: Media | undefined
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

/** Starts an external site for drawings. */
export async function startSite(): Promise<Site> {
  const requests: IncomingMessage[] = []
  const served: { media: Media | undefined } = { media: undefined }
  const server: Server = createServer((request, response) => {
    requests.push(request)
    const answers: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
      '/film.mp4': ['video/mp4', served.media?.mp4 ?? ''],
      '/cloud/live/C100/2.flv': ['video/x-flv', served.media?.flv.head ?? ''],
      '/cloud/live/C200/1.flv': ['video/x-flv', served.media?.flv.head ?? ''],
      [stalling]: ['video/x-flv', served.media?.flv.head ?? ''],
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
