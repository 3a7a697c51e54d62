import { sql } from 'kysely'
import { getEntity } from '../../../../contract/entities.ts'
import type { EntityValues, Words } from '../../../../contract/entity/field.ts'
import { isDeviceAction } from '../../../../contract/scada/linkage.ts'
import type { StoredRow } from '../../../database/entities/entityColumns.ts'
import { entityTable, readable } from '../../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import { getText, toText } from '../../entities/values.ts'
import type { Timer } from './timers.ts'
import type { TimeWindow } from './timeWindow.ts'
import type { WatchedLinkage } from './triggers.ts'
import {
  checkDevices,
  type DeviceRow,
  findRowDevices,
  listReferencedTags,
  listSamplePaths,
  parseTrigger,
  parseWindow,
  type Points,
  type ReportProblem,
  type Row,
} from './parseTrigger.ts'

/** Action of a linkage. Devices are resolved at run time. */
export type Action =
  | { readonly kind: 'device'; readonly device: string; readonly point: string; readonly value: string | null }
  | { readonly kind: 'facility'; readonly plant: string; readonly point: string; readonly value: string | null }
  | { readonly kind: 'product'; readonly product: string; readonly point: string; readonly value: string | null }
  | { readonly kind: 'alarm'; readonly level: 1 | 2 | 3; readonly text: string | null }
  | { readonly kind: 'notification'; readonly template: string; readonly text: string | null }
  | { readonly kind: 'recovery' }

/** A linkage as executed. */
export interface Linkage {
  readonly id: string
  /** Changes with user edits only, not with the device or server updates. */
  readonly revision: number
  readonly project: string
  readonly name: string
  readonly isEnabled: boolean
  readonly watched: WatchedLinkage
  /** Names of the watched devices by `project/device`. Linkages read together share one map. */
  readonly names: ReadonlyMap<string, string>
  readonly actions: readonly Action[]
  readonly isSerial: boolean
  readonly delayMs: number
  readonly silenceMs: number
  readonly isOnce: boolean
  readonly recovery: string | null
  /** Account whose permissions apply. */
  readonly owner: string | null
  readonly timer: Timer | null
  readonly zone: string
  /** True if the timer is the only trigger. Alarm actions then have no effect (section 5). */
  readonly isOnlyTimed: boolean
  readonly lastAt: number | null
  /** Missing references. They are reported to users and excluded from watching. */
  readonly problems: readonly Words[]
  /** The last reported problem. */
  readonly storedProblem: string | null
}

const table = entityTable(getEntity('linkage'), (text) => text)

