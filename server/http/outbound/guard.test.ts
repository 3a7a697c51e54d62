import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPlantAddress, isPublicAddress } from './addresses.ts'
import { createGuard, createOutbound, readTarget } from './index.ts'

/** Counts connections to this computer on all addresses. Most tests require that there are none. */
const canary: { server: Server; port: number; hits: string[]; connections: number } = {
  server: createServer(),
  port: 0,
  hits: [],
  connections: 0,
}
const limits = { answerMs: 2_000, answerBytes: 1000, atOnce: 2 }

beforeAll(async () => {
  canary.server.on('connection', () => {
    canary.connections++
  })
  canary.server.on('request', (request, response) => {
    canary.hits.push(request.url ?? '')
    if (request.url === '/away')
      return response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/secret` }).end()
    if (request.url === '/large') return response.end('x'.repeat(2000))
    if (request.url === '/slow') return response.write('.') // and then nothing
    return response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('hello')
  })
  await new Promise<void>((done) => {
    canary.server.listen(0, '::', done)
  })
  canary.port = (canary.server.address() as AddressInfo).port
})
beforeEach(() => {
  canary.hits.length = 0
  canary.connections = 0
})
afterAll(() => {
  canary.server.closeAllConnections()
  canary.server.close()
})

/**
 * Notations of this computer, of a closed network, or of invalid addresses. PORT is replaced by the port of the canary.
 */
const forms = [
  // numeric notations
  'http://127.0.0.1:PORT',
  'http://127.1:PORT',
  'http://127.0.1:PORT',
  'http://2130706433:PORT',
  'http://0x7f000001:PORT',
  'http://0x7f.0.0.1:PORT',
  'http://0x7F.0x0.0x0.0x1:PORT',
  'http://017700000001:PORT',
  'http://0177.0.0.1:PORT',
  'http://0177.0.0.01:PORT',
  'http://127.0.0.1.:PORT',
  'http://0:PORT',
  'http://0.0.0.0:PORT',
  'http://127.255.255.254:PORT',
  'http://127.0.0.257:PORT',
  'http://4294967296:PORT',
  'http://0x100000000:PORT',
  // names of this computer
  'http://localhost:PORT',
  'http://localhost.:PORT',
  'http://LOCALHOST:PORT',
  'http://lOcAlHoSt.:PORT',
  'http://ip6-localhost:PORT',
  'http://a.localhost:PORT',
  // other characters for digits and dots
  'http://①②⑦.⓪.⓪.①:PORT',
  'http://１２７.0.0.1:PORT',
  'http://127。0。0。1:PORT',
  'http://127．0．0．1:PORT',
  'http://127｡0｡0｡1:PORT',
  'http://localhost。:PORT',
  'http://ｌocalhost:PORT',
  'http://loc\u00ADalhost:PORT',
  'http://local\u200Bhost:PORT',
  'http://%31%32%37.0.0.1:PORT',
  'http://127%2e0%2e0%2e1:PORT',
  'http://%6c%6f%63%61%6c%68%6f%73%74:PORT',
  'http://127.0.0.1%00.example.com:PORT',
  'http://127.0.0.1%2f@example.com:PORT',
  // IPv6 and embedded IPv4
  'http://[::1]:PORT',
  'http://[::]:PORT',
  'http://[0:0:0:0:0:0:0:1]:PORT',
  'http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT',
  'http://[::ffff:127.0.0.1]:PORT',
  'http://[::ffff:7f00:1]:PORT',
  'http://[0:0:0:0:0:FFFF:7F00:0001]:PORT',
  'http://[::127.0.0.1]:PORT',
  'http://[::ffff:0:127.0.0.1]:PORT',
  'http://[64:ff9b::7f00:1]:PORT',
  'http://[64:ff9b:1::7f00:1]:PORT',
  'http://[2002:7f00:1::]:PORT',
  'http://[2001:0:7f00:1::]:PORT',
  'http://[::ffff:10.0.0.1]:PORT',
  'http://[fe80::1]:PORT',
  'http://[fe80::1%25lo]:PORT',
  'http://[::1%25lo]:PORT',
  'http://[fec0::1]:PORT',
  'http://[fd00:ec2::254]:PORT',
  'http://[ff02::1]:PORT',
  'http://[100::1]:PORT',
  'http://[5f00::1]:PORT',
  'http://[2001:db8::1]:PORT',
  'http://[::1:PORT',
  // closed networks
  'http://10.0.0.1:PORT',
  'http://172.16.5.4:PORT',
  'http://172.31.255.255:PORT',
  'http://192.168.1.1:PORT',
  'http://100.64.0.1:PORT',
  'http://100.100.100.200:PORT',
  'http://169.254.169.254:PORT',
  'http://0xa9fea9fe:PORT',
  'http://192.0.0.192:PORT',
  'http://198.18.0.1:PORT',
  'http://224.0.0.1:PORT',
  'http://255.255.255.255:PORT',
  'http://240.0.0.1:PORT',
  // credentials and misleading hosts
  'http://user@127.0.0.1:PORT',
  'http://example.com@127.0.0.1:PORT',
  'http://example.com:80@127.0.0.1:PORT',
  'http://@127.0.0.1:PORT',
  'http://:@127.0.0.1:PORT',
  'http://127.0.0.1:PORT#@example.com',
  'http://127.0.0.1:PORT?@example.com',
  // backslashes, white space and line breaks that URL parsers remove or convert
  'http:\\\\127.0.0.1:PORT',
  'http:/\\127.0.0.1:PORT',
  'http://example.com\\@127.0.0.1:PORT',
  'http:/127.0.0.1:PORT',
  'http:127.0.0.1:PORT',
  'http:///127.0.0.1:PORT',
  '//127.0.0.1:PORT',
  ' http://127.0.0.1:PORT',
  'http://127.0.0.1:PORT ',
  'http://127.0.\t0.1:PORT',
  'http://127.0.0.1\n:PORT',
  'ht\ntp://127.0.0.1:PORT',
  'http://127.0.0.1:PORT\r\nX-Injected: 1',
  'http://127.0.0.1:PORT/\0',
  'http://exa mple:PORT',
  // ports
  'http://127.0.0.1:0',
  'http://127.0.0.1:-1',
  'http://127.0.0.1:65536',
  'http://127.0.0.1:99999999999',
  'http://127.0.0.1:4294967376',
  'http://127.0.0.1:0PORT',
  'http://127.0.0.1:PORTx',
  'http://127.0.0.1:',
  'https://127.0.0.1:PORT',
  // other protocols, and empty
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT',
  'ftp://127.0.0.1:PORT',
  'ws://127.0.0.1:PORT',
  'data:text/plain,x',
  'javascript:fetch(1)',
  'unix:/tmp/x',
  'blob:http://127.0.0.1:PORT/x',
  'no address',
  'http://',
  'http://.',
  '',
]

describe('blocked destinations', () => {
  it('covers at least sixty forms', () => expect(new Set(forms).size).toBeGreaterThanOrEqual(60))

  it.each(forms)('refuses %j, and connects to nothing', async (form) => {
    const url = form.replaceAll('PORT', String(canary.port))
    for (const isOpen of [false, true]) {
      const request = createOutbound(createGuard({ allowed: [`allowed.example:${canary.port}`], isOpen }), limits)
      await expect(request({ url })).rejects.toMatchObject({ name: 'OutboundFailure' })
    }
    expect([canary.connections, canary.hits]).toEqual([0, []])
  })

  it('rejects a name that resolves to this computer, even if only some of its addresses do', async () => {
    for (const addresses of [
      ['127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['10.0.0.1'],
      ['fe80::1%lo'],
      [],
    ]) {
      const guard = createGuard({
        allowed: [],
        isOpen: true,
        resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      })
      await expect(guard('harmless.example', canary.port)).rejects.toMatchObject({
        kind: addresses.length > 0 ? 'forbidden' : 'unreachable',
      })
    }
  })

  it("lets a listed name lead into a plant's network, and to this computer or a cloud's metadata only a listed address", async () => {
    const leading = (address: string, allowed: string) =>
      createGuard({ allowed: [allowed], resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }] })
    for (const address of ['10.1.2.3', '172.20.0.1', '192.168.7.7', 'fd12::1', '8.8.8.8'])
      expect(await leading(address, 'mail.plant.example:25')('mail.plant.example', 25)).toMatchObject({ address })
    for (const address of [
      '127.0.0.1',
      '::1',
      '169.254.169.254',
      '100.100.100.200',
      'fd00:ec2::254',
      '0.0.0.0',
      '::ffff:10.0.0.1',
    ]) {
      await expect(leading(address, 'mail.plant.example:25')('mail.plant.example', 25)).rejects.toMatchObject({
        kind: 'forbidden',
      })
    }
    expect(await createGuard({ allowed: ['169.254.169.254:80'] })('169.254.169.254', 80)).toMatchObject({
      address: '169.254.169.254',
    })
    expect(await leading('127.0.0.1', 'localhost:80')('localhost', 80)).toMatchObject({ address: '127.0.0.1' })
  })

  it('connects to the checked address and never resolves the name a second time', async () => {
    let requestCount = 0
    const resolve = async () => [{ address: requestCount++ === 0 ? '203.0.114.9' : '127.0.0.1', family: 4 }]
    expect(await createGuard({ allowed: [], isOpen: true, resolve })('rebinding.example', canary.port)).toMatchObject({
      address: '203.0.114.9',
      host: 'rebinding.example',
    })
    expect([requestCount, canary.connections]).toEqual([1, 0])
  })
})

describe('the allowlist', () => {
  const far = async () => [{ address: '8.8.8.8', family: 4 }]

  it('is exclusive, and a rejection names the entry to add in both languages', async () => {
    const guard = createGuard({ allowed: ['hooks.example:443'], resolve: far })
    await expect(guard('other.example', 443)).rejects.toMatchObject({
      kind: 'forbidden',
      words: {
        en: expect.stringContaining('add other.example:443 to MIMIC_OUTBOUND_ALLOWED'),
        zh: expect.stringContaining('将 other.example:443 加入 MIMIC_OUTBOUND_ALLOWED'),
      },
    })
    await expect(guard('hooks.example', 80)).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(guard('sub.hooks.example', 443)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await guard('Hooks.Example.', 443)).toMatchObject({ address: '8.8.8.8' })
  })

  it('permits internet addresses only if configured, and nothing else', async () => {
    expect(await createGuard({ allowed: [], isOpen: true, resolve: far })('other.example', 443)).toMatchObject({
      address: '8.8.8.8',
    })
    await expect(createGuard({ allowed: [], isOpen: true })('10.0.0.5', 443)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('10.0.0.5:443'),
    })
  })

  it('can be limited to a path of a site, without path traversal, and to web requests only', async () => {
    const guard = createGuard({ allowed: ['data.example:443/v1/public'], isOpen: true, resolve: far })
    for (const path of ['/v1/public', '/v1/public/', '/v1/public/a.json'])
      expect(await guard('data.example', 443, path)).toMatchObject({ address: '8.8.8.8' })
    for (const path of [
      '/',
      '/v1',
      '/v1/publicity',
      '/V1/public',
      '/v1/public/%2e%2e/x',
      '/v1/public/..%2fx',
      '/v1/public/%5c..',
      '/v1/public/..;/x',
      '/v1/public//x',
      '/v1/public/%252e/x',
      undefined,
    ]) {
      await expect(guard('data.example', 443, path)).rejects.toMatchObject({ kind: 'forbidden' })
    }
  })

  it('is read in every form an address may have', () => {
    expect(
      ['Mail.Plant:25', '10.0.0.1:80', '127.1:80', '[::1]:80', '::1:80', 'A.example:443/Path/x', 'a.example:80/'].map(
        (text) => readTarget(text),
      ),
    ).toEqual([
      { host: 'mail.plant', port: 25 },
      { host: '10.0.0.1', port: 80 },
      { host: '127.0.0.1', port: 80 },
      { host: '::1', port: 80 },
      { host: '::1', port: 80 },
      { host: 'a.example', port: 443, path: '/Path/x' },
      { host: 'a.example', port: 80 },
    ])
    expect(
      [
        '',
        'host',
        'host:0',
        'host:65536',
        'host:-1',
        'http://a:80',
        'a b:80',
        'a@b:80',
        'a:80?x',
        'a:80/x/../y',
        'a:80/%2e',
        ':80',
        '*:80',
      ].map((text) => readTarget(text)?.host),
    ).toEqual(Array.from({ length: 12 }, () => undefined).concat(undefined))
  })
})

describe('where it may', () => {
  const allowed = (path = '') => createOutbound(createGuard({ allowed: [`127.0.0.1:${canary.port}${path}`] }), limits)

  it('reaches a listed target of a closed network', async () => {
    expect(await allowed()({ url: `http://127.0.0.1:${canary.port}/ok` })).toMatchObject({
      status: 200,
      type: 'text/plain',
      text: 'hello',
    })
    expect(await allowed('/data')({ url: `http://127.0.0.1:${canary.port}/data/../data/x?a=1` })).toMatchObject({
      status: 200,
    })
    await expect(allowed('/data')({ url: `http://127.0.0.1:${canary.port}/data/../secret` })).rejects.toMatchObject({
      kind: 'forbidden',
    })
    expect(canary.hits).toEqual(['/ok', '/data/x?a=1'])
  })
  it('follows no redirect', async () => {
    expect((await allowed()({ url: `http://127.0.0.1:${canary.port}/away` })).status).toBe(302)
    expect(canary.hits).toEqual(['/away'])
  })
  it('cuts off an answer that is too large or never ends', async () => {
    await expect(allowed()({ url: `http://127.0.0.1:${canary.port}/large` })).rejects.toMatchObject({ kind: 'size' })
    await expect(
      createOutbound(createGuard({ allowed: [`127.0.0.1:${canary.port}`] }), { ...limits, answerMs: 200 })({
        url: `http://127.0.0.1:${canary.port}/slow`,
      }),
    ).rejects.toMatchObject({ kind: 'timeout' })
  })
  it('asks few at once', async () => {
    const request = createOutbound(createGuard({ allowed: [`127.0.0.1:${canary.port}`] }), { ...limits, atOnce: 1 })
    const [first, second] = await Promise.allSettled([
      request({ url: `http://127.0.0.1:${canary.port}/a` }),
      request({ url: `http://127.0.0.1:${canary.port}/b` }),
    ])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
  })
  it('knows the addresses of the internet, and those of a plant', () => {
    expect(['8.8.8.8', '1.1.1.1', '2606:4700::1111'].every(isPublicAddress)).toBe(true)
    expect(['', 'example.com', '8.8.8', '::8.8.8.8'].some(isPublicAddress)).toBe(false)
    expect(['10.0.0.1', 'fd00::1'].every(isPlantAddress)).toBe(true)
    expect(['', '127.0.0.1', '8.8.8.8', '169.254.1.1', 'fe80::1', '::ffff:10.0.0.1'].some(isPlantAddress)).toBe(false)
  })
})
