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
  /** The cabinet's device, the only one whose acknowledgement is accepted. */
  readonly device: string
  readonly action: 'install' | 'uninstall'
  readonly until: number
}

/** Failure code when the cabinet does not answer in time. */
const silent = 'timeout'

/**
 * Sends bindings of facilities to their cabinets. A facility is installed when its cabinet confirms, and failed if the
 * cabinet rejects or does not answer. Cabinets without a telemetry device are maintained manually.
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
    // The row may have been deleted or changed meanwhile.
    void moved.catch((cause: unknown) => { if (!(cause instanceof ApiError)) log.warn('could not store the response of a cabinet', { row: asked.row, cause }) })
  }

  const tell = async (kind: Installed, row: string, project: string, values: EntityValues, action: 'install' | 'uninstall'): Promise<void> => {
    for (const [id, other] of waiting) if (other.row === row) waiting.delete(id)
    const device = cabinetDevice(values)
    const id = `${bindingPrefix}${randomUUID()}`
    const expiresAt = now() + limits.command.expiryMs
    waiting.set(id, { kind, row, project, device: device ?? '', action, until: expiresAt })
    // The cabinet lost its device meanwhile, so there is no recipient.
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
    /**
     * Values of a row while waiting for its cabinet; undefined if the cabinet has no device. Throws if the cabinet is
     * offline.
     */
    begin({ project, entity }: HookContext, values: EntityValues, move: string): EntityValues | undefined {
      const device = cabinetDevice(values)
      const meanwhile = entity.lifecycle?.moves[move]?.meanwhile
      if (device === null || meanwhile === undefined || !entity.lifecycle) return undefined
      if (broker.isOnline({ project, device }) === false) throw new ApiError('device.offline')
      return { [entity.lifecycle.field]: meanwhile }
    },

    /** Sends the binding after the move is stored. The acknowledgement moves the row on. */
    began(kind: Installed, row: string, project: string, values: EntityValues): void {
      const action = values['installation'] === 'installing' ? 'install' : values['installation'] === 'uninstalling' ? 'uninstall' : undefined
      if (action) void tell(kind, row, project, values, action)
    },

    /** Resends bindings left by a server stop. Returns a function that stops it. */
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

    /** Fails bindings that timed out. */
    tick(): void {
      for (const [id, { until }] of waiting) if (until <= now()) settle(id, silent)
    },
  }
}

export type Commissioning = ReturnType<typeof createCommissioning>

export const isInstalled = (kind: string): kind is Installed => bindingFacilities.some((one) => one === kind)

/** Omits unknown fields instead of sending empty ones. */
function withoutEmpty({ channel, group, device }: { readonly channel: number | undefined; readonly group: number | undefined; readonly device: string | undefined }) {
  return { ...(channel === undefined ? {} : { channel }), ...(group === undefined ? {} : { group }), ...(device === undefined ? {} : { device }) }
}