/** Reads the enabled linkages, or one linkage in any state, with their devices. The number of queries is constant. */
export async function readLinkages(db: Db, linkageId?: string): Promise<Linkage[]> {
  const { rows } =
    await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where ${linkageId === undefined ? sql`status = 'enabled'` : sql`id = ${linkageId}`}`.execute(
      db,
    )
  const read = rows
    .map((row) => toEntityRow(table, row))
    .map(({ id, revision, project = '', values }) => ({
      id,
      revision,
      project,
      values,
      triggers: getRows(values, 'triggers'),
      actions: getRows(values, 'actions'),
    }))
  const triggersAndActions = read.flatMap(({ triggers, actions }) => [...triggers, ...actions])
  const devices = await findDevices(
    db,
    read.map(({ project }) => project),
    triggersAndActions.flatMap(({ device }) => toText(device) ?? []),
    triggersAndActions.flatMap(({ product }) => toText(product) ?? []),
  )
  const names = new Map(
    devices.flatMap(({ project, plant, name }) => (plant === '' ? [] : [[`${project}/${plant}`, name] as const])),
  )
  const zones = new Map(
    (
      await sql<{
        id: string
        zone: string | null
      }>`select id, time_zone as zone from project where id = any(${[...new Set(read.map(({ project }) => project))]}::text[])`.execute(
        db,
      )
    ).rows.map(({ id, zone }) => [id, zone]),
  )
  const points = await readWritablePoints(
    db,
    read.flatMap(({ project, triggers, actions }) =>
      [...triggers, ...actions].flatMap((row) => [
        ...listSamplePaths(row, project, devices),
        ...listReferencedTags(row),
      ]),
    ),
  )
  const templates = await readTemplates(
    db,
    read.flatMap(({ actions }) => actions.flatMap(({ template }) => toText(template) ?? [])),
  )
  return read.map(({ id, revision, project, values, triggers, actions }) => {
    const problems: Words[] = []
    const windows: TimeWindow[] = []
    const parsedTriggers = triggers.flatMap((row, index) => {
      const reportProblem = (words: Words): unknown =>
        problems.push(addPosition(words, index, { en: 'Trigger', zh: '触发器' }))
      if (row['source'] !== 'window') return [parseTrigger(row, project, devices, points, reportProblem)]
      windows.push(parseWindow(row))
      return []
    })
    for (const [index, row] of actions.entries()) {
      const reportProblem = (words: Words): unknown =>
        problems.push(addPosition(words, index, { en: 'Action', zh: '动作' }))
      if (row['kind'] === 'notification') checkTemplate(templates.get(toText(row['template']) ?? ''), reportProblem)
      else checkAction(row, project, devices, points, reportProblem)
    }
    const condition = values['condition']
    const zone = zones.get(project) ?? 'UTC'
    return {
      id,
      revision,
      project,
      name: getText(values, 'name'),
      isEnabled: values['status'] === 'enabled',
      watched: {
        id,
        condition: condition === 'all' || condition === 'none' ? condition : 'any',
        triggers: parsedTriggers,
        windows,
        zone,
      },
      names,
      actions: actions.map(parseAction),
      isSerial: values['execution'] !== 'parallel',
      delayMs: Number(values['delay'] ?? 0) * 1000,
      silenceMs: Number(values['silence'] ?? 0) * (values['silenceUnit'] === 'second' ? 1_000 : 60_000),
      isOnce: values['isOnce'] === true,
      recovery: toText(values['recovery']),
      owner: toText(values['owner']),
      timer: parsedTriggers.flatMap((trigger) => (trigger.kind === 'timed' ? [trigger.timer] : []))[0] ?? null,
      zone,
      isOnlyTimed: parsedTriggers.every(({ kind }) => kind === 'timed'),
      lastAt: typeof values['lastAt'] === 'number' ? values['lastAt'] : null,
      problems,
      storedProblem: toText(values['problem']),
    }
  })
}

/** Reads devices of these projects by id or product. */
export async function findDevices(
  db: Db,
  projects: readonly string[],
  ids: readonly string[],
  products: readonly string[],
): Promise<DeviceRow[]> {
  if (ids.length + products.length === 0) return []
  const { rows } =
    await sql<DeviceRow>`select id, project, name, product, coalesce(plant_device, '') as plant from platform_device
    where project = any(${[...new Set(projects)]}::text[]) and (id = any(${[...new Set(ids)]}::text[]) or product = any(${[...new Set(products)]}::text[])) order by name, id`.execute(
      db,
    )
  return rows
}

async function readWritablePoints(db: Db, paths: readonly string[]): Promise<Points> {
  if (paths.length === 0) return new Map()
  const { rows } = await sql<{
    path: string
    writable: boolean
  }>`select path, writable from tag where path = any(${[...new Set(paths)]}::text[])`.execute(db)
  return new Map(rows.map(({ path, writable }) => [path, writable]))
}

/** Whether the channels of these templates are enabled. */
async function readTemplates(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; isEnabled: boolean }>`select t.id, c.is_enabled as "isEnabled"
    from platform_template t join platform_channel c on c.id = t.channel where t.id = any(${[...new Set(ids)]}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, isEnabled }) => [id, isEnabled]))
}

function checkTemplate(isEnabled: boolean | undefined, reportProblem: ReportProblem): void {
  if (isEnabled === undefined)
    reportProblem({ en: 'the notification template no longer exists', zh: '通知模板已不存在' })
  else if (!isEnabled) reportProblem({ en: 'the notification channel is disabled', zh: '通知渠道已停用' })
}

function checkAction(
  row: Row,
  project: string,
  devices: readonly DeviceRow[],
  points: Points,
  reportProblem: ReportProblem,
): void {
  if (!isDeviceAction(row['kind'])) return
  if (!checkDevices(findRowDevices(row, project, devices), row['kind'] === 'product', reportProblem)) return
  const point = toText(row['identifier']) ?? ''
  const writable = listSamplePaths(row, project, devices).flatMap((path) => points.get(path) ?? [])
  if (writable.length === 0) reportProblem({ en: `no point "${point}"`, zh: `设备没有“${point}”` })
  else if (!writable.includes(true)) reportProblem({ en: `"${point}" is read-only`, zh: `“${point}”为只读` })
}

function parseAction(row: Row): Action {
  const point = toText(row['identifier']) ?? ''
  const value = toText(row['value'])?.trim() ?? null
  switch (row['kind']) {
    case 'alarm':
      return {
        kind: 'alarm',
        level: row['level'] === 1 || row['level'] === 3 ? row['level'] : 2,
        text: toText(row['text']),
      }
    case 'notification':
      return { kind: 'notification', template: toText(row['template']) ?? '', text: toText(row['text']) }
    case 'recovery':
      return { kind: 'recovery' }
    case 'facility':
      return { kind: 'facility', plant: toText(row['facility']) ?? '', point, value }
    case 'product':
      return { kind: 'product', product: toText(row['product']) ?? '', point, value }
    default:
      return { kind: 'device', device: toText(row['device']) ?? '', point, value }
  }
}

const addPosition = ({ en, zh }: Words, index: number, label: Words): Words => ({
  en: `${label.en} ${index + 1}: ${en}`,
  zh: `${label.zh} ${index + 1}：${zh}`,
})
const getRows = (values: EntityValues, field: string): Row[] => {
  const list = values[field]
  return Array.isArray(list) ? list.filter((row): row is EntityValues => typeof row === 'object' && row !== null) : []
}
