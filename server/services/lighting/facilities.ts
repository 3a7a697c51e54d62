import { sql } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import type { EntityHooks, HookContext, Hooks } from '../entities/index.ts'
import { faultAt } from '../entities/validationErrors.ts'
import { textIn, textOf } from '../entities/values.ts'
import { confirmRebind, claimDevice } from './confirmRebind.ts'
import type { Directory, Facility, FacilityKind } from './facilityIndex.ts'
import type { Commissioning } from './commissioning.ts'
import { isInstalled } from './commissioning.ts'
import { facilityKinds } from './facilityIndex.ts'

export interface FacilityParts {
  readonly directory: Directory
  readonly installing: Pick<Commissioning, 'begin' | 'began'>
  /** Called when a device is assigned to another facility or to none. */
  readonly changed: (facility: Facility) => void
}

/**
 * Hooks of facility entities: one facility per device, enabled cabinets only, and confirmation before bindings are
 * replaced.
 */
export function facilityHooks({ directory, installing, changed }: FacilityParts): Hooks {
  const takenOver = (_kind: FacilityKind, id: string): void => {
    const facility = directory.byId(id)
    directory.remove(id)
    if (facility) changed(facility)
  }
  const hooksOf = (kind: FacilityKind): EntityHooks => ({
    beforeCreate: (context, values) => claimDevice(context, undefined, values, directory, takenOver),
    beforeUpdate: async (context, { id, values: before }, after) => {
      if (before['device'] !== after['device']) await claimDevice(context, id, after, directory, takenOver)
      if (kind === 'pole') confirmRebind(context, ['area'], before, after, textIn(before, 'name'))
    },
    beforeMove: async (context, { values }, move) => {
      if (move === 'install') await cabinetAtWork(context, textOf(values['cabinet']))
      return installing.begin(context, values, move)
    },
    afterWrite: ({ action, id, project, after }) => {
      const before = directory.byId(id)
      if (action === 'remove' || !after) directory.remove(id)
      else directory.put(kind, id, project, after)
      const now = directory.byId(id)
      if (before && (!now || now.device !== before.device || !directory.isAtWork(now))) changed(before)
      if (after && isInstalled(kind) && (action === 'install' || action === 'uninstall')) installing.began(kind, id, project, after)
    },
  })
  return {
    ...Object.fromEntries(facilityKinds.map((kind) => [kind, hooksOf(kind)])),
    area: { beforeUpdate: (context, { values }, after) => confirmRebind(context, ['timetable', 'scene'], values, after, textIn(values, 'name')) },
    tunnel: { beforeUpdate: (context, { values }, after) => confirmRebind(context, ['brightness'], values, after, textIn(values, 'name')), beforeMove: guardMarking },
  }
}

/** Throws if the cabinet is disabled. */
async function cabinetAtWork({ tx }: HookContext, cabinet: string | null): Promise<void> {
  if (cabinet === null) return
  const { rows: [row] } = await sql<{ usage: number; name: string }>`select usage, name from lighting_cabinet where id = ${cabinet}`.execute(tx)
  if (!row || row.usage === 2) return
  throw new ApiError('entity.state', { problems: [faultAt('cabinet', 'state', { en: `Cabinet ${row.name} is disabled`, zh: `配电箱${row.name}已停用` })] })
}

/** Marking cannot be completed for a tunnel without devices on its map (specification, section 8). */
const guardMarking: NonNullable<EntityHooks['beforeMove']> = async ({ tx }, { id }, move) => {
  if (move !== 'completeMarking') return
  const { rows: [count] } = await sql<{ devices: string }>`select
    (select count(*) from lighting_pole p join lighting_tunnel_section s on s.id = p.section where s.tunnel = ${id})
    + (select count(*) from lighting_sensor where tunnel = ${id}) + (select count(*) from lighting_camera where tunnel = ${id}) + (select count(*) from lighting_third_party where tunnel = ${id}) as devices`.execute(tx)
  if (Number(count?.devices ?? 0) > 0) return
  throw new ApiError('entity.state', { problems: [faultAt('', 'state', { en: 'The annotation device list is empty', zh: '标注设备列表为空' })] })
}
