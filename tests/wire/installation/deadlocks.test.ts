import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { Db } from '../../../server/database/index.ts'
import { createLog } from '../../../server/log.ts'
import { systemContext } from '../../../server/services/base/requestContext.ts'
import { openOwnServices, type OwnServices } from '../../support/server/ownServices.ts'

// The embedded database has a single connection and therefore no deadlocks.
describe.skipIf(process.env.TEST_DATABASE_URL === undefined)('two writers of the same rows', () => {
  const projects = ['north', 'south'] as const
  const rounds = 10
  /** Log lines of transactions that were aborted by the database and repeated. */
  const retried: string[] = []
  let own: OwnServices

  beforeAll(async () => {
    own = await openOwnServices(
      'deadlocks',
      createLog('info', (line) => {
        if (line.includes('transaction conflict')) retried.push(line)
      }),
    )
    for (const id of projects)
      await own.database.db
        .insertInto('project')
        .values({ id, name: id, edition: 'lighting', created_at: new Date() })
        .execute()
    // A short timeout speeds up the detection of deadlocks.
    const {
      rows: [{ name } = { name: '' }],
    } = await sql<{ name: string }>`select current_database() as name`.execute(own.database.db)
    await sql`alter database ${sql.ref(name)} set deadlock_timeout = '20ms'`.execute(own.database.db)
  })
  afterAll(() => own?.close())
  beforeEach(() => {
    retried.length = 0
  })

  const make = async (entity: string, project: string, values: EntityValues): Promise<string> => {
    const [id = ''] = await own.rows.getStoredService(entity).add(systemContext, [{ project, values }])
    return id
  }

  it('that wait for each other in a circle both succeed: the aborted one is repeated', async () => {
    const { db } = own.database
    for (const key of ['a', 'b']) await db.insertInto('setting').values({ key, value: '0' }).execute()
    let holding = 0
    let release = (): void => undefined
    const both = new Promise<void>((done) => {
      release = done
    })
    const add = (tx: Db, key: string) =>
      sql`update setting set value = (value::int + 1)::text where key = ${key}`.execute(tx)
    const write = (first: string, second: string) =>
      db.transaction().execute(async (tx) => {
        await add(tx, first)
        if (++holding === 2) release()
        await both
        await add(tx, second)
      })
    await Promise.all([write('a', 'b'), write('b', 'a')])
    expect(
      await db.selectFrom('setting').select(['key', 'value']).where('key', 'in', ['a', 'b']).orderBy('key').execute(),
    ).toEqual([
      { key: 'a', value: '2' },
      { key: 'b', value: '2' },
    ])
    expect(retried).toHaveLength(1)
  })

  it('that choose the defaults of two projects at once take turns, and none is given up', async () => {
    const points = [{ at: '18:00', dimming: 80, colorTemperature: 50 }]
    const timetables = async (project: string): Promise<string[]> => {
      const ids: string[] = []
      for (const name of ['early', 'late'])
        ids.push(await make('timetable', project, { name, points, isDefault: true }))
      return ids
    }
    const [[north = '', northLate = ''], [south = '', southLate = '']] = [
      await timetables('north'),
      await timetables('south'),
    ]
    const choose = (...ids: string[]) =>
      own.rows.getService('timetable').updateMany(systemContext, ids, { values: { isDefault: true } })
    for (let round = 0; round < rounds; round++) {
      // Each transaction holds the row whose default the other one takes.
      await choose(northLate, south)
      await Promise.all([choose(north, south), choose(northLate, southLate)])
      const { rows } = await sql<{
        project: string
      }>`select project from lighting_timetable where is_default order by project`.execute(own.database.db)
      expect(rows.map(({ project }) => project)).toEqual(projects)
    }
    expect(retried).toEqual([])
  })
})
