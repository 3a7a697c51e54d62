import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { Oracle } from '../../chaos/oracle.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { sqlIn } from '../../support/server/api.ts'
import { count } from '../../support/counts.ts'
import { findDescendants } from '../../support/server/cpu.ts'
import { removeDirectory } from '../../support/directories.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'
import { copyTemplate } from '../../support/server/template.ts'

/**
 * Requirement P2, short form: number of kills of the server under load, every other time together with its database.
 * `KILLS=100` runs the long form.
 */
const kills = Number(process.env.KILLS ?? count({ daily: 2, full: 20 }))
/** Minimum number of acknowledged messages before each kill. */
const ackedEach = 10
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const token = 'a-gateway-credential-of-the-kill-test'
let dataDir: string | undefined
let server: StartedServer | undefined

afterAll(async () => {
  await server?.kill('SIGKILL')
  if (dataDir !== undefined) await removeDirectory(dataDir)
})

test(`nothing that was acknowledged is lost in ${kills} kills under load`, { timeout: 600_000 }, async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-kill-'))
  await copyTemplate(resolve(import.meta.dirname, '../../..'), dataDir)
  const random = createRandom(seed)
  const oracle = new Oracle({ project: 'street', devices: 40, points: 5, inflight: 200 })
  const startedAt = performance.now()
  let loadedMs = 0
  for (let kill = 0; kill < kills; kill++) {
    server = await startServer({ dataDir, env: { MIMIC_GATEWAY_TOKEN: token } })
    const client = await RawClient.connect({
      url: server.mqttUrl,
      username: 'oracle',
      password: token,
      clientId: 'oracle',
    })
    expect(client.connackCode).toBe(0)
    const ended = oracle.load(client)
    const [loadedAt, acked] = [performance.now(), oracle.acked.length]
    await pause(100 + 500 * random())
    // A loaded machine needs longer: a kill before any acknowledgement would prove nothing.
    await expect.poll(() => oracle.acked.length - acked, { timeout: 60_000, interval: 5 }).toBeGreaterThan(ackedEach)
    loadedMs += performance.now() - loadedAt
    // Every other time the database processes are killed as well, during their writes.
    const children = kill % 2 === 0 ? [] : findDescendants(server.pid)
    for (const pid of children) process.kill(pid, 'SIGKILL')
    await server.kill('SIGKILL')
    await ended
  }
  server = await startServer({ dataDir, env: { MIMIC_GATEWAY_TOKEN: token } })
  const rows = await sqlIn(
    server,
    `select t.device, t.point, h.value from tag_history h join tag t on t.id = h.tag where t.device like 'oracle-%'`,
  )
  const stored = new Set(rows.map(({ device, point, value }) => `${String(device)}/${String(point)}/${String(value)}`))
  const lost = oracle.acked.flatMap(({ device, value }) =>
    oracle.points.map((point) => `${oracle.deviceName(device)}/${point}/${value}`).filter((key) => !stored.has(key)),
  )
  const points = oracle.acked.length * oracle.points.length
  const rate = Math.round(points / (loadedMs / 1000))
  console.log(
    `kill: seed ${seed}, ${kills} kills in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, ${oracle.sent} messages sent,` +
      ` ${oracle.acked.length} acknowledged (${points} points, ${rate} a second under load), ${lost.length} lost`,
  )
  expect(oracle.acked.length).toBeGreaterThan(kills * ackedEach)
  expect(lost.slice(0, 5)).toEqual([])
  await server.stop()
})

function createRandom(from: number): () => number {
  let state = from
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
