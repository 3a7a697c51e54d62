import { sql } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import { type LightSetting, lightPoints } from '../../../contract/lighting/lampTypes.ts'
import type { AreaCommandSummary, LightLevels, ProgramNow, Resumed, TunnelLight } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import { audit } from '../base/audit.ts'
import { type RequestContext, systemContext } from '../base/requestContext.ts'
import type { EntityServices } from '../entities/index.ts'
import type { Commands } from '../devices/commands.ts'
import type { Lighting } from './index.ts'
import { isAudited, type ManualBody, toOverrideRequest } from './manualRequest.ts'
import { switchOnIfLit } from './strategies/lampCommands.ts'
import type { Program } from './strategies/lightPrograms.ts'

/** Facilities that follow a program and can be set manually. */
export type ProgramTarget = 'pole' | 'loop'

export interface ProgramParts {
  readonly db: Db
  readonly services: {
    getService(kind: ProgramTarget | 'tunnel'): Pick<ReturnType<EntityServices['getService']>, 'findProject'>
  }
  readonly lighting: Pick<Lighting, 'getProgram' | 'findOverride' | 'setLight' | 'endOverride' | 'getTunnelLight'>
  readonly commands: Pick<Commands, 'send'>
}

/** Reports whether a lamp or loop follows its program or a manual setting, and ends manual settings early. */
export function createPrograms({ db, services: rows, lighting, commands }: ProgramParts) {
  const checkExists = async (kind: ProgramTarget | 'tunnel', id: string): Promise<void> => {
    if ((await rows.getService(kind).findProject(id)) === undefined) throw new ApiError('object.missing')
  }

  /**
   * Returns the newest command for one of the points since the program's, null if the program's is newest. Rejected
   * commands are ignored. Compares ages, because commands use the database clock. `statement_timestamp()` is constant
   * per statement; with `clock_timestamp()` the index would be read to its end.
   */
  const findCommand = async (paths: readonly string[], from: number): Promise<NewestCommand | null> => {
    const {
      rows: [newest],
    } = await sql<NewestCommand>`select account, by, idempotency_key as key from command
      where tag = any(${paths}::text[]) and created_at >= statement_timestamp() - ${(Date.now() - from) / 1000}::float8 * interval '1 second' and state <> 'failed' order by created_at desc limit 1`.execute(
      db,
    )
    return newest && !newest.key.startsWith(strategyPrefix) ? newest : null
  }

  /** What the program commands when a held setting ends. */
  const nextAfter = async (kind: ProgramTarget, id: string, at: number): Promise<ProgramNow['next']> => {
    const setting = (await lighting.getProgram(kind, id, at))?.wanted[0]?.setting
    return setting ? { at, setting: toLevels(setting) } : null
  }

  return {
    projectOf: (kind: ProgramTarget | 'tunnel', id: string): Promise<string | undefined> =>
      rows.getService(kind).findProject(id),

    async read(kind: ProgramTarget, id: string): Promise<ProgramNow> {
      await checkExists(kind, id)
      const program = await lighting.getProgram(kind, id)
      const stored = await lighting.findOverride(id)
      // One that the program has replaced since no longer counts.
      const override = stored && (stored.isHeld || !program || stored.createdAt >= program.from) ? stored : null
      const { follows = null, until = null, next: nextSetting = null } = program ?? {}
      const command = program
        ? await findCommand(
            lightPoints.map((point) => `${program.target.project}/${program.target.device}/${point}`),
            program.from,
          )
        : null
      const isUser = command !== null && command.account !== systemContext.name
      // A later command of someone else replaces a setting until the next point.
      const shown =
        isUser && override?.account !== command.account
          ? { by: command.by, reason: '', scene: null, until, isHeld: override?.isHeld ?? false }
          : override && {
              by: override.by,
              reason: override.reason,
              scene: override.scene,
              until: override.until,
              isHeld: override.isHeld,
            }
      const setting = override && shown?.by === override.by ? override.setting : (program?.wanted[0]?.setting ?? null)
      const after = override?.isHeld && override.until !== null ? await nextAfter(kind, id, override.until) : null
      return {
        rule: shown ? (shown.scene === null ? 'override' : 'scene') : command ? 'linkage' : toRule(program),
        follows,
        until: override?.isHeld ? override.until : until,
        isByHand: shown !== null,
        override: shown,
        setting: setting && toLevels(setting),
        next: after ?? (until !== null && nextSetting ? { at: until, setting: toLevels(nextSetting) } : null),
      }
    },

    /** Sets a lamp or loop manually. Like a command of its page, but with an end and a reason. */
    async override(
      caller: RequestContext,
      kind: ProgramTarget,
      id: string,
      key: string,
      body: ManualBody,
    ): Promise<AreaCommandSummary> {
      await checkExists(kind, id)
      const request = toOverrideRequest(caller, body, null, Date.now())
      const { lamps, sent, refused, guarded } = await lighting.setLight(
        id,
        { ...request, setting: switchOnIfLit(request.setting) },
        `o/${id}/${key}`,
        (each, tag, value) => commands.send(caller, each, { tag, value }),
      )
      const { until, reason, setting } = request
      const object = `${kind}/${id}`
      if (!(await isAudited(db, caller, object, key)))
        await audit(db, caller, {
          object,
          action: 'override',
          content: {
            ...setting,
            ...(until === null ? {} : { until }),
            ...(reason === '' ? {} : { reason }),
            sent,
            refused,
            ...(guarded > 0 && { guarded }),
            key,
          },
        })
      return { lamps, refused, guarded }
    },

    async tunnel(id: string): Promise<TunnelLight> {
      await checkExists('tunnel', id)
      const light = await lighting.getTunnelLight(id)
      return light && { ...light, segments: [...light.segments] }
    },

    async resume(caller: RequestContext, kind: ProgramTarget, id: string): Promise<Resumed> {
      await checkExists(kind, id)
      const program = await lighting.getProgram(kind, id)
      const { sent, refused } = await lighting.endOverride(program, id)
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

interface NewestCommand {
  readonly account: string
  readonly by: string
  readonly key: string
}

/** Prefix of the idempotency keys of strategies. */
const strategyPrefix = 's/'

const toRule = (program: Program | null): ProgramNow['rule'] =>
  program === null ? 'none' : program.follows === 'timetable' && program.isDefault ? 'default' : program.follows

const toLevels = ({ dimming, dimming2, colorTemperature }: LightSetting): LightLevels => ({
  ...(dimming === undefined ? {} : { dimming }),
  ...(dimming2 === undefined ? {} : { dimming2 }),
  ...(colorTemperature === undefined ? {} : { colorTemperature }),
})
