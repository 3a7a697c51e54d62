import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { addAccount, call, signIn } from '../../support/server/api.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

/** An external site that records its requests in `asked`. */
const requests: { readonly url: string; readonly method: string; readonly headers: IncomingHttpHeaders }[] = []
const waiting: (() => void)[] = []
const site = createServer((request, response) => {
  requests.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers })
  const json = {
    'content-type': 'application/json',
    'set-cookie': 'spy=1',
    'x-secret': 'inside',
    'access-control-allow-origin': '*',
  }
  switch (new URL(request.url ?? '', 'http://x').pathname) {
    case '/data/rows.json':
      return response.writeHead(200, json).end('{"rows":["灯",1]}')
    case '/data/page':
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>')
    case '/data/away':
      return response.writeHead(302, { location: `http://127.0.0.1:${port()}/data/secret` }).end()
    case '/data/picture':
      return response.writeHead(200, { 'content-type': 'image/png' }).end('x')
    case '/data/large':
      return response.writeHead(200, json).end('x'.repeat(limits.outbound.answerBytes + 1))
    case '/data/broken':
      return response.writeHead(500, json).end('{}')
    case '/data/slow':
      return response.writeHead(200, json).write('[') // and then nothing
    case '/data/held':
      return waiting.push(() => response.writeHead(200, json).end('held'))
    default:
      return response.writeHead(200, json).end('never')
  }
})
const port = (): number => (site.address() as AddressInfo).port
const at = (path: string): string => `http://127.0.0.1:${port()}${path}`

let server: StartedServer
let operator: string
const fetchData = (url: string, token = operator) => call(server, 'data.fetch', { token, query: { url } })

beforeAll(async () => {
  await new Promise<void>((done) => {
    site.listen(0, '127.0.0.1', done)
  })
  server = await startServer({ env: { MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${port()}/data` } })
  operator = (await addAccount(server, await signIn(server), 'operator', [{ id: 'tunnel', role: 'operator' }])).token
})
beforeEach(() => {
  requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  site.closeAllConnections()
  site.close()
})

it('returns the response of an allowed URL as text without its headers, and forwards no data about the user', async () => {
  const response = await fetch(
    `${server.httpUrl}/data/fetch?url=${encodeURIComponent(at('/data/rows.json?a=1&b=2'))}`,
    { headers: { authorization: `Bearer ${operator}`, cookie: 'mine=1', 'x-mine': '1' } },
  )
  expect([response.status, await response.text()]).toEqual([200, '{"rows":["灯",1]}'])
  expect([
    response.headers.get('content-type'),
    response.headers.get('x-content-type-options'),
    response.headers.get('cache-control'),
  ]).toEqual(['text/plain', 'nosniff', 'no-store'])
  expect(['set-cookie', 'x-secret', 'access-control-allow-origin'].map((name) => response.headers.get(name))).toEqual([
    null,
    null,
    null,
  ])
  expect(requests).toMatchObject([{ url: '/data/rows.json?a=1&b=2', method: 'GET' }])
  expect(Object.keys(requests[0]?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

it('gives a page of another site as text that no browser shows as one', async () => {
  const response = await fetch(`${server.httpUrl}/data/fetch?url=${encodeURIComponent(at('/data/page'))}`, {
    headers: { authorization: `Bearer ${operator}` },
  })
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('x-content-type-options'),
  ]).toEqual([200, 'text/plain', 'nosniff'])
})

it.each([
  ['an address that is not listed', () => at('/elsewhere'), 403, 'data.forbidden'],
  ['the rest of a site of which a part is listed', () => at('/database'), 403, 'data.forbidden'],
  ['a way out of that part', () => at('/data/..%2fsecret'), 403, 'data.forbidden'],
  ['this server itself', () => `${server.httpUrl}/healthz`, 403, 'data.forbidden'],
  [
    'the same place by another name',
    () => at('/data/rows.json').replace('127.0.0.1', 'localhost'),
    403,
    'data.forbidden',
  ],
  ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data', 403, 'data.forbidden'],
  ['the internet', () => 'https://example.com/', 403, 'data.forbidden'],
  ['a file', () => 'file:///etc/passwd', 400, 'data.address'],
  ['a name and password', () => at('/data/rows.json').replace('//', '//a:b@'), 400, 'data.address'],
  ['a line break', () => `${at('/data/rows.json')}\r\nx: y`, 400, 'data.address'],
  ['a redirect', () => at('/data/away'), 424, 'data.failed'],
  ['a picture', () => at('/data/picture'), 424, 'data.failed'],
  ['more than a megabyte', () => at('/data/large'), 424, 'data.failed'],
  ['an error', () => at('/data/broken'), 424, 'data.failed'],
  ['an answer that does not end', () => at('/data/slow'), 424, 'data.failed'],
  ['nothing', () => '', 400, 'input.invalid'],
  ['an address without end', () => at(`/data/${'x'.repeat(3000)}`), 400, 'input.invalid'],
])('refuses %s, in both languages', async (_name, url, status, error) => {
  const { status: responseStatus, bad } = await fetchData(url())
  expect([responseStatus, bad.error]).toEqual([status, error])
  if (error !== 'input.invalid')
    expect(bad.problems).toMatchObject([
      { path: 'url', words: { en: expect.any(String), zh: expect.stringMatching(/[一-鿿]/) } },
    ])
  expect(
    requests.map((one) => one.url).filter((path) => path === '/data/secret' || !path.startsWith('/data/')),
  ).toEqual([])
})

it('names the entry to add to the allowlist', async () => {
  expect((await fetchData('https://weather.example/now')).bad.problems?.[0]?.message).toContain(
    'add weather.example:443 to MIMIC_OUTBOUND_ALLOWED',
  )
})

it('sends one request for identical concurrent requests', async () => {
  const first = fetchData(at('/data/held'))
  await expect.poll(() => waiting.length).toBe(1)
  const others = [fetchData(at('/data/held')), fetchData(at('/data/held'))]
  // Once another request is answered, the previous two have arrived.
  await fetchData(at('/data/rows.json'))
  for (const respond of waiting) respond()
  expect((await Promise.all([first, ...others])).map(({ text }) => text)).toEqual(['held', 'held', 'held'])
  expect(requests.filter(({ url }) => url === '/data/held')).toHaveLength(1)
})

it('rejects unauthenticated requests and other methods', async () => {
  expect((await fetchData(at('/data/rows.json'), 'garbage')).status).toBe(401)
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status } = await fetch(`${server.httpUrl}/data/fetch?url=${encodeURIComponent(at('/data/rows.json'))}`, {
      method,
      headers: { authorization: `Bearer ${operator}` },
    })
    expect(status).toBe(404)
  }
  expect(requests).toEqual([])
})
