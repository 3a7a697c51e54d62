import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { socketCodes, socketCommands } from '../../contract/socket.ts'
import { ServerSocket, socketEvent } from './socket.ts'

/** Fake WebSocket controlled by the test. */
class Line extends EventTarget {
  readyState = 0
  readonly sent: { command: string; data: unknown }[] = []
  isClosed = false

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.isClosed = true
  }

  opens(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  receive(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  breaks(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

const lines: Line[] = []
const last = (): Line => lines.at(-1) ?? new Line()
const events = new EventTarget()
const unauthorised = vi.fn(() => Promise.resolve())
let token: string | null = 'secret'
let socket: ServerSocket

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', { OPEN: 1 })
  lines.length = 0
  unauthorised.mockClear()
  token = 'secret'
  socket = new ServerSocket({
    url: () => 'ws://server.test',
    token: () => token,
    events,
    onUnauthorised: unauthorised,
    open: () => {
      const line = new Line()
      lines.push(line)
      // Implements only the parts of WebSocket that ServerSocket uses.
      return line as unknown as WebSocket
    },
  })
  socket.start()
})

afterEach(() => {
  socket.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('section 4: websocket', () => {
  it('sends a heartbeat when it opens, with command heartbeatmessage and data ping, and every 60,000 ms', () => {
    last().opens()
    const beats = () => last().sent.filter(({ command }) => command === 'heartbeatmessage')
    expect(beats()).toEqual([{ command: 'heartbeatmessage', data: 'ping' }])
    vi.advanceTimersByTime(59_999)
    expect(beats()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(beats()).toHaveLength(2)
  })

  it('signs in with the first message, and never in the URL', () => {
    last().opens()
    expect(last().sent[0]).toEqual({ command: 'signin', data: 'secret' })
  })

  it('is forcibly closed and reconnected after missed heartbeats exceed 3', () => {
    const first = last()
    first.opens()
    vi.advanceTimersByTime(3 * 60_000)
    expect(first.isClosed).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(first.isClosed).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(lines).toHaveLength(2)
  })

  it('stays while heartbeats are answered', () => {
    last().opens()
    for (let beat = 0; beat < 10; beat += 1) {
      vi.advanceTimersByTime(60_000)
      last().receive({ command: 'heartbeatmessage', data: 'pong' })
    }
    expect(lines).toHaveLength(1)
    expect(last().isClosed).toBe(false)
  })

  it('reconnects on close with an increasing delay while the server does not respond', () => {
    last().opens()
    last().breaks()
    vi.advanceTimersByTime(1000)
    expect(lines).toHaveLength(2)
    last().breaks()
    vi.advanceTimersByTime(1999)
    expect(lines).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(lines).toHaveLength(3)
  })

  it('tries sends made while still connecting again every 1000 ms', () => {
    socket.send('ask', 1)
    vi.advanceTimersByTime(1000)
    expect(last().sent).toEqual([])
    last().opens()
    vi.advanceTimersByTime(1000)
    expect(last().sent).toContainEqual({ command: 'ask', data: 1 })
  })

  it('re-dispatches incoming messages as a window event', () => {
    const received: unknown[] = []
    events.addEventListener(socketEvent, (event) => received.push(event instanceof CustomEvent ? event.detail : null), {
      once: true,
    })
    last().opens()
    last().receive({ command: 'alarm', data: { id: 'a' } })
    expect(received).toEqual([{ command: 'alarm', data: { id: 'a' } }])
  })

  it('does not come back to a server that does not know the session', async () => {
    last().opens()
    unauthorised.mockImplementationOnce(() => {
      token = null
      return Promise.resolve()
    })
    last().breaks(socketCodes.unauthorised)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lines).toHaveLength(1)
    expect(unauthorised).toHaveBeenCalledOnce()
  })

  it('comes again where the token had only run out and there is another', async () => {
    last().opens()
    unauthorised.mockImplementationOnce(() => {
      token = 'next'
      return Promise.resolve()
    })
    last().breaks(socketCodes.unauthorised)
    await vi.advanceTimersByTimeAsync(1000)
    expect(lines).toHaveLength(2)
    last().opens()
    expect(last().sent[0]).toEqual({ command: socketCommands.signIn, data: 'next' })
  })

  it('reconnects with the new token if the session may only have been renewed, such as after a reload', async () => {
    last().opens()
    last().breaks(socketCodes.unauthorised)
    await vi.advanceTimersByTimeAsync(500)
    token = 'next'
    await vi.advanceTimersByTimeAsync(500)
    expect(lines).toHaveLength(2)
    last().opens()
    expect(last().sent[0]).toEqual({ command: socketCommands.signIn, data: 'next' })
  })

  it('opens no second connection if one was started during the session check', async () => {
    last().opens()
    let settle = (): void => undefined
    unauthorised.mockImplementationOnce(
      () =>
        new Promise<void>((resolve) => {
          settle = resolve
        }),
    )
    last().breaks(socketCodes.unauthorised)
    socket.stop()
    token = 'next'
    socket.start()
    settle()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(lines).toHaveLength(2)
  })
})
