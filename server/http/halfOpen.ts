import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '../../contract/limits.ts'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'

interface Waiting {
  readonly socket: Socket
  readonly sinceMs: number
}

const { halfOpenPerAddress, halfOpenAtOncePerAddress, halfOpenGraceMs } = limits.http
const trimMs = 1000
const warnMs = 60_000

/**
 * Limits the connections of one address that have not sent a whole request. Beyond the limit it closes the oldest ones, so that a client
 * that sends its request without delay still gets through. A new connection has a grace time: many clients behind one address may connect
 * at once. Connections of a trusted proxy do not count: they carry requests of many clients, and the proxy has a limit of its own.
 * A request on a connection that has been used before does not count again; `headersMs` bounds it. Returns a function that stops it.
 */
export function limitHalfOpen(server: Server, isTrusted: (address: string) => boolean, log: Log): () => void {
  const waiting = new Map<string, Map<string, Waiting>>()
  let warnedMs = -Infinity

  const warn = (address: string, closed: number): void => {
    if (monotonicNow() - warnedMs < warnMs) return
    warnedMs = monotonicNow()
    log.warn('connections without a whole request were closed: too many of one address', { address, closed, limit: halfOpenPerAddress })
  }

  const remove = (address: string, key: string): void => {
    const held = waiting.get(address)
    if (held?.delete(key) && held.size === 0) waiting.delete(address)
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || isTrusted(address)) return
    const held = waiting.get(address) ?? new Map<string, Waiting>()
    if (held.size >= halfOpenAtOncePerAddress) {
      socket.destroy()
      warn(address, 1)
      return
    }
    const key = keyOf(socket)
    waiting.set(address, held.set(key, { socket, sinceMs: monotonicNow() }))
    socket.once('close', () => remove(address, key))
  })

  // The socket of a request over TLS is another object than the connection's: ports tell which it is.
  const received = ({ socket }: IncomingMessage): void => {
    if (socket.remoteAddress !== undefined) remove(socket.remoteAddress, keyOf(socket))
  }
  server.prependListener('request', (request: IncomingMessage) => {
    if (hasBody(request)) request.once('end', () => received(request)).once('close', () => received(request))
    else received(request)
  })
  server.prependListener('upgrade', received)

  const trim = (): void => {
    const before = monotonicNow() - halfOpenGraceMs
    for (const [address, held] of waiting) {
      const over = [...held.values()].slice(0, Math.max(0, held.size - halfOpenPerAddress)).filter(({ sinceMs }) => sinceMs < before)
      for (const { socket } of over) socket.destroy()
      if (over.length > 0) warn(address, over.length)
    }
  }
  // After a stall of the event loop, requests that have arrived meanwhile are read first.
  const timer = setInterval(() => setImmediate(trim), trimMs)
  timer.unref()
  return () => clearInterval(timer)
}

const keyOf = ({ remotePort, localPort }: Socket): string => `${remotePort} ${localPort}`

const hasBody = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
