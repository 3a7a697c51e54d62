import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import { databaseEnv, runCommand } from '../../support/server/command.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

/** `MIMIC_BACKUPS=20` sets the number of backups. */
const backups = Number(process.env['MIMIC_BACKUPS'] ?? 3)
const everyMs = 2_000
const passphrase = { MIMIC_BACKUP_PASSPHRASE: 'four quiet lamps' }

/** Writes acknowledged so far. */
interface Acknowledged {
  /** Names of created rows by id. */
  readonly backups: Map<string, string>
  readonly removed: Set<string>
  /** Revision and value of the row that is changed repeatedly. */
  changed: { readonly revision: number; readonly order: number }
}
/** A backup, and the writes acknowledged before it started. */
interface BackupRecord {
  readonly file: string
  readonly backups: ReadonlyMap<string, string>
  readonly removed: ReadonlySet<string>
  readonly changed: Acknowledged['changed']
  readonly drawings: ReadonlySet<string>
  readonly history: number
}

let folder: string
let server: StartedServer
let token: string
let counter: string
const acknowledged: Acknowledged = { backups: new Map(), removed: new Set(), changed: { revision: 0, order: 0 } }
const drawings = new Set<string>()
const backupRecords: BackupRecord[] = []

const post = (name: string, order: number) => ({
  token,
  body: { values: { code: `c${randomBytes(6).toString('hex')}`, name, order } },
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimic-series-'))
  server = await startServer({ args: ['--plant', '200'] })
  token = await signIn(server)
  const created = await callEntity(server, 'post', 'create', post('Counter', 0))
  counter = created.data.id
  acknowledged.changed = { revision: created.data.revision, order: 0 }
})
afterAll(async () => {
  await server?.stop()
  await removeDirectory(folder)
})

/** Creates, changes and removes rows until stopped. Only responses with 200 count. */
async function write(isOver: () => boolean): Promise<number> {
  let writes = 0
  const rounds = async (each: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 1; !isOver(); n++) await each(n)
  }
  await Promise.all([
    rounds(async (n) => {
      const name = `Made ${n} '";\\\t`.trim()
      const { status, data } = await callEntity(server, 'post', 'create', post(name, n % 100))
      if (status === 200) acknowledged.backups.set(data.id, name)
      if (status === 200 && n % 5 === 0) {
        const [first] = acknowledged.backups.keys()
        if (
          first !== undefined &&
          (await callEntity(server, 'post', 'remove', { token, params: { id: first } })).status === 200
        ) {
          acknowledged.backups.delete(first)
          acknowledged.removed.add(first)
        }
      }
      writes++
    }),
    rounds(async (n) => {
      const order = n % 100
      const { status, data } = await callEntity(server, 'post', 'update', {
        token,
        params: { id: counter },
        headers: { 'if-match': `"${acknowledged.changed.revision}"` },
        body: { values: { order } },
      })
      if (status === 200) acknowledged.changed = { revision: data.revision, order }
      else await pause(50) // rate limit: retry later
      writes++
    }),
    rounds(async (n) => {
      const { status, data } = await call(server, 'drawing.create', {
        token,
        body: { project: 'tunnel', name: `Busy ${n}` },
      })
      if (status === 200) drawings.add(data.id)
      writes++
    }),
  ])
  return writes
}

describe.skipIf(process.env.TEST_DATABASE_URL !== undefined)('backups in a row while people and devices write', () => {
  it(`are taken every ${everyMs / 1000} s`, { tags: 'full' }, async () => {
    let isOver = false
    const writing = write(() => isOver)
    for (let n = 0; n < backups; n++) {
      const from = performance.now()
      const file = join(folder, `${n}.tar.gz`)
      const history = Number((await sqlIn(server, 'select count(*) from tag_history'))[0]?.['count'])
      backupRecords.push({
        file,
        backups: new Map(acknowledged.backups),
        removed: new Set(acknowledged.removed),
        changed: acknowledged.changed,
        drawings: new Set(drawings),
        history,
      })
      const { code, text } = await runCommand(['backup', '--to', file], server.dataDir, {
        ...passphrase,
        ...databaseEnv(server),
      })
      expect([n, code, text]).toEqual([n, 0, expect.stringContaining('encrypted with the passphrase')])
      await pause(Math.max(0, everyMs - (performance.now() - from)))
    }
    isOver = true
    const writes = await writing
    console.info(
      `${writes} writes; before the backups began ${backupRecords.map(({ backups: created, removed, drawings: some, history }) => `${created.size + removed.size + some.size} rows and ${history} values`).join(', ')}`,
    )
    expect(backupRecords.at(-1)?.backups.size).toBeGreaterThan(backupRecords[0]?.backups.size ?? 0)
  })

  it.each(Array.from({ length: backups }, (_, n) => n))(
    'number %i holds all that was acknowledged before it began, and a server starts on it',
    { tags: 'full' },
    async (n) => {
      const { file, backups: created, removed, changed, drawings: drawn, history } = backupRecords[n] ?? fail()
      const target = join(folder, `restored-${n}`)
      const restored = await runCommand(['restore', '--from', file], target, passphrase)
      expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('The audit log is intact')])

      const restarted = await startServer({ dataDir: target })
      try {
        const rows = new Map(
          (await sqlIn(restarted, 'select id, name, revision, "order" from system_post')).map((row) => [
            String(row['id']),
            row,
          ]),
        )
        // Rows removed after the backup started may be missing, and rows created meanwhile may be present.
        const later = acknowledged.removed
        const lost = [...created].filter(([id, name]) => rows.get(id)?.['name'] !== name && !later.has(id))
        expect(lost).toEqual([])
        expect([...removed].filter((id) => rows.has(id))).toEqual([])
        const remaining = rows.get(counter)
        expect(Number(remaining?.['revision'])).toBeGreaterThanOrEqual(changed.revision)
        // Each change increments the previous value, so value and revision must match.
        expect(Number(remaining?.['order'])).toBe(
          (changed.order + Number(remaining?.['revision']) - changed.revision) % 100,
        )
        const restoredIds = new Set((await sqlIn(restarted, 'select id from drawing')).map(({ id }) => String(id)))
        expect([...drawn].filter((id) => !restoredIds.has(id))).toEqual([])
        expect(
          Number((await sqlIn(restarted, 'select count(*) from tag_history'))[0]?.['count']),
        ).toBeGreaterThanOrEqual(history)
        // The restored server continues its audit log.
        token = await signIn(restarted)
        expect((await callEntity(restarted, 'post', 'create', post('After', 1))).status).toBe(200)
        await restarted.kill('SIGTERM')
        expect((await runCommand(['verify-audit'], target)).text).toContain('The audit log is intact')
      } finally {
        await restarted.stop()
      }
    },
  )
})

function fail(): never {
  throw new Error('there is no such backup')
}
