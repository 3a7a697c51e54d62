import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, it } from 'vitest'
import type { ImportJob } from '../../../contract/entity/routes.ts'
import type { EngineKind } from '../../../server/database/engines/engine.ts'
import { inspectDatabase } from '../../../server/database/damage/database.ts'
import { chooseEngine } from '../../../server/database/engines/engineChoice.ts'
import { findPackage } from '../../../server/database/postgres/program.ts'
import { Oracle } from '../../chaos/oracle.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { callEntity, call, send, signIn } from '../../support/server/api.ts'
import { count } from '../../support/counts.ts'
import { removeDirectory } from '../../support/directories.ts'
import { Disk, type Survival } from '../../support/powerLoss/disk.ts'
import { buildRecorder, canRecord, type Recorder } from '../../support/powerLoss/recorder.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

/**
 * Power loss. A server runs under load while a preloaded library records all its file operations. From the log the test
 * rebuilds the disk at random moments, without unsynced writes or with a random part of them. From each such disk the
 * database must start and contain every write acknowledged before that moment. Requires Linux and a C compiler.
 */
const engines: readonly (readonly [EngineKind, cuts: number])[] = [
  ...(findPackage() === undefined ? [] : [['postgresql', count({ daily: 2, full: 200 })] as const]),
  ['pglite', count({ daily: 0, full: 20 })],
]
const loadMs = count({ daily: 2_000, full: 20_000 })
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const token = 'a-gateway-credential-of-the-power-test'
const importRows = 200
const directories: string[] = []

afterAll(async () => {
  for (const directory of directories) await removeDirectory(directory)
})

const kinds = ['value', 'drawing', 'command', 'import', 'file'] as const

/** An acknowledged write, and the length of the log at that moment. */
interface Acknowledged {
  readonly kind: (typeof kinds)[number]
  readonly key: string
  readonly position: number
}

it.skipIf(!canRecord()).each(engines.filter(([, cuts]) => cuts > 0))(
  'after a power loss %s starts with everything that was acknowledged',
  async (engine, cuts) => {
    const top = await mkdtemp(join(tmpdir(), 'mimic-power-'))
    directories.push(top)
    chmodSync(top, 0o755)
    const dataDir = join(top, 'data')
    await mkdir(dataDir, { mode: 0o700 })
    const options = {
      dataDir,
      isEmbedded: true,
      isFirst: true,
      engine,
      args: ['--plant', '100'],
      env: { MIMIC_GATEWAY_TOKEN: token },
    }
    await (await startServer(options)).kill('SIGTERM')
    // On a busy machine the server may exit before its database.
    await expect.poll(() => isInUse(dataDir), { timeout: 60_000 }).toBe(false)

    const disk = new Disk(dataDir)
    const recorder = buildRecorder(top, dataDir)
    const server = await startServer({ ...options, env: { ...options.env, ...recorder.env } })
    const [start, acknowledged] = [recorder.position(), await load(server, recorder)]
    const log = readFileSync(recorder.log)
    const random = createRandom(seed)
    const moments = Array.from({ length: cuts }, () => start + Math.floor(random() * (log.length - start))).toSorted(
      (a, b) => a - b,
    )
    const missing: string[] = []
    for (const [index, moment] of moments.entries()) {
      disk.advance(log, moment)
      const survival: Survival = index % 2 === 0 ? 'nothing' : 'some'
      const cut = join(top, `cut-${index}`)
      await mkdir(cut, { mode: 0o700 })
      disk.writeTo(cut, survival, random)
      const present = await readContents(cut, engine)
      const before = acknowledged.filter(({ position }) => position <= moment)
      missing.push(
        ...before
          .filter(({ kind, key }) => !present.has(`${kind} ${key}`))
          .map(({ kind, key }) => `cut ${index} (${survival}): ${kind} ${key}`),
      )
      await removeDirectory(cut)
    }
    const counts = kinds.map((kind) => `${acknowledged.filter((each) => each.kind === kind).length} ${kind}`).join(', ')
    console.log(
      `power loss: ${engine}, seed ${seed}, ${cuts} cuts in a log of ${Math.round(log.length / 1024 ** 2)} MB, acknowledged: ${counts}; ${missing.length} missing`,
    )
    expect(missing.slice(0, 5)).toEqual([])
    expect(getKinds(acknowledged)).toEqual(kinds)
  },
  60 * 60_000,
)

function isInUse(dataDir: string): boolean {
  const lock = join(dataDir, 'lock')
  const [, pid = ''] = existsSync(lock) ? (/"pid":(\d+)/.exec(readFileSync(lock, 'utf8')) ?? []) : []
  return pid !== '' && existsSync(`/proc/${pid}`)
}

const getKinds = (acknowledged: readonly Acknowledged[]): readonly string[] =>
  kinds.filter((kind) => acknowledged.some((each) => each.kind === kind))

/** The rate limiter rejected a request; the round is repeated later. */
class Throttled extends Error {}

function expectSuccess({ status, text }: { readonly status: number; readonly text: string }): void {
  if (status === 429) throw new Throttled(text)
  if (status !== 200) throw new Error(`the server answered ${status}: ${text}`)
}

