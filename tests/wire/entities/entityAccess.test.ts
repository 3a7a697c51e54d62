import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Condition } from '../../../contract/entity/field.ts'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { formFields } from '../../../contract/entity/define.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { getBuiltInPermissions, collectEntityRoutes } from '../../../contract/entities.ts'
import type { Route } from '../../../contract/routes.ts'
import type { CallerKind } from '../../support/server/accessMatrix.ts'
import { expectReviewed, matrixEnv, createMatrix, matrixTokens } from '../../support/server/accessMatrix.ts'
import { invalidValues } from '../../support/entities/entityBodies.ts'
import { count } from '../../support/counts.ts'
import type { EntityWorld } from '../../support/entities/entityWorld.ts'
import { mainEntitySets, project, startEntityWorld } from '../../support/entities/entityWorld.ts'
import type { Request } from '../../support/server/api.ts'
import { addAccount, callEntity, call, makeAccount, signIn, sqlIn, testPassword } from '../../support/server/api.ts'

/** An error message reveals nothing about code or database. */
const forPeople = /node_modules|\.ts:\d|select |insert into|syntax error|postgres/i
const wrongBodies = count({ daily: 10, full: 50 })

describe.each(mainEntitySets)('$name: every route of every entity', ({ main, entities }) => {
  let world: EntityWorld
  const rowIds = new Map<string, string>()
  /**
   * `manager` and `operator` have only this project, `stranger` only another; `split` manages the other and operates
   * this one; `program` is a token for the other.
   */
  const people: Partial<Record<'operator' | 'manager' | 'stranger' | 'split' | 'program', string>> = {}
  const writableEntities = entities.filter(({ custom }) => custom !== true)
  const custom = entities.filter((entity) => entity.custom === true)
  const strangers = ['stranger', 'program'] as const
  const owned = writableEntities.filter(({ owner }) => owner !== undefined)

  beforeAll(async () => {
    world = await startEntityWorld({ main, entities, env: matrixEnv })
    for (const entity of writableEntities) rowIds.set(entity.name, await world.make(entity, ownedBy(entity, null)))
    const { server, admin } = world
    people.operator = (await addAccount(server, admin, 'operator', [{ id: project, role: 'operator' }])).token
    people.manager = (await addAccount(server, admin, 'manager', [{ id: project, role: 'manager' }])).token
    people.stranger = (await addAccount(server, admin, 'manager', [{ id: 'street', role: 'manager' }])).token
    people.split = (
      await addAccount(server, admin, 'operator', [
        { id: 'street', role: 'manager' },
        { id: project, role: 'operator' },
      ])
    ).token
    const permissions = getBuiltInPermissions(
      'manager',
      collectEntityRoutes(entities.filter(({ scope }) => scope === 'project')),
    )
    const program = await call(server, 'token.create', {
      token: people.stranger,
      body: { name: 'program', permissions, projects: ['street'], expiresAt: Date.now() + 3_600_000 },
    })
    if (program.status !== 200) throw new Error(program.text)
    people.program = program.data.token
    for (const { name } of custom) {
      const make = customRows[name]
      if (!make)
        throw new Error(
          `${name} has a service of its own: say in customRows how to make a row of ${project} that who has only another project must not see`,
        )
      rowIds.set(name, await make(world, people.manager))
    }
  })
  afterAll(() => world?.stop())

  /** Returns a request that would have an effect if allowed. */
  const createRequest = (entity: Entity, action: string): Request => {
    const id = rowIds.get(entity.name) ?? 'none'
    const within: Record<string, string> = entity.scope === 'project' ? { project } : {}
    if (action === 'list' || action === 'export' || action === 'options') return { query: within }
    if (action === 'create') return { body: { ...within, values: {} } }
    if (action === 'update') return { params: { id }, body: { values: {} }, headers: { 'if-match': '"1"' } }
    if (action === 'updateMany') return { body: { ids: [id], values: {} } }
    if (action === 'removeMany') return { body: { ids: [id] } }
    if (action === 'importCheck') return { body: { ...within, rows: [{}] } }
    if (action === 'read' || action === 'events' || action === 'remove') return { params: { id } }
    return ['importRead', 'importStart', 'importStop'].includes(action)
      ? { params: { id: 'no-such-job' } }
      : { params: { id }, body: {} }
  }
  const all = entities.flatMap((entity) =>
    Object.entries(getEntityRoutes(entity)).map(([action, route]) => ({ entity, action, route })),
  )

  it('is behind a permission that names it', () => {
    for (const { entity, action, route } of all) {
      expect([entity.name, action, route.policy.permission]).toEqual([
        entity.name,
        action,
        expect.stringMatching(new RegExp(`^${entity.area}:${entity.name}:\\w+$`)),
      ])
    }
  })

  it('rejects a missing or unknown token', async () => {
    for (const { entity, action } of all) {
      for (const token of ['', randomBytes(32).toString('base64url'), 'garbage']) {
        const { status, bad } = await world.callEntity(entity, action, {
          ...createRequest(entity, action),
          token: token === '' ? undefined : token,
        })
        // Over 300 unauthenticated requests per minute from one address are rejected without further checks.
        expect([entity.name, action, status, bad.error]).toEqual([
          entity.name,
          action,
          ...(status === 429 ? [429, 'limit.rate'] : [401, 'session.none']),
        ])
      }
    }
  })

  it('rejects an expired and an ended session, with different codes', async () => {
    const expired = await signIn(world.server)
    await sqlIn(
      world.server,
      `update session set expires_at = now() - interval '1 second' where signed_in_at = (select max(signed_in_at) from session)`,
    )
    const ended = await signIn(world.server)
    await call(world.server, 'session.signOut', { token: ended })
    for (const { entity, action } of all) {
      for (const [token, code] of [
        [expired, 1],
        [ended, 2],
      ] as const) {
        const { status, bad } = await world.callEntity(entity, action, { ...createRequest(entity, action), token })
        expect([entity.name, action, status, bad.code]).toEqual([
          entity.name,
          action,
          ...(status === 429 ? [429, 429] : [401, code]),
        ])
      }
    }
  })

  it('refuses a role that its policy does not name', async () => {
    for (const { entity, action, route } of all) {
      for (const role of ['operator', 'manager'] as const) {
        if (route.policy.roles.includes(role)) continue
        const { status, bad } = await world.callEntity(entity, action, {
          ...createRequest(entity, action),
          token: people[role],
        })
        expect([role, entity.name, action, status, bad.error]).toEqual([
          role,
          entity.name,
          action,
          403,
          'access.denied',
        ])
      }
    }
  })

  it.runIf(main === 'server/main.ts')(
    'responds to each caller as in the reviewed matrix golden/entityRoutes.txt, updated by UPDATE_GOLDEN=1',
    async () => {
      const tokens = await matrixTokens(world.server, world.admin, project)
      // Callers are compared on rows that all of them may see.
      const asPublic = ({ privacy }: Entity) => (privacy === undefined ? {} : { [privacy]: true })
      // Each caller that may delete gets a separate row, so that later callers find theirs.
      const requestFor = async (
        entity: Entity,
        action: string,
        { policy }: Route,
        caller: CallerKind,
      ): Promise<Request> => {
        const request = createRequest(entity, action)
        if (entity.custom === true) return withId(request, 'no-such-row')
        const mayRemove =
          action.startsWith('remove') && (caller === 'super' || policy.roles.some((role) => role === caller))
        return mayRemove
          ? withId(request, await world.make(entity, { ...ownedBy(entity, null), ...asPublic(entity) }))
          : request
      }
      /** The same for rows owned by this project. */
      const ownRows = new Map<string, string>()
      for (const entity of owned) ownRows.set(entity.name, await world.make(entity, ownedBy(entity, project)))
      const requestForOwn = async (entity: Entity, action: string): Promise<Request> =>
        withId(
          createRequest(entity, action),
          action.startsWith('remove')
            ? await world.make(entity, ownedBy(entity, project))
            : (ownRows.get(entity.name) ?? ''),
        )
      const ofOwn = all.filter(({ entity, action }) => owned.includes(entity) && isChange(entity, action))
      expectReviewed(
        'entityRoutes.txt',
        await createMatrix(
          world.server,
          [
            ...all.map(({ entity, action, route }) => ({
              id: `${entity.name}.${action}`,
              route,
              request: (caller: CallerKind) => requestFor(entity, action, route, caller),
            })),
            ...ofOwn.map(({ entity, action, route }) => ({
              id: `${entity.name}.${action} (own)`,
              route,
              request: () => requestForOwn(entity, action),
            })),
          ],
          tokens,
        ),
      )
    },
  )

  it.each(owned.map((entity) => [entity.name, entity] as const))(
    '%s: every user can read it, and only managers of its owner project can change it',
    async (_name, entity) => {
      const own = entity.owner ?? ''
      const changes = all
        .filter((each) => each.entity === entity && isChange(entity, each.action))
        .map(({ action }) => action)
      expect(changes).toEqual(expect.arrayContaining(['update', 'updateMany', 'remove', 'removeMany']))
      for (const [owner, person, isAllowed] of [
        [project, 'manager', true],
        [project, 'stranger', false],
        [project, 'program', false],
        [null, 'manager', false],
        ['street', 'manager', false],
        ['street', 'split', false],
      ] as const) {
        for (const action of changes) {
          const id = await world.make(entity, ownedBy(entity, owner))
          if (person !== 'program' && person !== 'split')
            expect([
              person,
              owner,
              (await world.callEntity(entity, 'read', { params: { id }, token: people[person] })).status,
            ]).toEqual([person, owner, 200])
          const { status, bad } = await world.callEntity(entity, action, {
            ...withId(createRequest(entity, action), id),
            token: people[person],
          })
          // A transition from the wrong state is rejected for that reason.
          const isAccepted = status === 200 || bad.error === 'entity.state'
          expect([entity.name, action, person, owner, isAccepted, bad.error === 'access.denied']).toEqual([
            entity.name,
            action,
            person,
            owner,
            isAllowed,
            !isAllowed,
          ])
        }
      }
      const id = await world.make(entity, ownedBy(entity, project))
      for (const given of [null, 'street']) {
        const { status } = await world.callEntity(entity, 'update', {
          params: { id },
          headers: { 'if-match': '"1"' },
          body: { values: { [own]: given } },
          token: people.manager,
        })
        expect([entity.name, given, status >= 400]).toEqual([entity.name, given, true])
      }
    },
  )

  it.each(owned.map((entity) => [entity.name, entity] as const))(
    '%s: a new one belongs to a project of its author',
    async (_name, entity) => {
      const own = entity.owner ?? ''
      const several = (
        await addAccount(world.server, world.admin, 'manager', [
          { id: 'street', role: 'manager' },
          { id: project, role: 'manager' },
        ])
      ).token
      const create = async (token: string | undefined, owner: string | null | undefined) => {
        const { values } = await world.body(entity, 900 + Math.floor(Math.random() * 1e6))
        const { [own]: _given, ...others } = values
        return world.callEntity<Row & Readonly<Record<string, unknown>>>(entity, 'create', {
          token,
          body: { values: { ...others, ...(owner === undefined ? {} : { [own]: owner }) } },
        })
      }
      const ofManager = await create(people.manager, undefined)
      expect([ofManager.text, ofManager.data?.[own]]).toEqual([ofManager.text, project])
      expect((await create(people.manager, 'street')).status).toBeGreaterThanOrEqual(400)
      const unclear = await create(several, null)
      expect([unclear.status, unclear.bad.problems?.map(({ path }) => path)]).toEqual([400, [own]])
      expect((await create(several, 'street')).data?.[own]).toBe('street')
      expect((await create(world.admin, null)).data?.[own]).toBeNull()
    },
  )

  it.each(owned.map((entity) => [entity.name, entity] as const))(
    '%s: a manager of two projects moves a row between them, and reads private rows of neither',
    async (_name, entity) => {
      const { owner: own = '', privacy } = entity
      const both = (
        await addAccount(world.server, world.admin, 'manager', [
          { id: 'street', role: 'manager' },
          { id: project, role: 'manager' },
        ])
      ).token
      const update = async (id: string, token: string | undefined, values: Readonly<Record<string, unknown>>) => {
        const { data } = await world.callEntity(entity, 'read', { params: { id }, token: world.admin })
        const { status } = await world.callEntity(entity, 'update', {
          params: { id },
          headers: { 'if-match': `"${data.revision}"` },
          body: { values },
          token,
        })
        return status
      }
      const id = await world.make(entity, ownedBy(entity, project))
      expect(await update(id, both, { [own]: 'street' })).toBe(200)
      // The manager of the former project can neither change the row nor take it back.
      for (const values of [{ [own]: 'street' }, { [own]: project }])
        expect(await update(id, people.manager, values)).toBe(403)
      for (const other of [null, 'works']) expect(await update(id, both, { [own]: other })).toBeGreaterThanOrEqual(400)
      expect(await update(id, both, { [own]: project })).toBe(200)
      expect(await update(id, people.manager, { [own]: project })).toBe(200)
      if (privacy === undefined) return
      for (const owner of [project, 'street']) {
        const { values } = await world.body(entity, 900 + Math.floor(Math.random() * 1e6))
        const creator = owner === project ? people.manager : both
        const created = await world.callEntity(entity, 'create', {
          token: creator,
          body: { values: { ...values, [own]: owner, [privacy]: false } },
        })
        expect([created.status, created.text]).toEqual([200, created.text])
        const params = { id: created.data.id }
        const reader = owner === project ? both : people.manager
        expect((await world.callEntity(entity, 'read', { params, token: reader })).status).toBe(404)
        expect((await world.callEntity(entity, 'read', { params, token: creator })).status).toBe(200)
        expect(await update(created.data.id, reader, { [own]: project })).toBe(404)
      }
    },
  )

  it("counts the role that is held in the row's own project, not the one of another", async () => {
    const tried: string[] = []
    for (const { entity, action, route } of all) {
      if (
        entity.scope !== 'project' ||
        route.policy.roles.includes('operator') ||
        (action.startsWith('import') && action !== 'importCheck')
      )
        continue
      tried.push(`${entity.name}.${action}`)
      const { status, bad } = await world.callEntity(entity, action, {
        ...createRequest(entity, action),
        token: people.split,
      })
      expect([entity.name, action, status, bad.error]).toEqual([entity.name, action, 403, 'access.denied'])
    }
    expect(tried.length).toBeGreaterThan(0)
  })

  it.each(strangers)("hides another project's rows from a %s, exactly like rows that are not there", async (person) => {
    for (const { entity, action, route } of all) {
      if (entity.scope !== 'project' || !route.policy.roles.includes('manager')) continue
      const reply = await world.callEntity<{ rows: unknown[] }>(entity, action, {
        ...createRequest(entity, action),
        token: people[person],
      })
      if (action === 'list') expect([entity.name, reply.data]).toEqual([entity.name, { rows: [], total: 0 }])
      else if (action === 'options') expect([entity.name, reply.data]).toEqual([entity.name, []])
      else if (action === 'export') expect([entity.name, reply.bad.error]).toEqual([entity.name, 'export.empty'])
      else {
        expect([entity.name, action, reply.status, reply.bad.error]).toEqual([
          entity.name,
          action,
          404,
          'object.missing',
        ])
        if (createRequest(entity, action).params === undefined) continue
        const absent = await world.callEntity(entity, action, {
          ...createRequest(entity, action),
          params: { id: 'no-such-row' },
          token: people[person],
        })
        expect(absent.text).toBe(reply.text)
      }
    }
  })

  it('of a custom service hides objects of other projects in the same way', async () => {
    for (const entity of custom) {
      const id = rowIds.get(entity.name) ?? ''
      expect([entity.name, (await world.callEntity(entity, 'read', { params: { id } })).status]).toEqual([
        entity.name,
        200,
      ])
      for (const [action, route] of Object.entries(getEntityRoutes(entity))) {
        const reply = await world.callEntity<{ rows: readonly Row[] } & readonly Row[]>(entity, action, {
          ...createRequest(entity, action),
          token: people.stranger,
        })
        if (!route.policy.roles.includes('manager'))
          expect([entity.name, action, reply.status]).toEqual([entity.name, action, 403])
        else if (action === 'list' || action === 'export')
          expect([entity.name, action, reply.status, reply.data.rows.map((row) => row.id)]).toEqual([
            entity.name,
            action,
            200,
            expect.not.arrayContaining([id]),
          ])
        else if (action === 'options') {
          const chosen = await world.callEntity<readonly Row[]>(entity, action, {
            query: { ids: id },
            token: people.stranger,
          })
          expect([entity.name, reply.data.map((row) => row.id), chosen.data]).toEqual([
            entity.name,
            expect.not.arrayContaining([id]),
            [],
          ])
        } else if (action !== 'create') {
          expect([entity.name, action, reply.status, reply.bad.error]).toEqual([
            entity.name,
            action,
            404,
            'object.missing',
          ])
          if (createRequest(entity, action).params === undefined) continue
          const absent = await world.callEntity(entity, action, {
            ...createRequest(entity, action),
            params: { id: 'no-such-row' },
            token: people.stranger,
          })
          expect(absent.text).toBe(reply.text)
        }
      }
    }
  })

  it.each(strangers)(
    'lists nothing of another project to a %s when no project is asked for, nor by id',
    async (person) => {
      for (const entity of writableEntities.filter(({ scope }) => scope === 'project')) {
        const id = rowIds.get(entity.name) ?? ''
        const bare = await world.callEntity<{ rows: unknown[] }>(entity, 'list', { token: people[person] })
        expect([entity.name, bare.data.rows]).toEqual([entity.name, []])
        const chosen = await world.callEntity<unknown[]>(entity, 'options', {
          token: people[person],
          query: { ids: id },
        })
        expect([entity.name, chosen.data]).toEqual([entity.name, []])
      }
    },
  )

  it('does not let a row of another project be referred to', async () => {
    for (const entity of writableEntities.filter(({ origin }) => origin === 'people')) {
      for (const [name, field] of formFields(entity, 'create')) {
        const target =
          field.kind === 'ref'
            ? writableEntities.find((one) => one.name === field.to && one.scope === 'project')
            : undefined
        if (!target || entity.scope !== 'project') continue
        const { values } = await world.body(entity, 700)
        const { status, bad } = await world.callEntity(entity, 'create', {
          body: { project: 'street', values: { ...values, [name]: rowIds.get(target.name) } },
        })
        expect([entity.name, name, status, bad.problems?.some(({ code }) => code === 'missing') ?? false]).toEqual([
          entity.name,
          name,
          400,
          true,
        ])
      }
    }
  })

  it('rejects repeated parameters and invalid pages', async () => {
    for (const entity of entities) {
      const path = getEntityRoutes(entity)['list']?.path ?? ''
      for (const query of [
        'search=a&search=b',
        'filter[x]=1&filter[x]=2',
        'page=0',
        'page=-1',
        'page=1e9',
        'pageSize=7',
        'orderBy=id',
      ]) {
        const { status, bad } = await world
          .callEntity(entity, 'list', {})
          .then(() => fetchBare(world, `${path}?${query}`))
        expect([entity.name, query, status, bad]).toEqual([entity.name, query, 400, 'input.invalid'])
      }
    }
  })

  it.each(writableEntities.filter(({ origin }) => origin === 'people').map((entity) => [entity.name, entity] as const))(
    `of %s refuses up to ${wrongBodies} wrong values in each field, each with its place, and keeps nothing`,
    async (_name, entity) => {
      const { values, ...within } = await world.body(entity, 500)
      const before = await readContent(world, entity)
      let calls = 0
      let token = world.admin
      for (const [name, field] of formFields(entity, 'create')) {
        // Skips values that the field accepts after all, such as a number where a dictionary text is allowed.
        for (const wrong of invalidValues(field).slice(0, wrongBodies)) {
          if (calls++ % 500 === 499) token = (await addAccount(world.server, world.admin, 'super', [])).token
          const invalid = { ...values, ...meetCondition(field.when), [name]: wrong }
          const { status, bad, text } = await world.callEntity(entity, 'create', {
            token,
            body: { ...within, values: invalid },
          })
          expect([
            name,
            wrong,
            status,
            status === 413 ||
              bad.problems?.some(({ path }) => path === name || path.startsWith(`${name}.`) || path === ''),
          ]).toEqual([name, wrong, status === 413 ? 413 : 400, true])
          expect(text).not.toMatch(forPeople)
        }
      }
      for (const wrong of [
        null,
        [],
        'x',
        1,
        { values: null },
        { ...within },
        { ...within, values: [] },
        { ...within, values: { noSuchField: 1 } },
        { ...within, values, more: 1 },
        { ...within, values: { ...values, id: 'x' } },
        { ...within, values: { ...values, revision: 9 } },
        { ...within, values: { ...values, createdBy: 'me' } },
      ]) {
        const { status } = await world.callEntity(entity, 'create', { token, body: wrong })
        expect([wrong, status]).toEqual([wrong, 400])
      }
      expect(await readContent(world, entity)).toEqual(before)
    },
  )
})

