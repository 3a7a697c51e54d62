import { sql } from 'kysely'
import type { LightSetting } from '../../../../contract/lighting/lampTypes.ts'
import type { Db } from '../../../database/index.ts'

export type LightKind = 'pole' | 'loop'

/** A manual setting with its reason and end, as requested. `until` null: until the next point of the program. */
export interface OverrideRequest {
  readonly account: string
  readonly by: string
  readonly reason: string
  /** Number of the recalled scene, if any. */
  readonly scene: number | null
  readonly until: number | null
  readonly setting: LightSetting
}

/** A stored manual setting. Times in milliseconds since 1970. */
export interface Override extends OverrideRequest {
  /** The program does not command the target before the end. */
  readonly isHeld: boolean
  readonly createdAt: number
}

/** A lamp or loop with a manual setting. `nextPoint`: time of the next point of its program, null if unknown. */
export interface OverrideTarget {
  readonly id: string
  readonly project: string
  readonly kind: LightKind
  readonly nextPoint: number | null
}

/** A setting whose end has passed. */
export interface EndedOverride extends Pick<Override, 'createdAt'> {
  readonly id: string
  readonly kind: LightKind
}

/** Overrides without an end are removed after this time; the program has replaced them long before. */
const staleMs = 30 * 86_400_000

/** Stores manual settings of lamps and loops. The newest one of a target replaces its earlier one. */
export function createOverrides(db: Db) {
  return {
    async store(targets: readonly OverrideTarget[], request: OverrideRequest, now: number): Promise<void> {
      if (targets.length === 0) return
      const { account, by, reason, scene, until, setting } = request
      const rows = targets.map(({ id, project, kind, nextPoint }) => ({
        target: id,
        project,
        kind,
        ends_at: until ?? nextPoint,
      }))
      await sql`insert into light_override (target, project, kind, account, by, reason, scene, setting, is_held, created_at, ends_at)
        select target, project, kind, ${account}, ${by}, ${reason}, ${scene}::int, ${JSON.stringify(setting)}::jsonb, ${until !== null}, ${new Date(now)}::timestamptz, to_timestamp(ends_at / 1000.0)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(target text, project text, kind text, ends_at float8)
        on conflict (target) do update set project = excluded.project, kind = excluded.kind, account = excluded.account, by = excluded.by, reason = excluded.reason,
          scene = excluded.scene, setting = excluded.setting, is_held = excluded.is_held, created_at = excluded.created_at, ends_at = excluded.ends_at`.execute(
        db,
      )
    },

    /** The manual setting of a target that has not ended; null if there is none. */
    async find(target: string, now: number): Promise<Override | null> {
      const {
        rows: [row],
      } =
        await sql<OverrideRow>`select account, by, reason, scene, setting, is_held as "isHeld", created_at as "createdAt", ends_at as "endsAt" from light_override where target = ${target}`.execute(
          db,
        )
      if (!row || (row.endsAt !== null && row.endsAt.getTime() <= now)) return null
      const { endsAt, createdAt, ...rest } = row
      return { ...rest, createdAt: createdAt.getTime(), until: endsAt?.getTime() ?? null }
    },

    async remove(targets: readonly string[]): Promise<void> {
      await sql`delete from light_override where target = any(${targets}::text[])`.execute(db)
    },

    /**
     * Returns the ended settings of targets that the program did not command meanwhile, earliest end first, and removes
     * the other ended ones.
     */
    async findEnded(now: number): Promise<readonly EndedOverride[]> {
      const hasEnded = sql`(ends_at <= ${new Date(now)} or (ends_at is null and created_at < ${new Date(now - staleMs)}))`
      await sql`delete from light_override where not is_held and ${hasEnded}`.execute(db)
      const { rows } = await sql<{ id: string; kind: LightKind; createdAt: Date }>`
        select target as id, kind, created_at as "createdAt" from light_override where ${hasEnded} order by ends_at`.execute(
        db,
      )
      return rows.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: createdAt.getTime() }))
    },

    /** Removes an ended setting, unless a newer one has replaced it. */
    async removeEnded({ id, createdAt }: EndedOverride): Promise<void> {
      await sql`delete from light_override where target = ${id} and created_at = ${new Date(createdAt)}`.execute(db)
    },
  }
}

export type Overrides = ReturnType<typeof createOverrides>

interface OverrideRow extends Omit<Override, 'createdAt' | 'until'> {
  readonly createdAt: Date
  readonly endsAt: Date | null
}
