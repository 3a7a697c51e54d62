import type { RawData, WebSocket } from 'ws'
import { ClientStream, type ClientStreamOptions } from './clientStream.ts'

/**
 * Returns the byte stream of a WebSocket. `ws.createWebSocketStream` sends a frame per chunk and reached a third of the
 * throughput.
 */
export function createWebSocketStream(socket: WebSocket, options: ClientStreamOptions): ClientStream {
  const stream = new ClientStream(
    {
      send: (bytes, sent) => socket.send(bytes, { binary: true, compress: false }, sent),
      pause: () => socket.pause(),
      resume: () => {
        if (socket.isPaused) socket.resume()
      },
      close: () => socket.close(),
      terminate: () => socket.terminate(),
    },
    options,
  )
  socket.on('message', (data, isBinary) => {
    if (isBinary) stream.receive(toBuffer(data))
    else stream.close('a text frame is not MQTT')
  })
  socket.on('close', () => stream.destroy())
  socket.on('error', (error) => stream.destroy(error))
  return stream
}

const toBuffer = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