/** Runs MQTT values, saves, commands, imports and uploads at once, then kills the server. */
async function load(server: StartedServer, recorder: Recorder): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  const take = (kind: Acknowledged['kind'], key: string): void =>
    void acknowledged.push({ kind, key, position: recorder.position() })
  const admin = await signIn(server)
  const oracle = new Oracle({ project: 'street', devices: 40, points: 5, inflight: 100 })
  const client = await RawClient.connect({
    url: server.mqttUrl,
    username: 'oracle',
    password: token,
    clientId: 'oracle',
  })
  const values = oracle.load(client)
  let isOver = false
  const noteValues = async (): Promise<void> => {
    for (let noted = 0; !isOver; await pause(5)) {
      for (const { device, value } of oracle.acked.slice(noted)) {
        for (const point of oracle.points) take('value', `${oracle.deviceName(device)}/${point}/${value}`)
        noted++
      }
    }
  }
  const repeat = async (work: (round: number) => Promise<void>): Promise<void> => {
    for (let round = 0; !isOver; round++) {
      try {
        await work(round)
      } catch (cause) {
        if (isOver) return // the server was killed
        if (!(cause instanceof Throttled)) throw cause
        await pause(500)
      }
    }
  }
  const work = [
    noteValues(),
    repeat(async (round) => {
      const created = await call(server, 'drawing.create', {
        token: admin,
        body: { project: 'street', name: `Drawing ${round}` },
      })
      expectSuccess(created)
      take('drawing', created.data.id)
    }),
    repeat(async (round) => {
      const sent = await call(server, 'command.send', {
        token: admin,
        body: { tag: 'street/pole-001/dimming', value: round % 100 },
        headers: { 'idempotency-key': `key-${round}` },
      })
      if (sent.bad.error === 'device.offline') return pause(50) // the plant is not connected yet
      expectSuccess(sent)
      take('command', sent.data.id)
    }),
    repeat(async (round) => {
      const rows = Array.from({ length: importRows }, (_, n) => ({
        name: `Import ${round} row ${n}`,
        address: `import-${round}-${n}`,
        communication: 1,
      }))
      const checked = await callEntity<ImportJob>(server, 'cabinet', 'importCheck', {
        token: admin,
        body: { project: 'street', rows, zone: 'UTC' },
      })
      expectSuccess(checked)
      const { id } = checked.data
      expectSuccess(await callEntity(server, 'cabinet', 'importStart', { token: admin, params: { id } }))
      for (;;) {
        const read = await callEntity<ImportJob>(server, 'cabinet', 'importRead', { token: admin, params: { id } })
        expectSuccess(read)
        const { state } = read.data
        if (state === 'done') break
        if (state !== 'running' && state !== 'checked') throw new Error(`the import is ${state}`)
        await pause(20)
      }
      for (const { name } of rows) take('import', name)
    }),
    repeat(async (round) => {
      const form = new FormData()
      form.append('file', new Blob([`a plan, number ${round}\n`.repeat(500)]), `plan-${round}.txt`)
      const sent = await send(server, 'POST', '/iot/tool/upload', form, { authorization: `Bearer ${admin}` })
      expectSuccess(sent)
      take('file', `plan-${round}.txt`)
    }),
  ]
  const waitForLoad = async (): Promise<void> => {
    await pause(loadMs)
    await expect.poll(() => getKinds(acknowledged), { timeout: 120_000 }).toEqual(kinds)
  }
  await Promise.race([waitForLoad(), Promise.all(work)])
  isOver = true
  await server.kill('SIGKILL')
  await values
  await Promise.allSettled(work)
  return acknowledged
}

/** Starts the database of a directory and returns all content that may have been acknowledged. */
async function readContents(dataDir: string, engineKind: EngineKind): Promise<ReadonlySet<string>> {
  const lines: string[] = []
  const socketPath = join(dataDir, '.s.PGSQL.5432')
  const engine = await chooseEngine({
    directory: dataDir,
    socketPath,
    requestedEngine: engineKind,
    bufferMb: 32,
    onLine: ({ text }) => void lines.push(text),
    onFailure: (cause) => void lines.push(String(cause)),
  })
  const client = new Client({ host: dataDir, port: 5432, user: 'postgres', database: 'postgres' })
  try {
    await client.connect()
    await inspectDatabase(dataDir, engineKind, (text) => client.query<{ path: string | null }>(text))
    const { rows } = await client.query<{ found: string }>(`
      select 'value ' || t.device || '/' || t.point || '/' || h.value as found from tag_history h join tag t on t.id = h.tag where t.device like 'oracle-%'
      union all select 'drawing ' || id from drawing
      union all select 'command ' || id from command
      union all select 'import ' || name from lighting_cabinet where name like 'Import %'`)
    const files = await client.query<{ id: string; name: string }>('select id, name from stored_file')
    const whole = files.rows.filter(
      ({ id }) => (statSync(join(dataDir, 'files', id), { throwIfNoEntry: false })?.size ?? 0) > 0,
    )
    return new Set([...rows.map(({ found }) => found), ...whole.map(({ name }) => `file ${name}`)])
  } catch (cause) {
    throw new Error(`the database of ${dataDir} does not answer: ${lines.join('; ')}`, { cause })
  } finally {
    await client.end().catch(() => undefined)
    await engine.abandon()
  }
}

function createRandom(from: number): () => number {
  let state = from
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
