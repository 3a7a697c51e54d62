import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { truncatedTables, isRowsPath } from '../../../server/backup/manifest.ts'
import { readEntries } from '../../../server/backup/verifyBackup.ts'
import type { Request } from '../../support/server/api.ts'
import { callEntity, call, makeAccount, send, signIn, sqlIn, testPassword } from '../../support/server/api.ts'
import { runCommand } from '../../support/server/command.ts'
import { removeDirectory } from '../../support/directories.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const serverUrl = process.env.TEST_DATABASE_URL ?? ''

const passphrase = { MIMIC_BACKUP_PASSPHRASE: 'four quiet lamps' }
const night = '值班 "Night" shift \\N, 100 %'

describe.skipIf(serverUrl === '')('a backup of one kind of database, restored into the other', () => {
  const name = `mimic_across_${randomBytes(4).toString('hex')}`
  const url = serverUrl === '' ? '' : Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  let folder: string
  const at = (of: string): string => join(folder, of)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mimic-across-'))
    // Root starts PostgreSQL under another account, which must have access to the data.
    await chmod(folder, 0o755)
    await onServer(`create database ${name}`)
  })
  afterAll(async () => {
    if (folder) await removeDirectory(folder)
    await onServer(`drop database if exists ${name} with (force)`)
  })

  it('is the same there and back again, row by row and file by file, into directories and a database that were empty', async () => {
    const server = await startServer({ isEmbedded: true, dataDir: at('first'), args: ['--plant', '60'] })
    try {
      const token = await signIn(server)
      await make(server, 'post', {
        token,
        body: { values: { code: 'night', name: night, order: 3, remark: 'from ten\n\tto six' } },
      })
      await make(server, 'camera', {
        token,
        body: {
          project: 'tunnel',
          values: { name: 'Portal', serial: 'C100', address: 'http://10.0.0.7/live', password: "a camera's own" },
        },
      })
      await makeAccount(server, token, {
        username: 'ann',
        password: testPassword,
        role: 'operator',
        projects: [{ project: 'tunnel', role: 'operator' }],
      })
      const {
        data: {
          rows: [shown],
        },
      } = await call(server, 'drawing.list', { token, query: { project: 'tunnel' } })
      expect(
        (
          await call(server, 'share.create', {
            token,
            params: { id: shown?.id ?? '' },
            body: { password: 'four green bottles', expiresAt: null },
          })
        ).status,
      ).toBe(200)
      const form = new FormData()
      form.append('file', new Blob(['a plan of the tunnel\n']), 'plan.txt')
      expect((await send(server, 'POST', '/iot/tool/upload', form, { authorization: `Bearer ${token}` })).status).toBe(
        200,
      )
      await vi.waitFor(
        async () =>
          expect(Number((await sqlIn(server, 'select count(*) from tag_history'))[0]?.['count'])).toBeGreaterThan(100),
        { timeout: 30_000, interval: 200 },
      )
    } finally {
      await server.kill('SIGTERM')
    }
    await mkdir(at('second'))
    const steps: readonly (readonly [
      args: readonly string[],
      dataDir: string,
      env?: Readonly<Record<string, string>>,
    ])[] = [
      [['backup', '--to', at('first.tar.gz')], at('first')],
      [['restore', '--from', at('first.tar.gz')], at('second'), { DATABASE_URL: url }],
      [['backup', '--to', at('second.tar.gz')], at('second'), { DATABASE_URL: url }],
      [['restore', '--from', at('second.tar.gz')], at('third')],
      [['backup', '--to', at('third.tar.gz')], at('third')],
    ]
    for (const [args, dataDir, env = {}] of steps) {
      const { code, text } = await runCommand(args, dataDir, { DATABASE_URL: '', ...passphrase, ...env })
      expect([args[0], code, text]).toEqual([
        args[0],
        0,
        expect.stringContaining(args[0] === 'backup' ? 'rows of' : 'The audit log is intact'),
      ])
    }
    const [first, second, third] = [
      await readContent(at('first.tar.gz')),
      await readContent(at('second.tar.gz')),
      await readContent(at('third.tar.gz')),
    ]
    expect([...first.keys()].filter((key) => key.startsWith('rows of ')).length).toBeGreaterThan(20)
    expect(
      ['audit', 'drawing', 'tag_history', 'system_post', 'stored_file', 'share'].filter(
        (table) => (first.get(`rows of ${table}`)?.length ?? 0) === 0,
      ),
    ).toEqual([])
    for (const other of [second, third]) {
      expect([...other.keys()].toSorted()).toEqual([...first.keys()].toSorted())
      for (const [part, lines] of first) expect([part, other.get(part)]).toEqual([part, lines])
    }
  })

  it('serves people as before, and takes new rows, on either', async () => {
    for (const [dataDir, env] of [
      ['second', { DATABASE_URL: url }],
      ['third', {}],
    ] as const) {
      const server = await startServer({ isEmbedded: true, cold: true, dataDir: at(dataDir), env })
      try {
        await serves(server)
      } finally {
        await server.stop()
      }
    }
  })

  it('is refused by a database that is not empty, which stays as it is', async () => {
    await mkdir(at('fourth'))
    const { code, text } = await runCommand(['restore', '--from', at('first.tar.gz')], at('fourth'), {
      DATABASE_URL: url,
      ...passphrase,
    })
    expect([code, text]).toEqual([1, expect.stringContaining('is not empty')])
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('select name from system_post where code = $1', ['night'])
    await client.end()
    expect(rows).toEqual([{ name: night }])
  })
})

async function make(server: StartedServer, entity: string, request: Request): Promise<void> {
  const { status, text } = await callEntity(server, entity, 'create', request)
  expect([entity, status, text]).toEqual([entity, 200, expect.anything()])
}

async function serves(server: StartedServer): Promise<void> {
  const token = await signIn(server)
  const { data: posts } = await callEntity<{ rows: readonly { name: string }[] }>(server, 'post', 'list', { token })
  expect(posts.rows.map((row) => row.name)).toContain(night)
  await make(server, 'post', { token, body: { values: { code: 'day', name: 'Day', order: 1 } } })
  expect((await call(server, 'drawing.list', { token, query: { project: 'tunnel' } })).data.total).toBeGreaterThan(0)
  expect(
    (await call(server, 'session.read', { token: await signIn(server, 'ann', testPassword) })).data.account.projects,
  ).toEqual([{ id: 'tunnel', role: 'operator' }])
}

/** Returns a backup's content except its metadata: rows of each table in any order, and files. */
async function readContent(file: string): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, string[]>()
  for await (const { path, content } of readEntries(file)) {
    const parts: Buffer[] = []
    for await (const part of content) parts.push(Buffer.from(part))
    const bytes = Buffer.concat(parts)
    const table = path.split('/')[1] ?? ''
    if (!isRowsPath(path)) found.set(path, path.startsWith('files/') ? [bytes.toString('base64')] : [])
    else if (!truncatedTables.has(table))
      found.set(`rows of ${table}`, [
        ...(found.get(`rows of ${table}`) ?? []),
        ...bytes.toString('utf8').split('\n').filter(Boolean),
      ])
  }
  return new Map([...found].map(([part, lines]) => [part, lines.toSorted()]))
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
