import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, connect as connectTcp, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, describe, expect, test } from 'vitest'
import { RawClient } from '../../chaos/rawClient.ts'
import { Oracle } from '../../chaos/oracle.ts'
import { callEntity, signIn } from '../../support/server/api.ts'
import { createBridge, readState } from '../../support/external/bridgeWorld.ts'
import { count } from '../../support/counts.ts'
import { findDescendants } from '../../support/server/cpu.ts'
import { removeDirectory } from '../../support/directories.ts'
import { endMosquitto, freePort, mosquittoProgram, startMosquitto } from '../../support/external/mosquitto.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

/** Rounds; each kills the script process, the server, the far end and the network once. */
const rounds = count({ daily: 1, full: 6 })
const gatewayToken = 'a-gateway-credential-of-the-bridge-kill'
/** Milliseconds under load before and between the faults. */
const loadMs = count({ daily: 700, full: 2_000 })
/** Messages a second. */
const perSecond = 1_000

/** Forwards TCP connections to another port. `cut` closes them and refuses new ones, as a network failure does. */
class Network {
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  readonly #port: number
  readonly #to: number

  constructor(port: number, to: number) {
    this.#port = port
    this.#to = to
  }

  async open(): Promise<void> {
    const server = createServer((near) => {
      const far = connectTcp(this.#to, '127.0.0.1')
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          this.#sockets.delete(socket)
          other.destroy()
        })
        socket.pipe(other)
      }
    })
    this.#server = server
    await new Promise<void>((done) => server.listen(this.#port, '127.0.0.1', done))
  }

  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.resetAndDestroy()
    const server = this.#server
    this.#server = undefined
    if (server) await new Promise((done) => server.close(done))
  }
}

let directory = ''
let mosquitto: ChildProcess | undefined
let server: StartedServer | undefined
let dataDir = ''
let listener: MqttClient | undefined
let network: Network | undefined

afterAll(async () => {
  await listener?.endAsync(true)
  await server?.kill('SIGKILL')
  await network?.cut()
  if (mosquitto) await endMosquitto(mosquitto)
  for (const each of [directory, dataDir]) if (each !== '') await removeDirectory(each)
})

/** Creates a script that forwards all reports, so that each waits for the script process. */
async function createForwardingScript(on: StartedServer): Promise<void> {
  const token = await signIn(on)
  const values = { identifier: 'passOn', name: 'Pass on', event: 1, action: 1, products: 'all', order: 1 }
  const source = 'msgContext.setPayload(JSONUtil.parseObj(msgContext.getPayload()).toString())'
  const created = await callEntity(on, 'script', 'create', {
    token,
    body: { values: { ...values, language: 'groovy', source } },
  })
  const enabled = await callEntity(on, 'script', 'enable', { token, params: { id: created.data.id }, body: {} })
  expect(enabled.text).toContain('"code":200')
}

