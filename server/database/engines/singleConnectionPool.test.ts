import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PgliteServer } from './pgliteServer.ts'
import { listenPglite } from './pgliteServer.ts'
import { prepareFrequent } from './preparedStatements.ts'
import { createSingleConnectionPool } from './singleConnectionPool.ts'
import { removeDirectory } from '../../../tests/support/directories.ts'

let directory: string
let db: PGlite
let door: PgliteServer
const failures: unknown[] = []

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mimic-door-'))
  db = await PGlite.create()
  await db.exec('create table word (id int primary key, text text)')
  door = await listenPglite(db, { path: join(directory, '.s.PGSQL.5432') }, (cause) => failures.push(cause))
}, 60_000)
afterAll(async () => {
  await door.close()
  await db.close()
  await removeDirectory(directory)
})
beforeEach(() => db.exec('delete from word'))

async function connected(pipeline = false): Promise<Client> {
  const client = new Client({ host: directory, user: 'postgres', database: 'postgres', pipeline })
  await client.connect()
  return client
}

/** A client that sends single protocol messages, as other programs may, and reads the type letters of the answers. */
async function rawClient() {
  const socket = connect(join(directory, '.s.PGSQL.5432'))
  let received = Buffer.alloc(0)
  let check = (): void => undefined
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data])
    check()
  })
  const readUntil = (last: string): Promise<string[]> =>
    new Promise((done) => {
      check = () => {
        const letters: string[] = []
        for (let at = 0; at + 5 <= received.length; at += 1 + received.readUInt32BE(at + 1)) {
          letters.push(String.fromCharCode(received[at] ?? 0))
          if (letters.at(-1) !== last) continue
          received = received.subarray(at + 1 + received.readUInt32BE(at + 1))
          return done(letters)
        }
      }
      check()
    })
  const framed = (...parts: readonly (string | Buffer)[]): Buffer => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length + 4)
    return Buffer.concat([length, body])
  }
  socket.write(framed(Buffer.from([0, 3, 0, 0]), 'user\0postgres\0database\0postgres\0\0'))
  await readUntil('Z')
  return {
    readUntil,
    end: () => socket.destroy(),
    send: (letter: string, ...parts: readonly (string | Buffer)[]) =>
      void socket.write(Buffer.concat([Buffer.from(letter), framed(...parts)])),
  }
}

const wordsOf = async (): Promise<unknown[]> =>
  (await db.query<{ text: string }>('select text from word order by id')).rows.map(({ text }) => text)

describe('the shared connection', () => {
  it('never mixes concurrent requests of two clients', async () => {
    const clients = await Promise.all([connected(true), connected(true), connected(true)])
    const queries = Array.from({ length: 300 }, (_, n) => {
      const { [n % 3]: client } = clients
      return client?.query<{ n: number; text: string }>(`select $1::int as n, $2::text as text${' '.repeat(n % 7)}`, [
        n,
        'x'.repeat(n * 100),
      ])
    })
    const answers = await Promise.all(queries)
    expect(answers.map((answer) => answer?.rows[0]?.n)).toEqual(answers.map((_, n) => n))
    expect(answers.every((answer, n) => answer?.rows[0]?.text.length === n * 100)).toBe(true)
    await Promise.all(clients.map((client) => client.end()))
  })

  it('isolates a request sent in parts with a flush between them, and serves other clients when its client disconnects', async () => {
    const other = await connected()
    const one = await rawClient()
    one.send('P', '\0select $1::int + 1 as n\0', Buffer.from([0, 0]))
    one.send('D', 'S\0')
    one.send('H')
    expect(await one.readUntil('T')).toEqual(['1', 't', 'T'])
    // Both use the unnamed statement; they must not be mixed up.
    const waiting = other.query('select $1::text as said', ['mine'])
    expect(await Promise.race([waiting, pause(200, 'held')])).toBe('held')
    one.send('B', '\0\0', Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]), '41', Buffer.from([0, 0]))
    one.send('E', '\0', Buffer.alloc(4))
    one.send('S')
    expect(await one.readUntil('Z')).toEqual(['2', 'D', 'C', 'Z'])
    expect((await waiting).rows).toEqual([{ said: 'mine' }])

    one.send('P', '\0select nonsense from nowhere\0', Buffer.from([0, 0]))
    one.send('H')
    expect(await one.readUntil('E')).toEqual(['E'])
    const next = other.query('select $1::text as said', ['still here'])
    one.end()
    expect((await next).rows).toEqual([{ said: 'still here' }])
    await other.end()
  })

  it('isolates transactions from each other, and rolls one back when its client disconnects', async () => {
    const [one, other] = [await connected(), await connected()]
    await one.query('begin')
    await one.query('insert into word values (1, $1)', ['lost'])
    const waiting = other.query('insert into word values (2, $1)', ['kept'])
    await one.query('select 1')
    const died = new Promise((done) => one.on('error', done))
    one.connection.stream.destroy(new Error('pulled'))
    await died
    await waiting
    expect(await wordsOf()).toEqual(['kept'])
    await other.end()
  })

  it('refuses a wrong question and answers the next of the same client', async () => {
    const client = await connected(true)
    const [wrong, right] = [
      client.query('select * from nowhere where id = $1', [1]),
      client.query<{ n: number }>('select $1::int as n', [7]),
    ]
    await expect(wrong).rejects.toThrow('nowhere')
    expect((await right).rows).toEqual([{ n: 7 }])
    await client.end()
  })

  it('takes messages in pieces and answers larger than it keeps', async () => {
    const client = await connected()
    const text = '路灯'.repeat(400_000)
    expect((await client.query<{ text: string }>('select $1::text as text', [text])).rows[0]?.text).toBe(text)
    expect(failures).toEqual([])
    await client.end()
  })
})

