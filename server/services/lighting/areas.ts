import { sql } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import type { AreaCommandSummary, AreaOutcome, CommandState } from '../../../contract/routes.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { Db } from '../../database/index.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext } from '../base/requestContext.ts'
import type { Commands } from '../devices/commands.ts'
import type { EntityServices } from '../entities/index.ts'
import type { Lighting } from './index.ts'
import { isAudited, type ManualBody, toOverrideRequest } from './manualRequest.ts'
import { switchOnIfLit } from './strategies/lampCommands.ts'

export interface AreaParts {
  readonly db: Db
  readonly rows: Pick<EntityServices, 'getService'>
  readonly lighting: Pick<Lighting, 'setArea' | 'resumeArea'>
  readonly commands: Pick<Commands, 'send'>
}

/**
 * Controls the lamps of an area. Each lamp gets its own command, stored and audited individually; the call adds one
 * audit entry.
 */
export function createAreas({ db, rows, lighting, commands }: AreaParts) {
  /** Permission checks use the cached project, so verify here that the area still exists. */
  const checkExists = async (area: string): Promise<void> => {
    const {
      rows: [found],
    } = await sql`select 1 from lighting_area where id = ${area}`.execute(db)
    if (!found) throw new ApiError('object.missing')
  }
  const setLamps = async (
    caller: RequestContext,
    area: string,
    key: string,
    action: string,
    { until, reason, ...requested }: ManualBody,
    details: { readonly scene?: number } = {},
  ): Promise<AreaCommandSummary> => {
    await checkExists(area)
    const keyPrefix = toKeyPrefix(area, key)
    const isRepeated = (await readCommandStates(caller.session.accountId, keyPrefix)).length > 0
    const { lamps, sent, refused, guarded } = await lighting.setArea(
      area,
      toOverrideRequest(caller, { until, reason, ...switchOnIfLit(requested) }, details.scene ?? null, Date.now()),
      keyPrefix,
      (each, tag, value) => commands.send(caller, each, { tag, value }),
    )
    // A call that failed after sending has no audit entry yet; its retry writes it.
    if (!(isRepeated && (await isAudited(db, caller, `area/${area}`, key)))) {
      await audit(db, caller, {
        object: `area/${area}`,
        action,
        content: {
          ...details,
          ...requested,
          ...(until ? { until } : {}),
          ...(reason ? { reason } : {}),
          lamps,
          sent,
          refused,
          ...(guarded > 0 && { guarded }),
          key,
        },
      })
    }
    return { lamps, refused, guarded }
  }
  const readCommandStates = async (
    account: string,
    keyPrefix: string,
  ): Promise<readonly { readonly tag: string; readonly state: CommandState }[]> => {
    const { rows: found } = await sql<{
      tag: string
      state: CommandState
    }>`select tag, state from command where account = ${account} and starts_with(idempotency_key, ${`${keyPrefix}/`})`.execute(
      db,
    )
    return found
  }

  return {
    projectOf: (area: string): Promise<string | undefined> => rows.getService('area').findProject(area),

    set: (caller: RequestContext, area: string, key: string, requested: ManualBody): Promise<AreaCommandSummary> =>
      setLamps(caller, area, key, 'light', requested),

    async scene(
      caller: RequestContext,
      area: string,
      key: string,
      { scene: number, ...manual }: ManualBody & { readonly scene: number },
    ): Promise<AreaCommandSummary> {
      const {
        rows: [found],
      } = await sql<{ scenes: readonly SceneSetting[] }>`
        select s.scenes from lighting_area a join lighting_light_scene s on s.id = a.scene where a.id = ${area}`.execute(
        db,
      )
      const scene = found?.scenes[number - 1]
      if (!scene)
        throw new ApiError('object.missing', {
          problems: [{ path: 'scene', code: 'missing', message: 'unknown scene number' }],
        })
      const { dimming, dimming2 = null, colorTemperature } = scene
      const setting = { dimming, ...(dimming2 === null ? {} : { dimming2 }), colorTemperature }
      return setLamps(caller, area, key, 'scene', { ...setting, ...manual }, { scene: number })
    },

    async resume(caller: RequestContext, area: string): Promise<{ isProgrammed: boolean }> {
      const {
        rows: [found],
      } = await sql<{ timetable: string | null }>`
        select coalesce(a.timetable, (select id from lighting_timetable d where d.project = a.project and d.is_default limit 1)) as timetable from lighting_area a where a.id = ${area}`.execute(
        db,
      )
      if (!found) throw new ApiError('object.missing')
      const ownProgramCount = await lighting.resumeArea(area)
      const isProgrammed = typeof found.timetable === 'string' || ownProgramCount > 0
      await audit(db, caller, { object: `area/${area}`, action: 'resume', content: { isProgrammed } })
      return { isProgrammed }
    },

    /** A lamp counts as done when all of its commands are done. */
    async outcome({ session }: RequestContext, area: string, key: string): Promise<AreaOutcome> {
      await checkExists(area)
      const lamps = new Map<string, CommandState[]>()
      for (const { tag, state } of await readCommandStates(session.accountId, toKeyPrefix(area, key))) {
        const { device = '' } = parseTag(tag) ?? {}
        lamps.set(device, [...(lamps.get(device) ?? []), state])
      }
      const all = [...lamps.values()]
      const waiting = all.filter((states) => states.some((state) => state === 'queued' || state === 'sent')).length
      const succeeded = all.filter((states) => states.every((state) => state === 'succeeded')).length
      return { lamps: all.length, waiting, obeyed: succeeded, failed: all.length - waiting - succeeded }
    },
  }
}

export type Areas = ReturnType<typeof createAreas>

interface SceneSetting {
  readonly dimming: number
  readonly dimming2?: number | null
  readonly colorTemperature: number
}

const toKeyPrefix = (area: string, key: string): string => `a/${area}/${key}`
