import { sql } from 'kysely'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { getEntity } from '../../../../contract/entities.ts'
import type { Words } from '../../../../contract/entity/field.ts'
import { entityTable } from '../../../database/entities/entityColumns.ts'
import { orderChanged } from '../../../database/entities/entityPagination.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { StoredEntityService } from '../../entities/index.ts'
import { parseDevice, type Run, type Step } from './actions.ts'
import type { Linkage } from './rows.ts'

/** Runs kept per linkage. */
const maxRuns = 200
const table = entityTable(getEntity('linkageRun'), (text) => text)

/** Stores the runs of linkages and reads how linkages are paired. */
export function createRunLog({
  db,
  stored,
  log,
}: {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
  readonly log: Log
}) {
  return {
    /** Stores a run, updates the linkage's row and deletes the oldest runs. */
    async write(
      { linkage: { id, project }, cause: { device }, message: said, at }: Run,
      result: 'done' | 'failed' | 'idle' | 'cut',
      steps: readonly Step[],
      tookMs: number,
    ): Promise<void> {
      const written = steps.slice(0, 20).map(({ device: commanded, what, outcome, reason }) => ({
        device: commanded ?? null,
        what: encodeText(what),
        outcome,
        reason: reason === null ? null : encodeText(reason),
      }))
      try {
        await stored('linkageRun').add(systemContext, [
          {
            project,
            values: {
              at,
              linkage: id,
              device: device === null ? null : parseDevice(device),
              cause: encodeText(said),
              result,
              tookMs,
              steps: written,
            },
          },
        ])
        await stored('linkage').set(id, { lastResult: result })
        const { numAffectedRows } = await sql`delete from ${sql.table(table.name)} where linkage = ${id}
          and id in (select id from ${sql.table(table.name)} where linkage = ${id} order by at desc, id desc offset ${maxRuns})`.execute(
          db,
        )
        if (Number(numAffectedRows ?? 0) > 0) orderChanged(table)
      } catch (cause) {
        // The linkage, and with it its log, may have been deleted meanwhile.
        log.warn('could not log a linkage run', { linkage: id, cause })
      }
    },

    /** Returns the linkages paired with this one; either of the two may name the other. */
    async findPairs({
      id,
      project,
      recovery,
    }: Pick<Linkage, 'id' | 'project' | 'recovery'>): Promise<readonly string[]> {
      const { rows } = await sql<{
        id: string
      }>`select id from scada_linkage where project = ${project} and (recovery = ${id} or id = ${recovery}) and id <> ${id}`.execute(
        db,
      )
      return rows.map((row) => row.id)
    },

    /** Returns true if an enabled linkage clears this linkage's alarms. */
    async isPaired({ id, project, recovery }: Pick<Linkage, 'id' | 'project' | 'recovery'>): Promise<boolean> {
      const { rows } =
        await sql`select id from scada_linkage where project = ${project} and status = 'enabled' and (recovery = ${id} or id = ${recovery}) and id <> ${id}
        and actions @> '[{"kind": "recovery"}]' limit 1`.execute(db)
      return rows.length > 0
    },

    /** Returns those of the linkages whose alarms are cleared by an enabled linkage, regardless of their own state. */
    async filterPaired(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const { rows } = await sql<{
        id: string
      }>`select l.id from scada_linkage l where l.id = any(${[...new Set(ids)]}::text[]) and exists (select 1 from scada_linkage p
        where p.project = l.project and p.status = 'enabled' and (p.recovery = l.id or p.id = l.recovery) and p.id <> l.id and p.actions @> '[{"kind": "recovery"}]')`.execute(
        db,
      )
      return new Set(rows.map(({ id }) => id))
    },
  }
}

const encodeText = ({ en, zh }: Words): string => encodeLocalized({ en: en.slice(0, 240), zh: zh.slice(0, 240) })
