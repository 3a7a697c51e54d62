import { sql } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import { lightPoints } from '../../../contract/lighting/lampTypes.ts'
import type { ProgramNow, Resumed, TunnelLight } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import { audit } from '../base/audit.ts'
import { type RequestContext, systemContext } from '../base/requestContext.ts'
import type { EntityServices } from '../entities/index.ts'
import type { Lighting } from './index.ts'

/** Facilities that follow a program and can be set manually. */
export type ProgramTarget = 'pole' | 'loop'

export interface ProgramParts {
  readonly db: Db
  readonly services: {
    getService(kind: ProgramTarget | 'tunnel'): Pick<ReturnType<EntityServices['getService']>, 'findProject'>
  }
  readonly lighting: Pick<Lighting, 'getProgram' | 'resumeProgram' | 'getTunnelLight'>
}

/** Reports whether a lamp or loop follows its program or a manual setting, and ends manual settings early. */
export function createPrograms({ db, services: rows, lighting }: ProgramParts) {
  const checkExists = async (kind: ProgramTarget | 'tunnel', id: string): Promise<void> => {
    if ((await rows.getService(kind).findProject(id)) === undefined) throw new ApiError('object.missing')
  }

  /**
   * Returns true if the newest command for one of the points came from a user and is later than the program's. Rejected
   * commands are ignored. Compares ages, because commands use the database clock. `statement_timestamp()` is constant
   * per statement; with `clock_timestamp()` the index would be read to its end.
   */
  const isManual = async (paths: readonly string[], from: number): Promise<boolean> => {
    const {
      rows: [newest],
    } = await sql<{ account: string }>`select account from command
      where tag = any(${paths}::text[]) and created_at >= statement_timestamp() - ${(Date.now() - from) / 1000}::float8 * interval '1 second' and state <> 'failed' order by created_at desc limit 1`.execute(
      db,
    )
    return newest !== undefined && newest.account !== systemContext.name
  }

  return {
    projectOf: (kind: ProgramTarget | 'tunnel', id: string): Promise<string | undefined> =>
      rows.getService(kind).findProject(id),

    async read(kind: ProgramTarget, id: string): Promise<ProgramNow> {
      await checkExists(kind, id)
      const program = await lighting.getProgram(kind, id)
      if (!program) return { follows: null, until: null, isByHand: false }
      const {
        follows,
        until,
        from,
        target: { project, device },
      } = program
      const paths = lightPoints.map((point) => `${project}/${device}/${point}`)
      return { follows, until, isByHand: await isManual(paths, from) }
    },

    async tunnel(id: string): Promise<TunnelLight> {
      await checkExists('tunnel', id)
      const light = await lighting.getTunnelLight(id)
      return light && { ...light, segments: [...light.segments] }
    },

    async resume(caller: RequestContext, kind: ProgramTarget, id: string): Promise<Resumed> {
      await checkExists(kind, id)
      const program = await lighting.getProgram(kind, id)
      const { sent, refused } = program ? await lighting.resumeProgram(program, id) : { sent: 0, refused: 0 }
      await audit(db, caller, {
        object: `${kind}/${id}`,
        action: 'resume',
        content: { isProgrammed: program !== null, sent, refused },
      })
      return { isProgrammed: program !== null, isSent: sent > 0 }
    },
  }
}

export type Programs = ReturnType<typeof createPrograms>
