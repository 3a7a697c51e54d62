import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '../../../contract/limits.ts'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'

interface WaitingSocket {
  readonly socket: Socket
  readonly sinceMs: number
}

const { halfOpenPerAddress, halfOpenAtOncePerAddress, halfOpenGraceMs } = limits.http
const trimMs = 1000
const warnMs = 60_000

/**
 * Limits the number of connections per address that have not sent a complete request. Beyond the limit, the oldest are
 * closed, so a client that sends its request without delay is still served. New connections have a grace time, because
 * many clients behind one address may connect at once. Connections of trusted proxies are not counted: they carry
 * requests of many clients, and the proxy has its own limit. Further requests on a connection are not counted either;
 * `headersMs` limits them. Returns a function that stops it.
 */
export function limitHalfOpen(server: Server, isTrusted: (address: string) => boolean, log: Log): () => void {
  const waiting = new Map<string, Map<string, WaitingSocket>>()
  let warnedMs = -Infinity

  const warn = (address: string, closed: number): void => {
    if (monotonicNow() - warnedMs < warnMs) return
    warnedMs = monotonicNow()
    log.warn('closed incomplete requests: too many from one address', { address, closed, limit: halfOpenPerAddress })
  }

  const remove = (address: string, key: string): void => {
    const sockets = waiting.get(address)
    if (sockets?.delete(key) && sockets.size === 0) waiting.delete(address)
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || isTrusted(address)) return
    const sockets = waiting.get(address) ?? new Map<string, WaitingSocket>()
    if (sockets.size >= halfOpenAtOncePerAddress) {
      socket.destroy()
      warn(address, 1)
      return
    }
    const key = getSocketKey(socket)
    waiting.set(address, sockets.set(key, { socket, sinceMs: monotonicNow() }))
    socket.once('close', () => remove(address, key))
  })

  // With TLS, the socket of a request is not the socket of the connection, so they are matched by port.
  const received = ({ socket }: IncomingMessage): void => {
    if (socket.remoteAddress !== undefined) remove(socket.remoteAddress, getSocketKey(socket))
  }
  server.prependListener('request', (request: IncomingMessage) => {
    if (hasBody(request)) request.once('end', () => received(request)).once('close', () => received(request))
    else received(request)
  })
  server.prependListener('upgrade', received)

  const trim = (): void => {
    const before = monotonicNow() - halfOpenGraceMs
    for (const [address, sockets] of waiting) {
      const over = [...sockets.values()]
        .slice(0, Math.max(0, sockets.size - halfOpenPerAddress))
        .filter(({ sinceMs }) => sinceMs < before)
      for (const { socket } of over) socket.destroy()
      if (over.length > 0) warn(address, over.length)
    }
  }
  // After a stall of the event loop, first read the requests that have arrived in the meantime.
  const timer = setInterval(() => setImmediate(trim), trimMs)
  timer.unref()
  return () => clearInterval(timer)
}

const getSocketKey = ({ remotePort, localPort }: Socket): string => `${remotePort} ${localPort}`

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
