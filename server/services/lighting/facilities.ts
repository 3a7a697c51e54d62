import { sql } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import type { EntityHooks, HookContext, Hooks } from '../entities/index.ts'
import { createFault } from '../entities/validationErrors.ts'
import { getText, toText } from '../entities/values.ts'
import { confirmRebind, claimDevice } from './confirmRebind.ts'
import type { FacilityIndex, Facility, FacilityKind } from './facilityIndex.ts'
import type { Commissioning } from './commissioning.ts'
import { isInstallable } from './commissioning.ts'
import { facilityKinds } from './facilityIndex.ts'

export interface FacilityParts {
  readonly facilities: FacilityIndex
  readonly commissioning: Pick<Commissioning, 'startMove' | 'onMoveStarted'>
  /** Called when a device is assigned to another facility or to none. */
  readonly onChanged: (facility: Facility) => void
}

/**
 * Hooks of facility entities: one facility per device, enabled cabinets only, and confirmation before bindings are
 * replaced.
 */
export function facilityHooks({ facilities, commissioning, onChanged: changed }: FacilityParts): Hooks {
  const onTakenOver = (_kind: FacilityKind, id: string): void => {
    const facility = facilities.findById(id)
    facilities.remove(id)
    if (facility) changed(facility)
  }
  const createHooks = (kind: FacilityKind): EntityHooks => ({
    beforeCreate: (context, values) => claimDevice(context, undefined, values, facilities, onTakenOver),
    beforeUpdate: async (context, { id, values: before }, after) => {
      if (before['device'] !== after['device']) await claimDevice(context, id, after, facilities, onTakenOver)
      if (kind === 'pole') confirmRebind(context, ['area'], before, after, getText(before, 'name'))
    },
    beforeMove: async (context, { values }, move) => {
      if (move === 'install') await checkCabinetInService(context, toText(values['cabinet']))
      return commissioning.startMove(context, values, move)
    },
    afterWrite: ({ action, id, project, after }) => {
      const before = facilities.findById(id)
      if (action === 'remove' || !after) facilities.remove(id)
      else facilities.put(kind, id, project, after)
      const now = facilities.findById(id)
      if (before && (!now || now.device !== before.device || !facilities.isInService(now))) changed(before)
      if (after && isInstallable(kind) && (action === 'install' || action === 'uninstall'))
        commissioning.onMoveStarted(kind, id, project, after)
    },
  })
  return {
    ...Object.fromEntries(facilityKinds.map((kind) => [kind, createHooks(kind)])),
    area: {
      beforeUpdate: (context, { values }, after) =>
        confirmRebind(context, ['timetable', 'scene'], values, after, getText(values, 'name')),
    },
    tunnel: {
      beforeUpdate: (context, { values }, after) =>
        confirmRebind(context, ['brightness'], values, after, getText(values, 'name')),
      beforeMove: checkMarking,
    },
  }
}

/** Throws if the cabinet is disabled. */
async function checkCabinetInService({ tx }: HookContext, cabinet: string | null): Promise<void> {
  if (cabinet === null) return
  const {
    rows: [row],
  } = await sql<{
    usage: number
    name: string
  }>`select usage, name from lighting_cabinet where id = ${cabinet}`.execute(tx)
  if (!row || row.usage === 2) return
  throw new ApiError('entity.state', {
    problems: [
      createFault('cabinet', 'state', { en: `Cabinet ${row.name} is disabled`, zh: `配电箱${row.name}已停用` }),
    ],
  })
}

/** Marking cannot be completed for a tunnel without devices on its map (specification, section 8). */
const checkMarking: NonNullable<EntityHooks['beforeMove']> = async ({ tx }, { id }, move) => {
  if (move !== 'completeMarking') return
  const {
    rows: [count],
  } = await sql<{ devices: string }>`select
    (select count(*) from lighting_pole p join lighting_tunnel_section s on s.id = p.section where s.tunnel = ${id})
    + (select count(*) from lighting_sensor where tunnel = ${id}) + (select count(*) from lighting_camera where tunnel = ${id}) + (select count(*) from lighting_third_party where tunnel = ${id}) as devices`.execute(
    tx,
  )
  if (Number(count?.devices ?? 0) > 0) return
  throw new ApiError('entity.state', {
    problems: [createFault('', 'state', { en: 'The annotation device list is empty', zh: '标注设备列表为空' })],
  })
}
