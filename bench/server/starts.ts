import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RawClient } from '../../tests/chaos/rawClient.ts'
import { call } from '../../tests/support/server/api.ts'
import { cpuMs, findDescendants } from '../../tests/support/server/cpu.ts'
import { removeDirectory } from '../../tests/support/directories.ts'
import type { ServerOptions, StartedServer } from '../../tests/support/server/server.ts'
import { startServer } from '../../tests/support/server/server.ts'
import { percentile } from '../passes.ts'
import type { Figure } from './report.ts'

const limits = { first: 8, again: 3, database: 2, queued: 1 } as const
const token = 'a-gateway-credential-of-the-start-bench'
const queuedCount = 200

/**
 * Measures the time until the server with demo and virtual plant is ready: first start, after a kill, after a kill of
 * its database; and the time until queued messages are acknowledged.
 */
export async function measureStarts(runs: number, log: (line: string) => void): Promise<Figure[]> {
  const seconds: Record<keyof typeof limits, number[]> = { first: [], again: [], database: [], queued: [] }
  const take = (name: keyof typeof limits, ms: number, cpu?: number): void => {
    seconds[name].push(ms / 1000)
    log(
      `${name.padEnd(10)} ${(ms / 1000).toFixed(2)} s${cpu === undefined ? '' : `, ${(cpu / 1000).toFixed(2)} s of CPU time`}`,
    )
  }
  // Builds the server before the measurement.
  await (await startServer({ args: ['--no-demo'], isFirst: true })).stop()
  for (let run = 0; run < runs; run++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'mimic-bench-'))
    const options: ServerOptions = { dataDir, args: [], isEmbedded: true, env: { MIMIC_GATEWAY_TOKEN: token } }
    let server = await startServer({ ...options, cold: true, isFirst: true })
    try {
      take('first', server.startMs, cpuMs(server.pid))
      await server.kill('SIGKILL')
      server = await startServer(options)
      take('again', server.startMs, cpuMs(server.pid))
      const ports = { MIMIC_HTTP_PORT: new URL(server.httpUrl).port, MIMIC_MQTT_PORT: new URL(server.mqttUrl).port }
      await server.kill('SIGKILL')
      const acknowledged = sendQueued(server.mqttUrl)
      server = await startServer({ ...options, env: { ...options.env, ...ports } })
      const readyAt = performance.now()
      take('again', server.startMs, cpuMs(server.pid))
      take('queued', Math.max(0, (await acknowledged) - readyAt))
      const before = new Set(findDescendants(server.pid))
      const tookMs = await killDatabase(server)
      const [supervisor] = findDescendants(server.pid).filter((pid) => !before.has(pid))
      take('database', tookMs, supervisor === undefined ? undefined : cpuMs(supervisor))
    } finally {
      await server.kill('SIGTERM')
      await removeDirectory(dataDir)
    }
  }
  return [
    { measure: 'start: first with the demo', ...figure(seconds.first, limits.first) },
    { measure: 'start: after a kill, with the demo', ...figure(seconds.again, limits.again) },
    { measure: 'start: after the database was killed', ...figure(seconds.database, limits.database) },
    { measure: `start: ${queuedCount} waiting messages acknowledged`, ...figure(seconds.queued, limits.queued) },
  ]
}

const figure = (values: readonly number[], limit: number) => ({
  value: Math.round(percentile(values, 0.5) * 100) / 100,
  unit: 's',
  atMost: limit,
})

/**
 * Simulates a gateway with queued messages: tries to connect every 50 ms, then sends all of them at once. Resolves with
 * the time of the last acknowledgement.
 */
async function sendQueued(url: string): Promise<number> {
  const client = await connect(url)
  const acknowledged = new Promise<number>((done) => {
    let count = 0
    client.listen(({ cmd }) => {
      if (cmd === 'puback' && ++count === queuedCount) done(performance.now())
    })
  })
  const now = Date.now()
  for (let n = 0; n < queuedCount; n++)
    client.publish(
      'p/street/d/pole-001/up/values',
      JSON.stringify({ at: now - (queuedCount - n) * 100, v: { lamp: n % 2 } }),
      1,
      n + 1,
    )
  const at = await acknowledged
  await client.close()
  return at
}

async function connect(url: string): Promise<RawClient> {
  for (;;) {
    try {
      return await RawClient.connect({ url, username: 'yard', password: token, clientId: 'yard' })
    } catch {
      await new Promise((done) => {
        setTimeout(done, 50)
      }) // the server does not listen yet
    }
  }
}

/** Kills PostgreSQL or the process of another engine. Returns the time until a new one runs and the server is ready. */
async function killDatabase(server: StartedServer): Promise<number> {
  const before = findDatabasePid(server)
  if (before === undefined) throw new Error('the server has no process of a database')
  process.kill(before, 'SIGKILL')
  const from = performance.now()
  for (;;) {
    await new Promise((done) => {
      setTimeout(done, 20)
    })
    const now = findDatabasePid(server)
    if (now === undefined || now === before) continue
    const { status } = await call(server, 'server.ready').catch(() => ({ status: 0 }))
    if (status === 200) return performance.now() - from
  }
}

function findDatabasePid({ dataDir, pid }: StartedServer): number | undefined {
  if (!existsSync(join(dataDir, 'postgres'))) return findDescendants(pid)[0]
  const file = join(dataDir, 'postgres/postmaster.pid')
  const written = existsSync(file) ? Number(/^\d+/.exec(readFileSync(file, 'utf8'))?.[0]) : Number.NaN
  return Number.isNaN(written) ? undefined : written
}
