import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '../../../contract/entities.ts'
import { call, callRoute, send, signIn, sqlIn } from '../../support/server/api.ts'
import { databaseEnv, runCommand } from '../../support/server/command.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { getEntity } from '../../../contract/entities.ts'

const passphrase = { MIMIC_BACKUP_PASSPHRASE: 'four quiet lamps' }
const includedTables = [
  'drawing',
  'drawing_revision',
  'account',
  'project',
  'project_grant',
  'system_post',
  'library_entry',
  'stored_file',
  'lighting_camera',
]

let folder: string
let server: StartedServer
let admin: string
let file: string
/** Rows that existed before the backup started, by table, as text. */
const before = new Map<string, string[]>()

const rowsIn = async (of: StartedServer, table: string): Promise<string[]> =>
  (await sqlIn(of, `select row_to_json(t)::text as row from ${table} t`)).map(({ row }) => String(row)).toSorted()
const changing = new Set(['account'])

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimic-backup-'))
  file = join(folder, 'mimic.tar.gz')
  server = await startServer({ args: ['--plant', '60'] })
  admin = await signIn(server)
  await callRoute(server, getEntityRoutes(getEntity('post'))['create'] ?? fail(), {
    token: admin,
    body: { values: { code: 'night', name: '值班 "Night"\tshift', order: 3 } },
  })
  const created = await callRoute(server, getEntityRoutes(getEntity('camera'))['create'] ?? fail(), {
    token: admin,
    body: { project: 'tunnel', values: { name: 'Portal', serial: 'C100' } },
  })
  if (created.status !== 200) throw new Error(`the camera was answered ${created.status}`)
  // Saved by a newer version: unknown content is restored byte for byte.
  const later = await call(server, 'drawing.create', { token: admin, body: { project: 'tunnel', name: 'Later' } })
  await sqlIn(server, 'update drawing set body = $2 where id = $1', [
    later.data.id,
    '{ "version": 99,  "name": "Later", "components": [], "fog": 1.50 }\n',
  ])
  const form = new FormData()
  form.append('file', new Blob(['a plan of the tunnel\n']), 'plan.txt')
  const { status } = await send(server, 'POST', '/iot/tool/upload', form, { authorization: `Bearer ${admin}` })
  if (status !== 200) throw new Error(`the upload was answered ${status}`)
  const saved = await call(server, 'drawing.create', { token: admin, body: { project: 'tunnel', name: 'Saved twice' } })
  await call(server, 'drawing.save', {
    token: admin,
    params: { id: saved.data.id },
    body: { drawing: { version: 1, name: 'Saved twice', components: [] }, note: 'Second' },
    headers: { 'if-match': '"1"' },
  })
  for (const table of includedTables) before.set(table, await rowsIn(server, table))
  for (
    let waited = 0;
    waited < 100 && Number((await sqlIn(server, 'select count(*) from tag_history'))[0]?.['count']) < 100;
    waited++
  )
    await new Promise((done) => setTimeout(done, 100))
})
afterAll(async () => {
  await server?.stop()
  await removeDirectory(folder)
})

function fail(): never {
  throw new Error('there is no such route')
}

describe('a backup', () => {
  it('is taken while people and devices write', async () => {
    let isOver = false
    let written = 0
    const writers = [0, 1, 2].map(async (n) => {
      while (!isOver) {
        const { status } = await call(server, 'drawing.create', {
          token: admin,
          body: { project: 'tunnel', name: `Busy ${n} ${written++}` },
        })
        expect([200, 429]).toContain(status)
      }
    })
    const { code, text } = await runCommand(['backup', '--to', file], server.dataDir, {
      ...passphrase,
      ...databaseEnv(server),
    })
    isOver = true
    await Promise.all(writers)
    expect([code, text]).toEqual([0, expect.stringContaining('encrypted with the passphrase')])
    expect(written).toBeGreaterThan(3)
    expect(existsSync(`${file}.part`)).toBe(false)
  })

  it('never writes over a file, and keeps the secret sealed', async () => {
    expect((await runCommand(['backup', '--to', file], server.dataDir, databaseEnv(server))).text).toContain(
      'already exists',
    )
    const secret = readFileSync(join(server.dataDir, 'secret'), 'utf8').trim()
    const { gunzipSync } = await import('node:zlib')
    expect(gunzipSync(await readFile(file)).includes(secret)).toBe(false)
  })
})

