import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import { statePoint } from '../../../../contract/telemetry/tags.ts'
import type { Db } from '../../../database/index.ts'
import type { DeviceNames } from '../../base/deviceNames.ts'
import type { Page } from '../../base/pagination.ts'
import { likePattern, pageOffset } from '../../base/pagination.ts'
import { isDeclared } from './declared.ts'
import type { StoredTags } from './quota.ts'

const isState = (tag: RawBuilder<unknown>) => sql`${tag}.point = ${statePoint}`
/** Condition for tags created by values. */
const isReceived = (tag: RawBuilder<unknown>) =>
  sql`(${tag}.first_seen_at is not null or ${tag}.is_own) and ${tag}.point <> ${statePoint}`

export interface ListedDevice {
  readonly project: string
  readonly device: string
  readonly tags: number
  readonly firstSeenAt: number | null
  readonly lastValueAt: number | null
  readonly publisher: string | null
  readonly ignoredAt: number | null
  readonly ignoredBy: string | null
}

export interface UndeclaredFilter extends Page {
  readonly state: 'new' | 'ignored'
  readonly project?: string | undefined
  readonly search?: string | undefined
  /** Projects visible to the caller; undefined: all. */
  readonly projects: readonly string[] | undefined
}

/**
 * Undeclared devices as rows `device`, `tags` and so on; `within` filters the tags. A device without values has only
 * its state tag, which is not counted.
 */
const selectDevices = (names: DeviceNames, scope: RawBuilder<unknown>) => sql`(
  select d.* from (
    select t.project, t.device, (count(*) filter (where not ${isState(sql`t`)}))::int as tags, min(t.first_seen_at) as first_seen_at, max(n.at) as last_value_at, min(t.publisher) as publisher
    from tag t left join newest_value n on n.tag = t.id where (${isReceived(sql`t`)} or ${isState(sql`t`)}) and ${scope} group by t.project, t.device) d
  where not ${isDeclared(names, sql`d.project`, sql`d.device`)})`

const createProjectCondition = (
  column: RawBuilder<unknown>,
  { projects, project }: Pick<UndeclaredFilter, 'projects' | 'project'>,
) =>
  sql`${sql.join(
    [
      sql`true`,
      ...(projects ? [sql`${column} = any(${projects}::text[])`] : []),
      ...(project === undefined ? [] : [sql`${column} = ${project}`]),
    ],
    sql` and `,
  )}`

interface DeviceListRow {
  readonly project: string
  readonly device: string
  readonly tags: number | null
  readonly first_seen_at: Date | null
  readonly last_value_at: Date | null
  readonly publisher: string | null
  readonly ignored_at: Date | null
  readonly ignored_by: string | null
}

/** Lists a page of the active undeclared devices, newest first, or of the ignored ones. */
export async function listDevices(
  db: Db,
  names: DeviceNames,
  filter: UndeclaredFilter,
): Promise<{ rows: readonly ListedDevice[]; total: number }> {
  const devices = selectDevices(names, createProjectCondition(sql`t.project`, filter))
  const from =
    filter.state === 'new'
      ? sql`(select u.*, null::timestamptz as ignored_at, null::text as ignored_by from ${devices} u where not exists (select from ignored_device i where i.project = u.project and i.device = u.device))`
      : sql`(select i.project, i.device, u.tags, u.first_seen_at, u.last_value_at, u.publisher, i.ignored_at, i.ignored_by
        from ignored_device i left join ${devices} u on u.project = i.project and u.device = i.device
        where ${createProjectCondition(sql`i.project`, filter)} and not ${isDeclared(names, sql`i.project`, sql`i.device`)})`
  const found = sql`from ${from} as found where ${filter.search ? sql`(${likePattern('found.device', filter.search)} or ${likePattern('found.publisher', filter.search)})` : sql`true`}`
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db)
  const { rows } =
    await sql<DeviceListRow>`select found.* ${found} order by coalesce(ignored_at, first_seen_at) desc nulls last, project, device limit ${filter.pageSize} offset ${pageOffset(filter)}`.execute(
      db,
    )
  return {
    total: counted?.total ?? 0,
    rows: rows.map(({ project, device, tags, publisher, ...at }) => ({
      project,
      device,
      tags: tags ?? 0,
      publisher,
      firstSeenAt: at.first_seen_at?.getTime() ?? null,
      lastValueAt: at.last_value_at?.getTime() ?? null,
      ignoredAt: at.ignored_at?.getTime() ?? null,
      ignoredBy: at.ignored_by,
    })),
  }
}

