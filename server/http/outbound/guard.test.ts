import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { createGuard, createOutbound } from './index.ts'

/** Everything that is asked of this computer: in most tests nothing may ever be. */
const canary: { server: Server; port: number; hits: string[] } = { server: createServer(), port: 0, hits: [] }
const limits = { answerMs: 2_000, answerBytes: 1000, atOnce: 2 }

beforeAll(async () => {
  canary.server.on('request', (request, response) => {
    canary.hits.push(request.url ?? '')
    if (request.url === '/away') return response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/secret` }).end()
    if (request.url === '/large') return response.end('x'.repeat(2000))
    if (request.url === '/slow') return response.write('.') // and never more
    return response.end('hello')
  })
  await new Promise<void>((done) => { canary.server.listen(0, '127.0.0.1', done) })
  canary.port = (canary.server.address() as AddressInfo).port
})
afterAll(() => {
  canary.server.closeAllConnections()
  canary.server.close()
})

describe('where the server may not go', () => {
  it.each([
    'http://127.0.0.1', 'http://127.1', 'http://2130706433', 'http://0x7f000001', 'http://0177.0.0.1', 'http://0', 'http://localhost', 'http://localhost.', 'http://LOCALHOST', 'http://①②⑦.0.0.1',
    'http://127。0。0。1', 'http://[::1]', 'http://[::]', 'http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]', 'http://[::127.0.0.1]', 'http://[64:ff9b::7f00:1]', 'http://[2002:7f00:1::]',
    'http://10.0.0.1', 'http://172.16.5.4', 'http://192.168.1.1', 'http://100.64.0.1', 'http://169.254.169.254', 'http://[fd00:ec2::254]', 'http://[fe80::1]', 'http://224.0.0.1', 'http://255.255.255.255',
    'http://user@127.0.0.1', 'http://example.com@127.0.0.1', 'https://127.0.0.1', 'file:///etc/passwd', 'gopher://127.0.0.1', 'ftp://127.0.0.1', 'data:text/plain,x', 'unix:/tmp/x', 'no address', '',
  ])('refuses %s', async (url) => {
    const withPort = /^https?:\/\/[^/]+$/.test(url) ? `${url}:${canary.port}/secret` : url
    await expect(createOutbound(createGuard({ allowed: [] }), limits)({ url: withPort })).rejects.toMatchObject({ name: 'OutboundFailure' })
    expect(canary.hits).toEqual([])
  })

  it('refuses a name that leads to this computer, and one of whose addresses only some do', async () => {
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
      const guard = createGuard({ allowed: [], resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) })
      await expect(guard('harmless.example', canary.port)).rejects.toMatchObject({ kind: 'forbidden' })
    }
  })

  it('connects to the address that was judged: a second look-up that says otherwise is never made', async () => {
    let asked = 0
    const guard = createGuard({ allowed: [], resolve: async () => [{ address: asked++ === 0 ? '203.0.114.9' : '127.0.0.1', family: 4 }] })
    expect(await guard('rebinding.example', 80)).toMatchObject({ address: '203.0.114.9', host: 'rebinding.example' })
    expect(asked).toBe(1)
  })

  it('goes nowhere but to listed targets where it is strict', async () => {
    const guard = createGuard({ allowed: ['hooks.example:443'], isStrict: true, resolve: async () => [{ address: '8.8.8.8', family: 4 }] })
    await expect(guard('other.example', 443)).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(guard('hooks.example', 80)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await guard('Hooks.Example.', 443)).toMatchObject({ address: '8.8.8.8' })
  })
})

describe('where it may', () => {
  const allowed = () => createOutbound(createGuard({ allowed: [`127.0.0.1:${canary.port}`] }), limits)

  it('reaches a listed target of a closed network', async () => {
    expect(await allowed()({ url: `http://127.0.0.1:${canary.port}/ok` })).toEqual({ status: 200, text: 'hello' })
  })
  it('follows no redirect', async () => {
    canary.hits.length = 0
    expect((await allowed()({ url: `http://127.0.0.1:${canary.port}/away` })).status).toBe(302)
    expect(canary.hits).toEqual(['/away'])
  })
  it('cuts off an answer that is too large or never ends', async () => {
    await expect(allowed()({ url: `http://127.0.0.1:${canary.port}/large` })).rejects.toMatchObject({ kind: 'size' })
    await expect(createOutbound(createGuard({ allowed: [`127.0.0.1:${canary.port}`] }), { ...limits, answerMs: 200 })({ url: `http://127.0.0.1:${canary.port}/slow` })).rejects.toMatchObject({ kind: 'timeout' })
  })
  it('asks few at once', async () => {
    const ask = createOutbound(createGuard({ allowed: [`127.0.0.1:${canary.port}`] }), { ...limits, atOnce: 1 })
    const [first, second] = await Promise.allSettled([ask({ url: `http://127.0.0.1:${canary.port}/a` }), ask({ url: `http://127.0.0.1:${canary.port}/b` })])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
  })
  it('knows the addresses of the internet', () => {
    expect(['8.8.8.8', '1.1.1.1', '2606:4700::1111'].every(isPublicAddress)).toBe(true)
    expect(['', 'example.com', '8.8.8', '::8.8.8.8'].some(isPublicAddress)).toBe(false)
  })
})