async function findScriptProcesses(pid: number): Promise<readonly number[]> {
  const found: number[] = []
  for (const child of findDescendants(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (/scripts(?:\.js|\/runner\/program\.ts)/.test(command)) found.push(child)
  }
  return found
}

describe.skipIf(mosquittoProgram === undefined)('a bridge with QoS 1', () => {
  test(
    'loses no acknowledged message and keeps the order of each device when script process, server, far end and network die',
    { timeout: 600_000 },
    async () => {
      directory = await mkdtemp(join(tmpdir(), 'mimic-mosquitto-'))
      dataDir = await mkdtemp(join(tmpdir(), 'mimic-bridge-'))
      const [farPort, port] = [await freePort(), await freePort()]
      mosquitto = await startMosquitto(directory, farPort)
      network = new Network(port, farPort)
      await network.open()

      /** Numbers by device in the order of their first arrival. */
      const arrived = new Map<string, number[]>()
      const known = new Set<string>()
      let repeated = 0
      // The far end keeps nothing on disk, so its listener must have everything before it dies.
      listener = await connectAsync(`mqtt://127.0.0.1:${farPort}`, { clientId: 'listener', reconnectPeriod: 20 })
      listener.on('message', (topic, payload) => {
        const { v } = JSON.parse(payload.toString()) as { v: Record<string, number> }
        const device = topic.split('/')[3] ?? ''
        const number = Object.values(v)[0] ?? NaN
        const key = `${device}/${number}`
        if (known.has(key)) return void repeated++
        known.add(key)
        const numbers = arrived.get(device) ?? []
        numbers.push(number)
        arrived.set(device, numbers)
      })
      await listener.subscribeAsync('far/#', { qos: 1 })

      const start = (): Promise<StartedServer> =>
        startServer({
          dataDir,
          env: { MIMIC_GATEWAY_TOKEN: gatewayToken, MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${port}` },
        })
      server = await start()
      const { id } = await createBridge(server, await signIn(server), {
        name: 'killed',
        kind: 4,
        url: `mqtt://127.0.0.1:${port}`,
        reports: 'all',
        mappings: [
          { direction: 'out', filter: '#', localPrefix: 'p/', remotePrefix: 'far/', qos: 1, isRetained: false },
        ],
      })

      await createForwardingScript(server)
      const oracle = new Oracle({
        project: 'street',
        devices: 50,
        points: 2,
        inflight: count({ daily: 100, full: 2_000 }),
        perSecond,
      })
      const load = async (): Promise<{ ended: Promise<void> }> => {
        const client = await RawClient.connect({
          url: server?.mqttUrl ?? '',
          username: 'oracle',
          password: gatewayToken,
          clientId: 'oracle',
        })
        return { ended: oracle.load(client) }
      }
      /** Acknowledged messages a second of each round, from its start to the kill of the server. */
      const rates: number[] = []
      for (let round = 0; round < rounds; round++) {
        const { ended } = await load()
        const [startedAt, before] = [performance.now(), oracle.acked.length]
        await pause(loadMs)
        await network.cut()
        for (const pid of await findScriptProcesses(server.pid)) process.kill(pid, 'SIGKILL')
        await pause(loadMs)
        await network.open()
        await pause(loadMs)
        // Everything that the far end has acknowledged must have reached its listener: it stores nothing.
        await network.cut()
        await pause(200)
        await endMosquitto(mosquitto)
        mosquitto = await startMosquitto(directory, farPort)
        await expect.poll(() => listener?.connected).toBe(true)
        await listener.subscribeAsync('far/#', { qos: 1 })
        await network.open()
        await pause(loadMs)
        rates.push(Math.round(((oracle.acked.length - before) / (performance.now() - startedAt)) * 1_000))
        const children = round % 2 === 0 ? [] : findDescendants(server.pid)
        for (const pid of children) process.kill(pid, 'SIGKILL')
        await server.kill('SIGKILL')
        await ended
        server = await start()
      }
      const token = await signIn(server)
      await expect
        .poll(async () => (await readState(server as StartedServer, token, id)).waiting, { timeout: 120_000 })
        .toBe(0)
      const isMissing = ({ device, value }: { device: number; value: number }): boolean =>
        !known.has(`${oracle.deviceName(device)}/${value}`)
      await expect.poll(() => oracle.acked.filter(isMissing).length, { timeout: 30_000 }).toBe(0)
      for (const [device, numbers] of arrived)
        expect([device, numbers]).toEqual([device, numbers.toSorted((a, b) => a - b)])
      console.log(
        `bridge kill: ${rounds} rounds, ${oracle.acked.length} acknowledged, ${known.size} arrived, ${repeated} repeated, 0 lost; acknowledged per second: ${rates.join(', ')}`,
      )
      expect(oracle.acked.length).toBeGreaterThan(rounds * 100)
      await server.stop()
      server = undefined
    },
  )
})