/** Counts undeclared devices and tags per project. */
export async function countDevices(
  db: Db,
  names: DeviceNames,
  filter: Pick<UndeclaredFilter, 'projects' | 'project'>,
): Promise<readonly { readonly project: string; readonly devices: number; readonly tags: number }[]> {
  const { rows } = await sql<{ project: string; devices: number; tags: number }>`
    select p.id as project, count(u.device)::int as devices, coalesce(sum(u.tags), 0)::int as tags
    from project p left join ${selectDevices(names, createProjectCondition(sql`t.project`, filter))} u on u.project = p.id where ${createProjectCondition(sql`p.id`, filter)} group by p.id order by p.id`.execute(
    db,
  )
  return rows
}

/**
 * Reads the stored tags of undeclared devices for the quota. State tags alone come last, so that a device with other
 * tags counts for the client that created those.
 */
export async function readStored(db: Db, names: DeviceNames): Promise<readonly StoredTags[]> {
  const { rows } = await sql<StoredTags>`select d.* from (
      select t.project, t.device, t.publisher, coalesce(array_agg(t.point) filter (where not ${isState(sql`t`)}), '{}') as points
      from tag t where ${isReceived(sql`t`)} or ${isState(sql`t`)} group by t.project, t.device, t.publisher) d
    where not ${isDeclared(names, sql`d.project`, sql`d.device`)} order by cardinality(d.points) = 0`.execute(db)
  return rows
}

/** Returns those of the devices of a project that are undeclared. */
export async function filterUndeclared(
  db: Db,
  names: DeviceNames,
  project: string,
  devices: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{
    device: string
  }>`select a.device from unnest(${devices}::text[]) as a(device) where not ${isDeclared(names, sql`${project}::text`, sql`a.device`)}
    and (exists (select from tag t where t.project = ${project} and t.device = a.device) or exists (select from ignored_device i where i.project = ${project} and i.device = a.device))`.execute(
    db,
  )
  return rows.map(({ device }) => device)
}

/** Tags of the devices of a project, ordered by path. */
export async function readTags(
  db: Db,
  project: string,
  devices: readonly string[],
): Promise<readonly { readonly path: string; readonly device: string; readonly point: string }[]> {
  const { rows } = await sql<{
    path: string
    device: string
    point: string
  }>`select path, device, point from tag where project = ${project} and device = any(${devices}::text[]) order by path`.execute(
    db,
  )
  return rows
}

/**
 * Tags of undeclared devices created before `before` and without a value since then. Includes the state tag of a device
 * without other tags.
 */
export async function findUnusedTags(
  db: Db,
  names: DeviceNames,
  before: Date,
  after: string,
  limit: number,
): Promise<readonly (DeviceRef & { readonly path: string })[]> {
  const { rows } = await sql<
    DeviceRef & { path: string }
  >`select t.path, t.project, t.device from tag t left join newest_value n on n.tag = t.id
    where (${isReceived(sql`t`)} or ${isState(sql`t`)} and not exists (select from tag o where o.project = t.project and o.device = t.device and o.point <> ${statePoint}))
      and t.path > ${after} and coalesce(n.at, '-infinity') < ${before} and coalesce(t.first_seen_at, '-infinity') < ${before}
      and not ${isDeclared(names, sql`t.project`, sql`t.device`)} order by t.path limit ${limit}`.execute(db)
  return rows
}

/** Returns those of the devices that have no tags except the state tag. */
export async function filterWithoutTags(db: Db, devices: readonly DeviceRef[]): Promise<readonly DeviceRef[]> {
  const { rows } =
    await sql<DeviceRef>`select distinct a.project, a.device from unnest(${devices.map(({ project }) => project)}::text[], ${devices.map(({ device }) => device)}::text[]) as a(project, device)
    where not exists (select from tag t where t.project = a.project and t.device = a.device and t.point <> ${statePoint})`.execute(
      db,
    )
  return rows
}
