import { execFileSync } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPCUACertificateManager } from 'node-opcua-certificate-manager'
import * as client from 'node-opcua-client'
import { OPCUAServer } from 'node-opcua-server'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createConfig, createContext, createPoint } from '../../../tests/support/drivers/channel.ts'
import { freePort } from '../../../tests/support/external/mosquitto.ts'
import type { ChannelConfig, Driver, Reading } from '../driver.ts'
import { trustCertificate } from '../runner/certificates.ts'
import { createOpcUaDriver } from './opcUaDriver.ts'

// Not all exports of the CommonJS package are recognized as named ones.
const { DataType, StatusCodes, Variant } = (client as { default?: typeof client }).default ?? client
const timeoutMs = 120_000
const ends: (() => Promise<unknown>)[] = []
let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mimic-opcua-'))
  return () => rmSync(directory, { recursive: true, force: true })
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A server with a level that a test sets, a writable setpoint and a broken sensor. */
async function serve(port: number, folder = 'server') {
  const serverCertificateManager = new OPCUACertificateManager({
    rootFolder: join(directory, folder),
    automaticallyAcceptUnknownCertificate: true,
    name: '',
  })
  await serverCertificateManager.initialize()
  const userCertificateManager = new OPCUACertificateManager({
    rootFolder: join(directory, `${folder}-users`),
    automaticallyAcceptUnknownCertificate: false,
    name: '',
  })
  await userCertificateManager.initialize()
  const server = new OPCUAServer({
    port,
    userCertificateManager,
    serverCertificateManager,
    userManager: { isValidUser: (name: string, password: string) => name === 'mimic' && password === 'secret' },
  })
  await server.initialize()
  const space = server.engine.addressSpace
  const namespace = space?.getOwnNamespace()
  if (!space || !namespace) throw new Error('no address space')
  const tank = namespace.addObject({ organizedBy: space.rootFolder.objects, browseName: 'Tank' })
  const level = namespace.addVariable({
    componentOf: tank,
    browseName: 'Level',
    nodeId: 's=Level',
    dataType: 'Double',
    accessLevel: 'CurrentRead',
    userAccessLevel: 'CurrentRead',
    value: new Variant({ dataType: DataType.Double, value: 1.5 }),
  })
  namespace.addVariable({
    componentOf: tank,
    browseName: 'Setpoint',
    nodeId: 's=Setpoint',
    dataType: 'Int16',
    accessLevel: 'CurrentRead | CurrentWrite',
    userAccessLevel: 'CurrentRead | CurrentWrite',
    value: new Variant({ dataType: DataType.Int16, value: 7 }),
  })
  const sensor = namespace.addVariable({
    componentOf: tank,
    browseName: 'Sensor',
    nodeId: 's=Sensor',
    dataType: 'Double',
  })
  sensor.setValueFromSource({ dataType: DataType.Double, value: 3 }, StatusCodes.BadSensorFailure)
  await server.start()
  const stop = () => server.shutdown(0)
  ends.push(stop)
  return {
    setLevel: (value: number, at: Date, status = StatusCodes.Good) =>
      level.setValueFromSource({ dataType: DataType.Double, value }, status, at),
    stop,
    trustUser: (certificate: Buffer) => userCertificateManager.trustCertificate(certificate),
  }
}

