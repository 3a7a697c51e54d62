import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPCUACertificateManager } from 'node-opcua-certificate-manager'
import * as client from 'node-opcua-client'
import { OPCUAServer } from 'node-opcua-server'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createConfig, createContext, createPoint } from '../../../tests/support/drivers/channel.ts'
import { freePort } from '../../../tests/support/mosquitto.ts'
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
async function serve(port: number) {
  const serverCertificateManager = new OPCUACertificateManager({
    rootFolder: join(directory, 'server'),
    automaticallyAcceptUnknownCertificate: true,
    name: '',
  })
  await serverCertificateManager.initialize()
  const server = new OPCUAServer({
    port,
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
    await serve(port)
    await connect(driver)
    expect(await driver.read([0])).toMatchObject([{ value: 1.5 }])
  },
  timeoutMs,
)

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
