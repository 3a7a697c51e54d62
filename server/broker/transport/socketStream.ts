import type { Socket } from 'node:net'
import { ClientStream, type ClientStreamOptions } from './clientStream.ts'

/** Returns the byte stream of a TCP or TLS connection. */
export function createSocketStream(socket: Socket, options: ClientStreamOptions): ClientStream {
  socket.setNoDelay(true)
  socket.setKeepAlive(true, keepAliveMs)
  const stream = new ClientStream(
    {
      send: (bytes, sent) => void socket.write(bytes, sent),
      pause: () => void socket.pause(),
      resume: () => {
        if (socket.isPaused()) socket.resume()
      },
      close: () => void socket.end(),
      terminate: () => void socket.destroy(),
    },
    options,
  )
  socket.on('data', (bytes) => stream.receive(bytes))
  socket.on('end', () => stream.endInput())
  socket.on('close', () => stream.endInput())
  socket.on('error', (error) => stream.destroy(error))
  return stream
}

/** Detects vanished peers whose clients have disabled the keep-alive of MQTT. */
const keepAliveMs = 60_000