const sources = ['Level', 'Setpoint', 'Sensor', 'Nothing']
async function open(port: number, more: Partial<ChannelConfig> = {}) {
  const { context, lost } = createContext(
    createConfig(
      { kind: 'client', host: '', port: 0 },
      sources.map((source) => createPoint(source, `ns=1;s=${source}`, { deadband: 0 })),
      { protocol: 'opcua', endpoint: `opc.tcp://127.0.0.1:${port}`, directory: join(directory, 'client'), ...more },
    ),
  )
  const driver = await createOpcUaDriver(context)
  ends.push(() => driver.close())
  return { driver, lost }
}
/** A certificate of a user with its key, the key without line breaks as a form of one line stores it. */
function createUser(): Pick<ChannelConfig, 'userCertificate' | 'userKey'> {
  const path = join(directory, `user-${randomUUID()}`)
  execFileSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=operator -keyout ${path}.key -out ${path}.pem -addext keyUsage=digitalSignature,nonRepudiation,keyEncipherment,dataEncipherment`.split(
      ' ',
    ),
    // The package sets variables of OpenSSL for its own calls.
    { stdio: 'ignore', env: { PATH: process.env['PATH'] } },
  )
  return {
    userCertificate: readFileSync(`${path}.pem`, 'utf8'),
    userKey: readFileSync(`${path}.key`, 'utf8').replaceAll('\n', ''),
  }
}
const connect = (driver: Driver): Promise<void> => driver.connect(new AbortController().signal)

it(
  'reads, writes, browses and subscribes with status and source time',
  async () => {
    const port = await freePort()
    const device = await serve(port)
    const { driver } = await open(port)
    await connect(driver)
    expect((await driver.read([0, 1, 2, 3])).map(({ value, code }) => code || value)).toEqual([
      1.5,
      7,
      'BadSensorFailure',
      'BadNodeIdUnknown',
    ])
    expect(driver.describe('BadSensorFailure')).toMatchObject({
      quality: 2,
      words: { zh: '传感器故障（BadSensorFailure）' },
    })
    expect(driver.describe('UncertainLastUsableValue')).toMatchObject({ quality: 1 })
    expect(await driver.write(1, 12)).toMatchObject({ value: 12, code: '' })
    await expect(driver.write(1, 40_000)).rejects.toMatchObject({ code: 'value' })
    await expect(driver.write(0, 1)).rejects.toMatchObject({ code: expect.stringMatching(/^Bad/) as string })
    const root = (await driver.browse?.('')) ?? []
    const tank = root.find(({ name }) => name === 'Tank')
    expect(await driver.browse?.(tank?.id ?? '')).toMatchObject([
      { id: 'ns=1;s=Level', type: 'Double', value: '1.5', isWritable: false },
      { id: 'ns=1;s=Setpoint', type: 'Int16', value: '12', isWritable: true },
      { name: 'Sensor' },
    ])
    const received: Reading[] = []
    await driver.subscribe?.([0, 1, 2, 3], (readings) => received.push(...readings))
    await expect.poll(() => new Set(received.map(({ point }) => point)).size, { timeout: 10_000 }).toBe(4)
    const at = new Date(Date.now() - 5_000)
    device.setLevel(2.5, at)
    await expect
      .poll(() => received.at(-1), { timeout: 10_000 })
      .toEqual({ point: 0, value: 2.5, at: at.getTime(), code: '' })
    device.setLevel(2.6, at, StatusCodes.UncertainLastUsableValue)
    await expect.poll(() => received.at(-1)?.code, { timeout: 10_000 }).toBe('UncertainLastUsableValue')
  },
  timeoutMs,
)

it(
  'connects again after the server was restarted',
  async () => {
    const port = await freePort()
    const first = await serve(port)
    const { driver, lost } = await open(port)
    await connect(driver)
    await driver.subscribe?.([0], () => undefined)
    await first.stop()
    await expect.poll(() => lost[0], { timeout: 30_000 }).toBe('link')
    await expect(connect(driver)).rejects.toMatchObject({ code: 'refused' })
    const second = await serve(port)
    await connect(driver)
    expect(await driver.read([0])).toMatchObject([{ value: 1.5 }])
    const received: Reading[] = []
    await driver.subscribe?.([0], (readings) => received.push(...readings))
    second.setLevel(4.5, new Date())
    await expect.poll(() => received.at(-1)?.value, { timeout: 10_000 }).toBe(4.5)
  },
  timeoutMs,
)

it(
  'refuses a server whose certificate changed, with the reason, until a user trusts it again',
  { tags: 'full', timeout: timeoutMs },
  async () => {
    const port = await freePort()
    const more = { security: 'sign', directory: join(directory, 'changed-client') } as const
    const first = await serve(port, 'first')
    const { driver } = await open(port, more)
    const trust = () => trustCertificate(more.directory, driver.untrusted?.()?.thumbprint ?? '')
    await expect(connect(driver)).rejects.toMatchObject({ code: 'BadCertificateUntrusted' })
    const before = driver.untrusted?.()?.thumbprint
    expect(await trust()).toBe(true)
    await connect(driver)
    await driver.close()
    await first.stop()
    await serve(port, 'reinstalled')
    await expect(connect(driver)).rejects.toMatchObject({ code: 'certificateChanged' })
    expect(driver.describe('certificateChanged').words.en).toContain('another certificate than the trusted one')
    expect(driver.untrusted?.()?.thumbprint).not.toBe(before)
    expect(await trust()).toBe(true)
    await connect(driver)
    expect(await driver.read([0])).toMatchObject([{ value: 1.5, code: '' }])
  },
)

it('signs in with a user certificate that the server trusts', { tags: 'full', timeout: timeoutMs }, async () => {
  const port = await freePort()
  const device = await serve(port)
  const user = createUser()
  const more = { security: 'sign-encrypt', directory: join(directory, 'client') } as const
  const { driver } = await open(port, { ...more, ...user })
  await connect(driver).catch(() => trustCertificate(more.directory, driver.untrusted?.()?.thumbprint ?? ''))
  await expect(connect(driver)).rejects.toMatchObject({ code: expect.stringMatching(/^Bad/) as string })
  await device.trustUser(new X509Certificate(user.userCertificate).raw)
  await connect(driver)
  expect(await driver.read([0])).toMatchObject([{ value: 1.5, code: '' }])
  const { driver: mixed } = await open(port, { ...more, ...user, userKey: createUser().userKey })
  await expect(connect(mixed)).rejects.toMatchObject({ code: 'userKey' })
})

it(
  'encrypts after a user has trusted the certificate, and signs in with a user name',
  async () => {
    const port = await freePort()
    await serve(port)
    const { driver } = await open(port, { security: 'sign-encrypt', username: 'mimic', password: 'secret' })
    await expect(connect(driver)).rejects.toMatchObject({ code: 'BadCertificateUntrusted' })
    const untrusted = driver.untrusted?.()
    expect(untrusted?.thumbprint).toMatch(/^[\da-f]{40}$/)
    expect(await trustCertificate(join(directory, 'client'), '0'.repeat(40))).toBe(false)
    expect(await trustCertificate(join(directory, 'client'), untrusted?.thumbprint ?? '')).toBe(true)
    await connect(driver)
    expect(await driver.read([0])).toMatchObject([{ value: 1.5, code: '' }])
    const { driver: stranger } = await open(port, { security: 'sign-encrypt', username: 'mimic', password: 'wrong' })
    await expect(connect(stranger)).rejects.toMatchObject({ code: expect.stringMatching(/^Bad/) as string })
  },
  timeoutMs,
)
