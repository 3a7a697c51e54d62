import { CompiledQuery, sql, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { createPrograms, type ProgramParts } from '../../../server/services/lighting/programs.ts'
import { type OwnDatabase, openOwnDatabase } from '../../support/server/ownServices.ts'

let own: OwnDatabase
beforeAll(async () => {
  own = await openOwnDatabase('programs', createLog('error'))
})
afterAll(() => own?.close())

it("whether a lamp was set by hand is asked of its commands since its program's, not of all that it was ever sent", async () => {
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