describe.skipIf(process.env.TEST_DATABASE_URL !== undefined)('a restore', () => {
  it(
    'refuses a damaged file, a foreign one, a wrong passphrase and a directory in use, and changes nothing',
    { tags: 'full' },
    async () => {
      const whole = await readFile(file)
      const target = join(folder, 'refused')
      const damaged = join(folder, 'damaged.tar.gz')
      for (const at of [20, Math.floor(whole.length / 2), whole.length - 6]) {
        // Changes several bytes, because a single changed bit of a compressed file may have no effect.
        const bytes = Buffer.from(whole)
        for (let byte = at; byte < at + 6; byte++) bytes[byte] = (bytes[byte] ?? 0) ^ 0x5a
        await writeFile(damaged, bytes)
        const { code, text } = await runCommand(['restore', '--from', damaged], target, passphrase)
        expect([at, code, text]).toEqual([
          at,
          1,
          expect.stringMatching(/is damaged and was not restored|is not a Mimic backup/),
        ])
      }
      await writeFile(damaged, whole.subarray(0, whole.length - 200))
      expect((await runCommand(['restore', '--from', damaged], target, passphrase)).text).toContain(
        'is damaged and was not restored',
      )
      await writeFile(damaged, 'no archive at all')
      expect((await runCommand(['restore', '--from', damaged], target, passphrase)).code).toBe(1)
      expect(
        (await runCommand(['restore', '--from', file], target, { MIMIC_BACKUP_PASSPHRASE: 'another one' })).text,
      ).toContain('wrong passphrase')
      expect((await runCommand(['restore', '--from', file], target)).text).toContain('set MIMIC_BACKUP_PASSPHRASE')
      expect(await readdir(folder)).toEqual(['damaged.tar.gz', 'mimic.tar.gz'])

      expect((await runCommand(['restore', '--from', file], server.dataDir, passphrase)).text).toContain(
        'a server is running',
      )
      await writeFile(join(folder, 'note'), '')
      expect((await runCommand(['restore', '--from', file], folder, passphrase)).text).toContain('is not empty')
      await rm(join(folder, 'note'))
    },
  )

  it('brings back rows, drawings, files, history and secrets, and a server starts on it', async () => {
    const target = join(folder, 'restored')
    const { code, text } = await runCommand(['restore', '--from', file], target, passphrase)
    expect([code, text]).toEqual([0, expect.stringContaining('The audit log is intact')])
    expect(readFileSync(join(target, 'secret'), 'utf8')).toBe(readFileSync(join(server.dataDir, 'secret'), 'utf8'))

    const restarted = await startServer({ dataDir: target })
    try {
      for (const table of includedTables) {
        const restored = await rowsIn(restarted, table)
        if (!changing.has(table))
          expect([table, restored]).toEqual([table, expect.arrayContaining(before.get(table) ?? [])])
        else expect(restored.length).toBe(before.get(table)?.length)
      }
      const token = await signIn(restarted)
      expect(
        (await call(restarted, 'drawing.list', { token, query: { project: 'tunnel', pageSize: '50' } })).data.total,
      ).toBeGreaterThan(0)
      const sample = String((await sqlIn(restarted, 'select id from drawing order by id limit 1'))[0]?.['id'])
      expect((await call(restarted, 'drawing.read', { token, params: { id: sample } })).data.drawing).toEqual(
        (await call(server, 'drawing.read', { token: admin, params: { id: sample } })).data.drawing,
      )

      const stored = String((await sqlIn(restarted, 'select id from stored_file'))[0]?.['id'])
      const download = await send(restarted, 'GET', `/common/download?fileName=${stored}`, null, {
        authorization: `Bearer ${token}`,
      })
      expect(download.text).toBe('a plan of the tunnel\n')

      // The plant's history is complete.
      const [{ count, sum }] = (await sqlIn(
        restarted,
        'select count(*), sum(extract(epoch from at))::text as sum from tag_history',
      )) as [{ count: string; sum: string }]
      expect(Number(count)).toBeGreaterThanOrEqual(100)
      const newest = String((await sqlIn(restarted, 'select max(at)::text as at from tag_history'))[0]?.['at'])
      expect(newest).not.toBe('')
      expect(sum).not.toBe('')

      // References that only the declarations define are valid too.
      const broken: string[] = []
      for (const entity of entities) {
        for (const [field, declared] of Object.entries(entity.fields)) {
          if (declared.kind !== 'ref' || entity.custom || getEntity(declared.to).custom) continue
          const getTable = (one: { area: string; name: string }) =>
            `${one.area}_${one.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
          const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
          const rows = await sqlIn(
            restarted,
            `select id from "${getTable(entity)}" t where "${column}" is not null and not exists (select from "${getTable(getEntity(declared.to))}" o where o.id = t."${column}")`,
          )
          if (rows.length > 0) broken.push(`${entity.name}.${field}`)
        }
      }
      expect(broken).toEqual([])

      // New rows get new numbers, and the audit log continues.
      const sent = await callRoute(restarted, getEntityRoutes(getEntity('post'))['create'] ?? fail(), {
        token,
        body: { values: { code: 'day', name: 'Day', order: 1 } },
      })
      expect(sent.status).toBe(200)
      await restarted.kill('SIGTERM')
      expect((await runCommand(['verify-audit'], target)).text).toContain('The audit log is intact')
    } finally {
      await restarted.stop()
    }
  })

  it('moves existing data aside only if forced', { tags: 'full' }, async () => {
    const target = join(folder, 'restored')
    expect((await runCommand(['restore', '--from', file], target, passphrase)).code).toBe(1)
    const { code, text } = await runCommand(['restore', '--from', file, '--force'], target, passphrase)
    expect([code, text]).toEqual([0, expect.stringContaining('The previous data was moved to')])
    expect((await readdir(folder)).filter((name) => name.startsWith('restored.before-'))).toHaveLength(1)
  })
})

describe('jobs of an installation with a paused backup job', { tags: 'full' }, () => {
  it('create a backup every night and verify it by a trial restore, unless a user has edited the job', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mimic-backup-jobs-'))
    const jobs = async (of: StartedServer) =>
      await sqlIn(
        of,
        `select task, status, keep, next_at is not null as due from system_job where task in ('backup', 'verifyBackup') order by task`,
      )
    const asBefore = async (of: StartedServer, revision: number): Promise<void> => {
      await sqlIn(of, `delete from system_job where task = 'verifyBackup'`)
      await sqlIn(
        of,
        `update system_job set status = 'paused', keep = 7, next_at = null, revision = $1 where task = 'backup'`,
        [revision],
      )
      await sqlIn(of, `update setting set value = 'installed' where key = 'jobs'`)
    }
    const trial = { task: 'verifyBackup', status: 'running', due: true }
    let own = await startServer({ dataDir, args: ['--no-demo'] })
    try {
      await asBefore(own, 1)
      await own.kill('SIGTERM')
      own = await startServer({ dataDir })
      expect(await jobs(own)).toMatchObject([{ task: 'backup', status: 'running', keep: 14, due: true }, trial])
      await asBefore(own, 2)
      await own.kill('SIGTERM')
      own = await startServer({ dataDir })
      expect(await jobs(own)).toMatchObject([{ task: 'backup', status: 'paused', keep: 7, due: false }, trial])
    } finally {
      await own.stop()
    }
  })
})
