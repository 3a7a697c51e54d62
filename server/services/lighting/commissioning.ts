import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { bindingFacilities } from '../../../contract/telemetry/messages.ts'
import type { Broker } from '../../broker/index.ts'
import type { StoredRow } from '../../database/entities/entityColumns.ts'
import { readable } from '../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../database/entities/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { systemContext } from '../base/requestContext.ts'
import { bindingPrefix } from '../devices/commands.ts'
import type { EntityServices, HookContext } from '../entities/index.ts'
import { getText, toText } from '../entities/values.ts'
import type { FacilityIndex } from './facilityIndex.ts'
import { getTable } from './tables.ts'

export type InstallableKind = (typeof bindingFacilities)[number]

export interface CommissioningOptions {
  readonly db: Db
  readonly broker: Pick<Broker, 'publishBinding' | 'onAck' | 'isOnline'>
  readonly directory: FacilityIndex
  readonly log: Log
  readonly now: () => number
}

interface PendingRequest {
  readonly kind: InstallableKind
  readonly row: string
  readonly project: string
  /** The cabinet's device, the only one whose acknowledgement is accepted. */
  readonly device: string
  readonly action: 'install' | 'uninstall'
  readonly until: number
}

/** Failure code when the cabinet does not answer in time. */
const timeoutCode = 'timeout'

/**
 * Sends bindings of facilities to their cabinets. A facility is installed when its cabinet confirms, and failed if the
 * cabinet rejects or does not answer. Cabinets without a telemetry device are maintained manually.
 */
export function createCommissioning({ db, broker, directory: facilities, log, now }: CommissioningOptions) {
  const pending = new Map<string, PendingRequest>()
  let rows: Pick<EntityServices, 'getStoredService'> | undefined

  const cabinetDevice = (values: EntityValues): string | null =>
    facilities.findById(getText(values, 'cabinet'))?.device ?? null

  const finish = (id: string, failure: string | undefined): void => {
    const pendingRequest = pending.get(id)
    if (!pendingRequest || !rows) return
    pending.delete(id)
    const transition =
      failure === undefined
        ? rows
            .getStoredService(pendingRequest.kind)
            .move(
              systemContext,
              pendingRequest.row,
              pendingRequest.action === 'install' ? 'confirmInstalled' : 'confirmUninstalled',
              {},
            )
        : rows
            .getStoredService(pendingRequest.kind)
            .move(systemContext, pendingRequest.row, 'fail', { reason: failure })
    // The row may have been deleted or changed meanwhile.
    void transition.catch((cause: unknown) => {
      if (!(cause instanceof ApiError))
        log.warn('could not store the response of a cabinet', { row: pendingRequest.row, cause })
    })
  }

  const sendRequest = async (
    kind: InstallableKind,
    row: string,
    project: string,
    values: EntityValues,
    action: 'install' | 'uninstall',
  ): Promise<void> => {
    for (const [id, other] of pending) if (other.row === row) pending.delete(id)
    const device = cabinetDevice(values)
    const id = `${bindingPrefix}${randomUUID()}`
    const expiresAt = now() + limits.command.expiryMs
    pending.set(id, { kind, row, project, device: device ?? '', action, until: expiresAt })
    // The cabinet lost its device meanwhile, so there is no recipient.
    if (device === null) return finish(id, undefined)
    const number = (field: string): number | undefined =>
      typeof values[field] === 'number' ? values[field] : undefined
    const optional = {
      channel: number('channel'),
      group: number('group'),
      device: toText(values['device']) ?? undefined,
    }
    try {
      await broker.publishBinding({
        id,
        project,
        cabinet: device,
        action,
        facility: kind,
        address: getText(values, 'address'),
        protocol: number('protocol') ?? 0,
        ...omitUndefined(optional),
        expiresAt,
      })
    } catch (cause) {
      finish(id, cause instanceof ApiError ? cause.error : timeoutCode)
    }
  }

  return {
    /**
     * Values of a row while waiting for its cabinet; undefined if the cabinet has no device. Throws if the cabinet is
     * offline.
     */
    startMove({ project, entity }: HookContext, values: EntityValues, move: string): EntityValues | undefined {
      const device = cabinetDevice(values)
      const meanwhile = entity.lifecycle?.moves[move]?.pendingState
      if (device === null || meanwhile === undefined || !entity.lifecycle) return undefined
      if (broker.isOnline({ project, device }) === false) throw new ApiError('device.offline')
      return { [entity.lifecycle.field]: meanwhile }
    },

    /** Sends the binding after the move is stored. The acknowledgement moves the row on. */
    onMoveStarted(kind: InstallableKind, row: string, project: string, values: EntityValues): void {
      const action =
        values['installation'] === 'installing'
          ? 'install'
          : values['installation'] === 'uninstalling'
            ? 'uninstall'
            : undefined
      if (action) void sendRequest(kind, row, project, values, action)
    },

    /** Resends bindings left by a server stop. Returns a function that stops it. */
    async open(services: Pick<EntityServices, 'getStoredService'>): Promise<() => void> {
      rows = services
      const stop = broker.onAck(({ id, ok, code, project, device }) => {
        const pendingRequest = pending.get(id)
        if (pendingRequest && pendingRequest.project === project && pendingRequest.device === device)
          finish(id, ok ? undefined : (code ?? 'refused'))
      })
      for (const kind of bindingFacilities) {
        const table = getTable(kind)
        const { rows: open } =
          await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where installation in ('installing', 'uninstalling')`.execute(
            db,
          )
        for (const row of open) {
          const { id, project = '', values } = toEntityRow(table, row)
          this.onMoveStarted(kind, id, project, values)
        }
      }
      return stop
    },

    /** Fails bindings that timed out. */
    tick(): void {
      for (const [id, { until }] of pending) if (until <= now()) finish(id, timeoutCode)
    },
  }
}

export type Commissioning = ReturnType<typeof createCommissioning>

export const isInstallable = (kind: string): kind is InstallableKind => bindingFacilities.some((one) => one === kind)

/** Omits unknown fields instead of sending empty ones. */
function omitUndefined({
  channel,
  group,
  device,
}: {
  readonly channel: number | undefined
  readonly group: number | undefined
  readonly device: string | undefined
}) {
  return {
    ...(channel === undefined ? {} : { channel }),
    ...(group === undefined ? {} : { group }),
    ...(device === undefined ? {} : { device }),
  }
}