/** Values that meet a condition. */
const meetCondition = (when: Condition | undefined): Readonly<Record<string, unknown>> =>
  when === undefined ? {} : { [when.field]: when.is[0], ...meetCondition(when.and) }

const ownedBy = ({ owner, privacy }: Entity, by: string | null): Readonly<Record<string, unknown>> =>
  owner === undefined ? {} : { [owner]: by, ...(privacy === undefined ? {} : { [privacy]: true }) }
/** Returns true if the action changes an existing row. */
const isChange = ({ lifecycle }: Entity, action: string): boolean =>
  ['update', 'updateMany', 'remove', 'removeMany'].includes(action) || lifecycle?.moves[action] !== undefined

/** Returns the request for another row. */
const withId = ({ params, body, ...request }: Request, id: string): Request => ({
  ...request,
  ...(params ? { params: { id } } : {}),
  ...(typeof body === 'object' && body !== null && 'ids' in body
    ? { body: { ...body, ids: [id] } }
    : body === undefined
      ? {}
      : { body }),
})

/**
 * For each custom entity outside projects: creates a row that belongs to this project. New custom entities need an
 * entry.
 */
const customRows: Readonly<Record<string, (world: EntityWorld, manager: string | undefined) => Promise<string>>> = {
  project: () => Promise.resolve(project),
  account: async ({ server, admin }) =>
    (
      await makeAccount(server, admin, {
        username: 'of-this-project',
        password: testPassword,
        role: 'operator',
        projects: [{ project, role: 'operator' }],
      })
    ).id,
  operationLog: async ({ server }, manager) => {
    // An account of this project makes a change in it.
    const created = await call(server, 'drawing.create', { token: manager, body: { project, name: 'Of this project' } })
    const found = await callEntity<{ rows: readonly Row[] }>(server, 'operationLog', 'list', {
      token: manager,
      query: { 'filter[object]': `drawing/${created.data.id}` },
    })
    return found.data.rows[0]?.id ?? ''
  },
}

async function readContent(world: EntityWorld, entity: Entity): Promise<unknown> {
  const table = `${entity.area}_${entity.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
  // The server may update fields that it keeps itself, such as a connection state, at any time.
  const ownFields = Object.entries(entity.fields).filter(([, { readOnly }]) => readOnly)
  const columns = ownFields.map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  return sqlIn(
    world.server,
    `select count(*)::int as rows, max(updated_at) as last, md5(string_agg((to_jsonb(t) - $1::text[])::text, '' order by id)) as content from "${table}" t`,
    [columns],
  )
}

async function fetchBare({ server, admin }: EntityWorld, path: string): Promise<{ status: number; bad: string }> {
  const response = await fetch(`${server.httpUrl}${path}`, { headers: { authorization: `Bearer ${admin}` } })
  const body = (await response.json()) as { error: string }
  return { status: response.status, bad: body.error }
}
