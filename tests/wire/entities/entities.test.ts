import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toCell } from '../../../contract/entity/spreadsheetCells.ts'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { formFields } from '../../../contract/entity/define.ts'
import type { EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import { readValues } from '../../../contract/entity/read.ts'
import type { ImportJob, RowEvent } from '../../../contract/entity/routes.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { sheetRow, validValues } from '../../support/entities/entityBodies.ts'
import type { EntityWorld } from '../../support/entities/entityWorld.ts'
import { entitySets, project, startEntityWorld } from '../../support/entities/entityWorld.ts'
import { addAccount, call, sqlIn } from '../../support/server/api.ts'

interface Page {
  readonly rows: readonly Row[]
  readonly total: number
}

describe.each(entitySets)('$name: every entity', ({ main, entities }) => {
  let world: EntityWorld
  beforeAll(async () => {
    world = await startEntityWorld({ main, entities })
  })
  afterAll(() => world?.stop())

  const written = entities.filter(({ origin, custom }) => origin === 'people' && custom !== true)
  const names = (some: readonly Entity[]) => some.map((entity) => [entity.name, entity] as const)
  const match = (revision: number) => ({ 'if-match': `"${revision}"` })

  it.each(names(written))(
    '%s is made, read, found, changed, refused when changed meanwhile, and removed',
    async (_name, entity) => {
      const body = await world.body(entity, 100)
      const created = await world.callEntity(entity, 'create', { body: { ...body, overwrite: true } })
      expect([created.status, created.text.slice(0, 500)]).toEqual([200, expect.any(String)])
      const expected = readValues(entity, body.values, 'create').values ?? {}
      for (const [name, field] of formFields(entity, 'create')) {
        if (field.kind === 'secret')
          expect([name, getValue(created.data, name)]).toEqual([name, expected[name] !== null])
        else expect([name, getValue(created.data, name)]).toEqual([name, expected[name]])
      }
      const { id } = created.data
      expect((await world.callEntity(entity, 'read', { params: { id } })).data).toEqual(created.data)

      const within = entity.scope === 'project' ? { project } : undefined
      const listed = await world.callEntity<Page>(entity, 'list', {
        query: { ...within, pageSize: '50', sort: '-createdAt' },
      })
      expect(listed.data.rows.map((row) => row.id)).toContain(id)
      const searched = entity.list.search
        .map((name) => getValue(created.data, name))
        .find((value): value is string => typeof value === 'string' && value !== '')
      if (searched !== undefined) {
        const found = await world.callEntity<Page>(entity, 'list', {
          query: { ...within, search: searched.slice(0, 100).toUpperCase(), pageSize: '50', sort: '-createdAt' },
        })
        expect(found.data.rows.map((row) => row.id)).toContain(id)
      }

      const next = await createChange(world, entity, created.data)
      const changed = await world.callEntity(entity, 'update', {
        params: { id },
        headers: match(1),
        body: { values: next, overwrite: true },
      })
      expect([changed.status, changed.text.slice(0, 500)]).toEqual([200, expect.any(String)])
      const isChanged = changed.data.revision === 2
      const late = await world.callEntity(entity, 'update', {
        params: { id },
        headers: match(7),
        body: { values: next },
      })
      expect([late.status, late.bad.error, late.bad.detail?.['revision']]).toEqual([
        412,
        'entity.conflict',
        isChanged ? 2 : 1,
      ])

      expect((await world.callEntity(entity, 'remove', { params: { id } })).status).toBe(200)
      expect((await world.callEntity(entity, 'read', { params: { id } })).status).toBe(404)
      const trail = await sqlIn(world.server, 'select action, content from audit where object = $1 order by id', [
        `${entity.name}/${id}`,
      ])
      expect(trail.map(({ action }) => action)).toEqual(
        isChanged ? ['create', 'update', 'remove'] : ['create', 'remove'],
      )
      for (const [name, field] of formFields(entity, 'create')) {
        const given = body.values[name]
        if (field.kind === 'secret' && typeof given === 'string') expect(JSON.stringify(trail)).not.toContain(given)
      }
    },
  )

  it.each(names(written))('%s is changed and removed in numbers, all or none', async (_name, entity) => {
    const ids = [await world.make(entity), await world.make(entity)]
    const [name] =
      formFields(entity, 'update').find(
        ([, field]) => field.kind === 'text' && !field.required && field.format === 'lines' && field.when === undefined,
      ) ?? []
    if (name !== undefined) {
      const missing = await world.callEntity(entity, 'updateMany', {
        body: { ids: [...ids, 'no-such-row'], values: { [name]: 'bulk' } },
      })
      expect([missing.status, missing.bad.error]).toEqual([404, 'object.missing'])
      expect(getValue((await world.callEntity(entity, 'read', { params: { id: ids[0] ?? '' } })).data, name)).not.toBe(
        'bulk',
      )
      expect(
        (
          await world.callEntity<{ changed: number }>(entity, 'updateMany', {
            body: { ids, values: { [name]: 'bulk' } },
          })
        ).data,
      ).toEqual({ changed: 2 })
      for (const id of ids)
        expect(getValue((await world.callEntity(entity, 'read', { params: { id } })).data, name)).toBe('bulk')
    }
    expect((await world.callEntity(entity, 'removeMany', { body: { ids: [...ids, 'no-such-row'] } })).status).toBe(404)
    expect((await world.callEntity<{ removed: number }>(entity, 'removeMany', { body: { ids } })).data).toEqual({
      removed: 2,
    })
  })

  it.each(names(entities.filter(({ lifecycle, custom }) => lifecycle && custom !== true)))(
    '%s allows each state change only from its declared states, and records it',
    async (_name, entity) => {
      const { lifecycle } = entity
      if (!lifecycle) throw new Error('it has one')
      for (const [name, move] of Object.entries(lifecycle.moves)) {
        if (!Object.hasOwn(getEntityRoutes(entity), name)) continue
        for (const { value: state } of lifecycle.states) {
          const id = await world.make(entity)
          const column = lifecycle.field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
          await sqlIn(
            world.server,
            `update "${entity.area}_${entity.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}" set "${column}" = $1 where id = $2`,
            [state, id],
          )
          const values = await moveValues(world, entity, move.fields ?? {})
          const { status, bad, data } = await world.callEntity(entity, name, { params: { id }, body: values })
          if (!move.from.includes(state)) {
            expect([name, state, status, bad.error]).toEqual([name, state, 409, 'entity.state'])
            continue
          }
          // A guard of the entity may reject with its own message, but never with a server error. If a device must
          // confirm first, the state is pending.
          const landed =
            status === 200 && move.pendingState !== undefined && getValue(data, lifecycle.field) === move.pendingState
              ? move.pendingState
              : move.to
          if (status === 200) expect([name, state, getValue(data, lifecycle.field)]).toEqual([name, state, landed])
          else
            expect([name, state, status >= 400 && status < 500, bad.error]).toEqual([
              name,
              state,
              true,
              expect.any(String),
            ])
          if (status !== 200) continue
          const events = await world.callEntity<readonly RowEvent[]>(entity, 'events', { params: { id } })
          expect(events.data).toContainEqual(
            expect.objectContaining({ move: name, from: state, to: landed, who: 'admin' }),
          )
        }
      }
    },
  )

  it.each(names(written.filter((entity) => entity.imports)))(
    '%s is imported from a sheet, all rows or none, and exported again',
    async (_name, entity) => {
      const within = entity.scope === 'project' ? { project } : {}
      const rowsFrom = async (first: number) => {
        const bodies = [
          await world.body(entity, first),
          await world.body(entity, first + 1),
          await world.body(entity, first + 2),
        ]
        return bodies.map(({ values }) =>
          sheetRow(entity, values, (field, value) => toCell(field, value as EntityValue, 'zh')),
        )
      }
      const isTaken = async (some: readonly unknown[]): Promise<boolean> => {
        const { data } = await world.callEntity<ImportJob>(entity, 'importCheck', { body: { ...within, rows: some } })
        return data.faults.some(({ words }) => words.en.endsWith('already exists'))
      }
      // A device belongs to a single row of all entities, so each entity uses separate numbers. Earlier tests took some
      // of the 99 areas.
      let first = 900 + 10 * entities.indexOf(entity)
      let rows = await rowsFrom(first)
      for (let tries = 0; tries < 20 && (await isTaken(rows)); tries++) rows = await rowsFrom((first += 3))
      const required = formFields(entity, 'create').find(
        ([, field]) => field.required && field.default === null && field.when === undefined,
      )?.[0]
      if (required !== undefined && rows[0] && Object.hasOwn(rows[0], required)) {
        const { [required]: _left, ...short } = rows[0]
        const wrong = await world.callEntity<ImportJob>(entity, 'importCheck', {
          body: { ...within, rows: [...rows.slice(1), short] },
        })
        expect(wrong.data.faults).toContainEqual(
          expect.objectContaining({
            row: rows.length,
            field: required,
            words: { en: expect.any(String), zh: expect.any(String) },
          }),
        )
        const refused = await world.callEntity(entity, 'importStart', { params: { id: wrong.data.id } })
        expect([refused.status, refused.bad.error]).toEqual([409, 'import.state'])
      }
      const unknown = await world.callEntity(entity, 'importCheck', {
        body: { ...within, rows: [{ noSuchColumn: 1 }] },
      })
      expect([unknown.status, unknown.bad.error]).toEqual([400, 'import.format'])

      const job = await world.callEntity<ImportJob>(entity, 'importCheck', { body: { ...within, rows } })
      const isWhole = formFields(entity, 'create').every(
        ([, field]) => !field.required || (field.kind !== 'secret' && field.kind !== 'files' && field.kind !== 'rows'),
      )
      if (!isWhole) return
      expect([job.data.faults, job.data.faultCount]).toEqual([[], 0])
      const before = await countRows(world, entity)
      await world.callEntity(entity, 'importStart', { params: { id: job.data.id } })
      await until(
        async () =>
          (await world.callEntity<ImportJob>(entity, 'importRead', { params: { id: job.data.id } })).data.state ===
          'done',
      )
      expect(await countRows(world, entity)).toBe(before + rows.length)
      const exported = await world.callEntity<Page>(entity, 'export', {
        query: { ...within, sort: '-createdAt' } as Record<string, string>,
      })
      expect(exported.data.rows.length).toBeGreaterThanOrEqual(rows.length)
      const again = await world.callEntity<ImportJob>(entity, 'importCheck', { body: { ...within, rows } })
      if (entity.unique.some((group) => group.every((name) => rows[0] && Object.hasOwn(rows[0], name))))
        expect(again.data.faultCount).toBeGreaterThanOrEqual(rows.length)
    },
  )

  it.each(names(entities.filter(({ custom }) => custom !== true)))(
    '%s supports paging, sorting by each column in both directions, and its filters',
    async (_name, entity) => {
      if (entity.origin === 'people') for (let n = 0; n < 3; n++) await world.make(entity)
      for (const sort of ['createdAt', 'updatedAt', entity.list.sort.by]) {
        const query = { sort, pageSize: '50' }
        const up = await world.callEntity<Page>(entity, 'list', { query })
        const down = await world.callEntity<Page>(entity, 'list', { query: { ...query, sort: `-${sort}` } })
        if (up.data.total <= 50)
          expect(down.data.rows.map(({ id }) => id)).toEqual(up.data.rows.map(({ id }) => id).toReversed())
      }
      for (const name of entity.list.filters ?? []) {
        const field = entity.fields[name]
        if (field?.kind === 'instant') {
          const { status } = await world.callEntity<Page>(entity, 'list', {
            query: { since: name, from: '0', to: '4102444800000' },
          })
          expect([name, status]).toEqual([name, 200])
          for (const isThere of [true, false]) {
            const { data } = await world.callEntity<Page>(entity, 'list', {
              query: { [`filter[${name}]`]: String(isThere), pageSize: '50' },
            })
            for (const row of data.rows)
              expect([name, typeof getValue(row, name) === 'number']).toEqual([name, isThere])
          }
          continue
        }
        const value =
          field?.kind === 'flag'
            ? 'false'
            : field?.kind === 'choice' || field?.kind === 'choices'
              ? field.options[0]?.value
              : 'no-such-row'
        if (value === undefined) continue
        const { status, data, text } = await world.callEntity<Page>(entity, 'list', {
          query: { [`filter[${name}]`]: String(value), pageSize: '50' },
        })
        expect([name, status, text.slice(0, 300)]).toEqual([name, 200, expect.any(String)])
        if (field?.kind === 'choice' || field?.kind === 'flag')
          for (const row of data.rows)
            expect(JSON.stringify(getValue(row, name)).replaceAll('"', '')).toBe(String(value))
      }
      for (const row of (await world.callEntity<readonly { id: string; title: string }[]>(entity, 'options')).data)
        expect(row.title).not.toBe('')
      const far = await world.callEntity<Page>(entity, 'list', { query: { page: '100000', pageSize: '50' } })
      expect([far.status, far.data.rows]).toEqual([200, []])
    },
  )

  it('an account has one import per entity at a time, and other accounts cannot access the job', async () => {
    const entity = written.find((one) => one.imports && one.scope === 'project')
    if (!entity) return
    const other = await addAccount(world.server, world.admin, 'manager', [{ id: project, role: 'manager' }])
    const rows = [
      sheetRow(entity, (await world.body(entity, 990)).values, (field, value) =>
        toCell(field, value as EntityValue, 'en'),
      ),
    ]
    const {
      data: { id },
    } = await world.callEntity<ImportJob>(entity, 'importCheck', { body: { project, rows } })
    for (const action of ['importRead', 'importStart', 'importStop']) {
      expect([action, (await world.callEntity(entity, action, { params: { id }, token: other.token })).status]).toEqual(
        [action, 404],
      )
    }
    const stopped = await world.callEntity<ImportJob>(entity, 'importStop', { params: { id } })
    expect(stopped.data.state).toBe('stopped')
    expect((await world.callEntity(entity, 'importStart', { params: { id } })).bad.error).toBe('import.state')
  })

  it('answers while it is asked for everything at once', async () => {
    const answers = await Promise.all(entities.map((entity) => world.callEntity<Page>(entity, 'list')))
    expect(answers.map(({ status }) => status)).toEqual(entities.map(() => 200))
    expect((await call(world.server, 'server.ready')).status).toBe(200)
  })
})

const getValue = (row: Row | EntityValues, name: string): EntityValue | undefined => (row as EntityValues)[name]

async function countRows(world: EntityWorld, entity: Entity): Promise<number> {
  return (await world.callEntity<Page>(entity, 'list', { query: entity.scope === 'project' ? { project } : {} })).data
    .total
}

/** Returns a valid new value for a changeable field of the row. */
async function createChange(world: EntityWorld, entity: Entity, row: Row): Promise<Record<string, unknown>> {
  const other = (await world.body(entity, 200)).values
  const present = Object.fromEntries(
    Object.keys(entity.fields).map((name) => [
      name,
      entity.fields[name]?.kind === 'secret' ? null : (getValue(row, name) ?? null),
    ]),
  )
  const names = new Set(formFields(entity, 'update').map(([name]) => name))
  const whole = Object.fromEntries(Object.entries(other).filter(([name]) => names.has(name)))
  if (!readValues(entity, whole, 'update', present).problems) return whole
  return {}
}

async function moveValues(
  world: EntityWorld,
  entity: Entity,
  fields: Entity['fields'],
): Promise<Record<string, unknown>> {
  const refs = new Map<string, string>()
  for (const field of Object.values(fields)) {
    const target =
      field.kind === 'ref' || field.kind === 'refs' ? world.entities.find(({ name }) => name === field.to) : undefined
    if (target && !refs.has(target.name)) refs.set(target.name, await world.make(target))
  }
  const asForm = { ...entity, fields, rules: [], origin: 'people' as const }
  return validValues(asForm, 300, (to) => refs.get(to))
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come about within a minute')
    await new Promise((done) => {
      setTimeout(done, 20)
    })
  }
}