it('answers repeated statements, prepared or not, in every calling style of the driver', async () => {
  const pool = new Pool({ host: directory, user: 'postgres', database: 'postgres', max: 1 })
  pool.on('connect', prepareFrequent)
  const client = await connected(true)
  prepareFrequent(client)
  for (let n = 0; n < 6; n++) {
    const values = [n]
    const answers = await Promise.all([
      pool.query({ text: 'select $1::int as n', values }),
      pool.query('select $1::int + 0 as n', values),
      client.query({ text: 'select $1::int as n', values }),
      client.query('select $1::int + 0 as n', values),
    ])
    expect(answers.map(({ rows }) => rows)).toEqual(answers.map(() => [{ n }]))
  }
  const {
    rows: [names],
  } = await client.query<{ count: string }>('select count(*) as count from pg_prepared_statements')
  expect(Number(names?.count)).toBeGreaterThan(0)
  await Promise.all([pool.end(), client.end()])
})

describe('one connection for all', () => {
  it('keeps single statements out of a transaction, in the order in which all were asked', async () => {
    const shared = createSingleConnectionPool(() => connected(true))
    const add = (id: number, text: string) => ({ text: 'insert into word values ($1, $2)', values: [id, text] })
    const first = shared.query(add(1, 'before'))
    const transaction = shared.begin()
    const count = shared.query<{ count: string }>({ text: 'select count(*) as count from word' })
    await first
    const alone = await transaction
    await alone.query(add(2, 'within'))
    await alone.query({ text: 'rollback' })
    alone.release()
    expect((await count).rows).toEqual([{ count: '1' }])
    expect(await wordsOf()).toEqual(['before'])
    await shared.end()
  })

  it('sends a statement with its surrounding statements, without others in between, and leaves no state after an error', async () => {
    const shared = createSingleConnectionPool(() => connected(true))
    const setting = { text: `select current_setting('enable_sort') as sort` }
    const around = (statement: { text: string }) =>
      shared.pipeline<{ sort: string }>('begin;set local enable_sort = off', statement, 'commit')
    const queries = [
      shared.query<{ sort: string }>(setting),
      around(setting),
      shared.query<{ sort: string }>(setting),
      around(setting),
    ]
    expect((await Promise.all(queries)).map(({ rows }) => rows[0]?.sort)).toEqual(['on', 'off', 'on', 'off'])
    const [wrong, after] = [around({ text: 'select nothing' }), shared.query<{ sort: string }>(setting)]
    await expect(wrong).rejects.toThrow('nothing')
    expect((await after).rows).toEqual([{ sort: 'on' }])
    await shared.end()
  })

  it('continues with a new connection after a failure, and repeats no statement', async () => {
    const opened: Client[] = []
    const shared = createSingleConnectionPool(async () => {
      const client = await connected(true)
      client.on('error', () => undefined)
      opened.push(client)
      return client
    })
    await shared.query({ text: 'select 1' })
    const alone = await shared.begin()
    await alone.query({ text: "insert into word values (1, 'lost')" })
    opened[0]?.connection.stream.destroy(new Error('pulled'))
    await expect(alone.query({ text: 'commit' })).rejects.toThrow()
    alone.release()
    await shared.query({ text: "insert into word values (2, 'kept')" })
    expect(opened).toHaveLength(2)
    expect(await wordsOf()).toEqual(['kept'])
    await shared.end()
  })

  it('ends after pending requests are complete, and rejects new ones', async () => {
    const shared = createSingleConnectionPool(() => connected(true))
    const alone = await shared.begin()
    const ended = shared.end()
    await expect(shared.query({ text: 'select 1' })).rejects.toThrow('closed')
    await alone.query({ text: "insert into word values (1, 'kept')" })
    await alone.query({ text: 'commit' })
    alone.release()
    await ended
    expect(await wordsOf()).toEqual(['kept'])
  })

  it('is not stuck when no connection could be had', async () => {
    let isAway = true
    const shared = createSingleConnectionPool(() => (isAway ? Promise.reject(new Error('away')) : connected(true)))
    await expect(shared.query({ text: 'select 1' })).rejects.toThrow('away')
    await expect(shared.begin()).rejects.toThrow('away')
    isAway = false
    expect((await shared.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
    await shared.end()
  })
})
