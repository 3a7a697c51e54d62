import { CompiledQuery, sql, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../../server/log.ts'
import type { RequestContext } from '../../../server/services/base/requestContext.ts'
import { createPrograms, type ProgramParts } from '../../../server/services/lighting/programs.ts'
import { type OwnDatabase, openOwnDatabase } from '../../support/server/ownServices.ts'

let own: OwnDatabase
beforeAll(async () => {
  own = await openOwnDatabase('programs', createLog('error'))
})
afterAll(() => own?.close())

it('finds manual commands since the last program command without reading all commands of the lamp', async () => {
  const { db } = own.database
  const queries: RootOperationNode[] = []
  const recordQueries: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const program = {
    follows: 'timetable',
    until: null,
    from: Date.now() - 1000,
    target: { project: 'street', device: 'pole-1' },
    wanted: [],
    isDefault: false,
    next: null,
  } as const
  const lighting: ProgramParts['lighting'] = {
    getProgram: async () => program,
    findOverride: async () => null,
    setLight: async () => ({ lamps: 0, sent: 0, refused: 0, guarded: 0 }),
    endOverride: async () => ({ sent: 0, refused: 0, guarded: 0 }),
    getTunnelLight: async () => null,
  }
  const programs = createPrograms({
    db: db.withPlugin(recordQueries),
    services: { getService: () => ({ findProject: async () => 'street' }) },
    lighting,
    commands: { send: () => Promise.reject(new Error('no command is expected')) },
  })
  expect(await programs.read('pole', 'one')).toMatchObject({ follows: 'timetable', isByHand: false })
  const plans = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return Promise.all(
      queries.map(async (node) => {
        const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'asked' })
        return (
          await tx.executeQuery<Record<string, string>>(CompiledQuery.raw(`explain ${text}`, [...parameters]))
        ).rows
          .flatMap((row) => Object.values(row))
          .join('\n')
      }),
    )
  })
  expect(plans).toEqual([expect.stringMatching(/command_tag[^]*Index Cond: .*created_at >=/)])
})

it('a retried manual setting is audited once, another call again', async () => {
  const { db } = own.database
  const caller: RequestContext = {
    address: '127.0.0.1',
    request: 'request-1',
    client: 'test',
    session: {
      id: 'session-1',
      accountId: 'account-1',
      name: 'ann',
      role: 'super',
      projects: [],
      roles: ['super'],
      permissions: [],
      mustChangePassword: false,
      mustSetSecondStep: false,
      signedInAt: 0,
      expiresAt: 0,
    },
  }
  const programs = createPrograms({
    db,
    services: { getService: () => ({ findProject: async () => 'street' }) },
    lighting: {
      getProgram: async () => null,
      findOverride: async () => null,
      setLight: async () => ({ lamps: 1, sent: 1, refused: 0, guarded: 0 }),
      endOverride: async () => ({ sent: 0, refused: 0, guarded: 0 }),
      getTunnelLight: async () => null,
    },
    commands: { send: () => Promise.reject(new Error('no command is expected')) },
  })
  for (const key of ['first', 'first', 'second'])
    await programs.override(caller, 'pole', 'lamp', key, { dimming: 40, reason: 'works' })
  const { rows } = await sql<{ action: string; content: string }>`
    select action, content from audit where object = 'pole/lamp' order by id`.execute(db)
  expect(rows.map(({ action, content }) => [action, JSON.parse(content)])).toEqual(
    ['first', 'second'].map((key) => ['override', { dimming: 40, reason: 'works', sent: 1, refused: 0, key }]),
  )
})
