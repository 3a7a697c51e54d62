import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { bindingFacilities } from '../../../contract/telemetry/messages.ts'
import type { Broker } from '../../broker/index.ts'
import type { StoredRow } from '../../database/entityColumns.ts'
import { readable } from '../../database/entityColumns.ts'
import { frameOf } from '../../database/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { systemContext } from '../base/requestContext.ts'
import { bindingPrefix } from '../devices/commands.ts'
import type { EntityServices, HookContext } from '../entities/index.ts'
import { textIn, textOf } from '../entities/values.ts'
import type { Directory } from './facilityIndex.ts'
import { tableOf } from './tables.ts'

export type Installed = (typeof bindingFacilities)[number]

export interface CommissioningOptions {
  readonly db: Db
  readonly broker: Pick<Broker, 'publishBinding' | 'onAck' | 'isOnline'>
  readonly directory: Directory
  readonly log: Log
  readonly now: () => number
}

interface Waiting {
  readonly kind: Installed
  readonly row: string
  readonly project: string
  /** The cabinet's device, the only one whose answer counts. */
  readonly device: string
  readonly action: 'install' | 'uninstall'
  readonly until: number
}

/** What the cabinet did not say in time. */
const silent = 'timeout'

/**
 * Tells cabinets what hangs on them. A facility is installed when its cabinet has said so, and has failed when that refuses or stays
 * silent; a cabinet without a telemetry device cannot be told, and people keep its records by hand.
 */
export function createCommissioning({ db, broker, directory, log, now }: CommissioningOptions) {
  const waiting = new Map<string, Waiting>()
  let rows: Pick<EntityServices, 'stored'> | undefined

  const cabinetDevice = (values: EntityValues): string | null => directory.byId(textIn(values, 'cabinet'))?.device ?? null

  const settle = (id: string, failure: string | undefined): void => {
    const asked = waiting.get(id)
    if (!asked || !rows) return
    waiting.delete(id)
    const moved = failure === undefined ? rows.stored(asked.kind).move(systemContext, asked.row, asked.action === 'install' ? 'confirmInstalled' : 'confirmUninstalled', {})
      : rows.stored(asked.kind).move(systemContext, asked.row, 'fail', { reason: failure })
    // It may be gone by now, or have been asked otherwise.
    void moved.catch((cause: unknown) => { if (!(cause instanceof ApiError)) log.warn('the answer of a cabinet was not noted', { row: asked.row, cause }) })
  }

  const tell = async (kind: Installed, row: string, project: string, values: EntityValues, action: 'install' | 'uninstall'): Promise<void> => {
    for (const [id, other] of waiting) if (other.row === row) waiting.delete(id)
    const device = cabinetDevice(values)
    const id = `${bindingPrefix}${randomUUID()}`
    const expiresAt = now() + limits.command.expiryMs
    waiting.set(id, { kind, row, project, device: device ?? '', action, until: expiresAt })
    // Its device was taken from the cabinet meanwhile: there is nobody to be told.
    if (device === null) return settle(id, undefined)
    const number = (field: string): number | undefined => (typeof values[field] === 'number' ? values[field] : undefined)
    const optional = { channel: number('channel'), group: number('group'), device: textOf(values['device']) ?? undefined }
    try {
      await broker.publishBinding({ id, project, cabinet: device, action, facility: kind, address: textIn(values, 'address'), protocol: number('protocol') ?? 0, ...withoutEmpty(optional), expiresAt })
    } catch (cause) {
      settle(id, cause instanceof ApiError ? cause.error : silent)
    }
  }

  return {
    /** What a row is in while its cabinet is asked; undefined where there is nobody to ask. A cabinet that is known to be away is not asked. */
    begin({ project, entity }: HookContext, values: EntityValues, move: string): EntityValues | undefined {
      const device = cabinetDevice(values)
      const meanwhile = entity.lifecycle?.moves[move]?.meanwhile
      if (device === null || meanwhile === undefined || !entity.lifecycle) return undefined
      if (broker.isOnline({ project, device }) === false) throw new ApiError('device.offline')
      return { [entity.lifecycle.field]: meanwhile }
    },

    /** After the move is kept: the cabinet is told, and what it answers moves the row on. */
    began(kind: Installed, row: string, project: string, values: EntityValues): void {
      const action = values['installation'] === 'installing' ? 'install' : values['installation'] === 'uninstalling' ? 'uninstall' : undefined
      if (action) void tell(kind, row, project, values, action)
    },

    /** Asks again where the server ended while it waited. Returns how to stop. */
    async open(services: Pick<EntityServices, 'stored'>): Promise<() => void> {
      rows = services
      const stop = broker.onAck(({ id, ok, code, project, device }) => {
        const asked = waiting.get(id)
        if (asked && asked.project === project && asked.device === device) settle(id, ok ? undefined : code ?? 'refused')
      })
      for (const kind of bindingFacilities) {
        const table = tableOf(kind)
        const { rows: open } = await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where installation in ('installing', 'uninstalling')`.execute(db)
        for (const row of open) {
          const { id, project = '', values } = frameOf(table, row)
          this.began(kind, id, project, values)
        }
      }
      return stop
    },

    /** Gives up cabinets that were silent too long. */
    tick(): void {
      for (const [id, { until }] of waiting) if (until <= now()) settle(id, silent)
    },
  }
}

export type Commissioning = ReturnType<typeof createCommissioning>

export const isInstalled = (kind: string): kind is Installed => bindingFacilities.some((one) => one === kind)

/** What is not known is not said, rather than said to be nothing. */
function withoutEmpty({ channel, group, device }: { readonly channel: number | undefined; readonly group: number | undefined; readonly device: string | undefined }) {
  return { ...(channel === undefined ? {} : { channel }), ...(group === undefined ? {} : { group }), ...(device === undefined ? {} : { device }) }
}
