import { get, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { routeList } from '../../contract/routes.ts'
import type { Handlers } from './routeHandler.ts'
import { createMqttUrl } from './response/headers.ts'
import { inlineWorkers } from '../workerPool/index.ts'
import { serveHttp } from './serve.ts'

const answer = () => {
  throw new Error('not called here')
}
const kindOf = { public: 'open', none: 'own', self: 'own', project: 'object' } as const
const whole = Object.fromEntries(
  routeList.map(([id, { policy }]) => [
    id,
    { kind: policy.public ? 'open' : kindOf[policy.scope], answer, project: answer },
  ]),
)

/** These tests fail before the services are used. */
const start = (handlers: Readonly<Record<string, unknown>>, more: Partial<Parameters<typeof serveHttp>[0]> = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wrong on purpose: what the compiler would refuse must also not start
  serveHttp({
    host: '127.0.0.1',
    port: 0,
    handlers: handlers as unknown as Handlers,
    workers: inlineWorkers,
    consoleDir: undefined,
    getMqttUrl: () => 'ws://x/mqtt',
    log: { error: () => undefined, warn: () => undefined, info: () => undefined },
    ...more,
  } as unknown as Parameters<typeof serveHttp>[0])

it('starts with exactly the declared routes', async () => {
  const http = await start(whole)
  expect(http.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await http.close()
})

it('does not start when a declared route has no handler', async () => {
  const { 'drawing.save': _left, ...rest } = whole
  await expect(start(rest)).rejects.toThrow('drawing.save is declared and has no handler')
})

it('does not start with a handler that no route declares', async () => {
  await expect(start({ ...whole, 'back.door': { kind: 'open', answer } })).rejects.toThrow('back.door')
})

it("does not start when a handler would skip its route's policy", async () => {
  await expect(start({ ...whole, 'drawing.read': { kind: 'own', answer } })).rejects.toThrow('drawing.read is own')
  await expect(start({ ...whole, 'session.read': { kind: 'open', answer } })).rejects.toThrow('session.read is open')
})

/** Sends a request with the given Host header. */
const reach = (url: string, host: string) =>
  new Promise<{ readonly status: number | undefined; readonly headers: IncomingHttpHeaders }>((done, fail) => {
    get(url, { headers: { host } }, (response) => {
      response.resume()
      done({ status: response.statusCode, headers: response.headers })
    }).on('error', fail)
  })

it('answers with all its headers under whatever name it was reached', async () => {
  const http = await start(whole, { getMqttUrl: (host) => createMqttUrl(host, 8083, undefined) })
  const named = await Promise.all(
    ['[....]', '1.2.3.999', 'a_b', 'yard.example:8080'].map(
      async (host) => [host, await reach(`${http.url}/nowhere`, host)] as const,
    ),
  )
  await http.close()
  for (const [host, { status, headers }] of named) {
    expect([host, status, headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
      host,
      404,
      'nosniff',
      'no-referrer',
    ])
    expect(headers['content-security-policy']).toContain(
      host.startsWith('yard') ? ' ws://yard.example:8083' : ' ws://localhost:8083',
    )
  }
})

it('answers nothing but a failure where its headers cannot be made', async () => {
  const http = await start(whole, {
    getMqttUrl: () => {
      throw new Error('no address')
    },
  })
  const { status } = await reach(`${http.url}/nowhere`, 'yard.example')
  await http.close()
  expect(status).toBe(500)
})

const halfHeader = 'GET / HTTP/1.1\r\nHost:'
const halfBody =
  'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'

/** Opens connections that start a request and never complete it, in order. */
async function beginRequests(url: string, count: number, head: string): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  for (let index = 0; index < count; index++) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    await new Promise((done) => socket.once('connect', done))
    socket.resume().write(head)
    sockets.push(socket)
  }
  return sockets
}
const openOf = (sockets: readonly Socket[]): number =>
  sockets.filter(({ closed, readableEnded }) => !closed && !readableEnded).length

it('closes the oldest connections of one address that have not sent a whole request, not those of a trusted proxy, and lets others in', async () => {
  const [http, behind] = await Promise.all([
    start(whole),
    start(whole, { proxies: { isTrusted: () => true, getAddress: () => '' } }),
  ])
  const { halfOpenPerAddress } = limits.http
  const forwarded = await beginRequests(behind.url, halfOpenPerAddress + 60, halfBody)
  const head = await beginRequests(http.url, halfOpenPerAddress + 60, halfBody)
  expect((await reach(`${http.url}/nowhere`, 'x')).status).toBe(404)
  await expect.poll(() => openOf(head), { timeout: 20_000 }).toBeLessThanOrEqual(halfOpenPerAddress)
  expect([openOf(head.slice(0, 60)), openOf(head.slice(-90))]).toEqual([0, 90])
  expect((await reach(`${http.url}/nowhere`, 'x')).status).toBe(404)
  expect(openOf(forwarded)).toBe(halfOpenPerAddress + 60)
  await Promise.all([http.close(), behind.close()])
}, 60_000)

it(
  'closes a connection that has not sent the whole header of a request in time',
  { tags: 'full', timeout: 60_000 },
  async () => {
    const http = await start(whole)
    const head = await beginRequests(http.url, 3, halfHeader)
    await expect.poll(() => openOf(head), { timeout: 2 * limits.http.headersMs }).toBe(0)
    await http.close()
  },
)
