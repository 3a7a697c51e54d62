import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../../../server/simulator/index.ts'
import { callEntity, call, signIn } from '../../support/server/api.ts'
import { createMappingWorld, type MappingWorld, project } from '../../support/mapping/world.ts'
import { freePort } from '../../support/external/mosquitto.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const token = 'the shared gateway credential of the plant of this test'
const pollOptions = { timeout: 60_000, interval: 100 }
let server: StartedServer
let admin: string
let world: MappingWorld
let plant: Simulator
let ports: readonly number[]

// Its own server: channels may connect to this computer only where the environment lists the port.
beforeAll(async () => {
  ports = await Promise.all([freePort(), freePort()])
  server = await startServer({
    env: {
      MIMIC_GATEWAY_TOKEN: token,
      MIMIC_OUTBOUND_ALLOWED: ports.map((port) => `127.0.0.1:${port}`).join(','),
    },
  })
  admin = await signIn(server)
  world = createMappingWorld(server, admin)
  plant = startSimulator({
    url: server.mqttUrl,
    token,
    tags: 200,
    protocols: `modbus:${ports[0]},opcua:${ports[1]},sparkplug,tasmota`,
  })
})
afterAll(async () => {
  await plant?.stop()
  await server?.stop()
})

const waitForValue = async (device: string, point: string): Promise<number> => {
  let value: unknown
  await expect
    .poll(async () => {
      const reading = await world.readNewest(device, point)
      value = reading?.value
      return reading?.quality
    }, pollOptions)
    .toBe(0)
  return Number(value)
}

async function command(device: string, point: string, value: number): Promise<void> {
  const { id } = await world.order(device, point, value)
  await expect.poll(() => world.readState(id), pollOptions).toBe('succeeded')
}

describe('the virtual plant', () => {
  it('is read and commanded by a mapping of the Tasmota template', async () => {
    const name = await world.connect({ template: 'tasmota' }, 'plant_pole-001')
    expect(await waitForValue(name, 'voltage')).toBeGreaterThan(150)
    expect(await waitForValue(name, 'signal')).toBeLessThan(-50)
    const wanted = 1 - (await waitForValue(name, 'relay'))
    await command(name, 'relay', wanted)
    expect(await waitForValue(name, 'relay')).toBe(wanted)
  })

  it('is read by a Sparkplug B product', async () => {
    const name = await world.connect({ protocol: 'sparkplug' }, 'plant/factory/pump-01')
    expect(await waitForValue(name, 'speedRpm')).toBeGreaterThanOrEqual(0)
    expect([0, 1]).toContain(await waitForValue(name, 'running'))
  })

  it('is read and commanded by a channel over OPC UA', async () => {
    const values = {
      name: 'Plant',
      transport: 'opcua',
      endpoint: `opc.tcp://127.0.0.1:${ports[1]}`,
      security: 'none',
      intervalS: 1,
      isEnabled: true,
      nodes: [
        { source: 'ns=1;s=pump-01.pressure', tag: `${project}/opcua-pump/pressure` },
        { source: 'ns=1;s=pump-01.running', tag: `${project}/opcua-pump/running`, isWritable: true },
      ],
    }
    const { status, text, data } = await callEntity(server, 'accessChannel', 'create', {
      token: admin,
      body: { project, values },
    })
    if (status !== 200) throw new Error(text)
    expect(await waitForValue('opcua-pump', 'pressure')).toBeGreaterThanOrEqual(0)
    const wanted = 1 - (await waitForValue('opcua-pump', 'running'))
    await command('opcua-pump', 'running', wanted)
    const browsed = await call(server, 'accessChannelState.browse', {
      token: admin,
      params: { id: data.id },
      body: { node: '' },
    })
    expect(browsed.data.nodes.map(({ name }) => name)).toContain('pump-01')
  })
})
