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
import type { Trigger, WatchedLinkage } from './watch.ts'

/** Action of a linkage. Devices are resolved at run time. */
export type Action =
  | { readonly kind: 'device'; readonly device: string; readonly point: string; readonly value: string | null }
  | { readonly kind: 'facility'; readonly plant: string; readonly point: string; readonly value: string | null }
  | { readonly kind: 'product'; readonly product: string; readonly point: string; readonly value: string | null }
  | { readonly kind: 'alarm'; readonly level: 1 | 2 | 3 }
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

/** Device columns used by linkages. */
export interface DeviceRow {
  readonly id: string
  readonly project: string
  readonly name: string
  readonly product: string
  /** Telemetry device; empty if not set. */
  readonly plant: string
}

const table = entityTable(getEntity('linkage'), (text) => text)

/** Reads the enabled linkages, or one linkage in any state, with their devices. Always two queries. */
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
      [...triggers, ...actions].flatMap((row) => listSamplePaths(row, project, devices)),
    ),
  )
  return read.map(({ id, revision, project, values, triggers, actions }) => {
    const problems: Words[] = []
    const parsedTriggers = triggers.map((row, index) =>
      parseTrigger(row, project, devices, points, (words) =>
        problems.push(addPosition(words, index, { en: 'Trigger', zh: '触发器' })),
      ),
    )
    for (const [index, row] of actions.entries())
      checkAction(row, project, devices, points, (words) =>
        problems.push(addPosition(words, index, { en: 'Action', zh: '动作' })),
      )
    const condition = values['condition']
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
      zone: zones.get(project) ?? 'UTC',
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

type Row = Readonly<Record<string, unknown>>
type ReportProblem = (words: Words) => void
/** Existing points, with whether a linkage can write a number to them. */
type Points = ReadonlyMap<string, boolean>

/** Number of devices of a product sampled to find its points. */
const maxSamples = 20

/** A telemetry device without a platform device. Empty if the linkage names no device. */
const toDeviceRow = (project: string, plant: string): DeviceRow[] =>
  plant === '' ? [] : [{ id: '', project, name: plant, product: '', plant }]

const findRowDevices = (row: Row, project: string, devices: readonly DeviceRow[]): DeviceRow[] => {
  const isOfProduct = row['source'] === 'product' || row['kind'] === 'product'
  // A facility needs no platform device; it is identified by its telemetry device.
  if (row['source'] === 'facility' || row['kind'] === 'facility')
    return toDeviceRow(project, toText(row['facility']) ?? '')
  return devices.filter(
    (each) => each.project === project && (isOfProduct ? each.product === row['product'] : each.id === row['device']),
  )
}
const listSamplePaths = (row: Row, project: string, devices: readonly DeviceRow[]): string[] =>
  findRowDevices(row, project, devices)
    .filter(({ plant }) => plant !== '')
    .slice(0, maxSamples)
    .map(({ plant }) => `${project}/${plant}/${toText(row['identifier']) ?? ''}`)

async function readWritablePoints(db: Db, paths: readonly string[]): Promise<Points> {
  if (paths.length === 0) return new Map()
  const { rows } = await sql<{
    path: string
    writable: boolean
  }>`select path, writable from tag where path = any(${[...new Set(paths)]}::text[])`.execute(db)
  return new Map(rows.map(({ path, writable }) => [path, writable]))
}

function parseTrigger(
  row: Row,
  project: string,
  devices: readonly DeviceRow[],
  points: Points,
  reportProblem: ReportProblem,
): Trigger {
  const { source, thing: capability } = row
  if (source === 'custom') return { kind: 'custom' }
  if (source === 'timed') {
    const { weekdays } = row
    const time = toText(row['time']) ?? ''
    return {
      kind: 'timed',
      timer:
        row['isCron'] === true
          ? { cron: toText(row['cron']) ?? '' }
          : { time, weekdays: Array.isArray(weekdays) ? weekdays.filter((day) => typeof day === 'string') : [] },
    }
  }
  const isOfProduct = source === 'product'
  const triggerDevices = findRowDevices(row, project, devices)
  if (!checkDevices(triggerDevices, isOfProduct, reportProblem))
    return { kind: 'online', devices: new Set(), isOfProduct }
  const scope = {
    devices: new Set(triggerDevices.flatMap(({ plant }) => (plant === '' ? [] : [`${project}/${plant}`]))),
    isOfProduct,
  }
  if (capability === 'online' || capability === 'offline') return { kind: capability, ...scope }
  const point = toText(row['identifier']) ?? ''
  if (!listSamplePaths(row, project, devices).some((path) => points.has(path)))
    reportProblem({ en: `"${point}" not received yet`, zh: `设备尚未上报过“${point}”` })
  if (capability === 'function' || capability === 'event') return { kind: capability, ...scope, point }
  return {
    kind: 'attribute',
    ...scope,
    point,
    comparison: {
      operator: toText(row['operator']) ?? '>',
      value: toText(row['value']) ?? '',
      upper: toText(row['upper']) ?? '',
    },
  }
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

function checkDevices(
  triggerDevices: readonly DeviceRow[],
  isOfProduct: boolean,
  reportProblem: ReportProblem,
): boolean {
  if (triggerDevices.some(({ plant }) => plant !== '')) return true
  if (triggerDevices.length > 0) reportProblem({ en: 'the device has no telemetry device', zh: '设备未填写遥测设备' })
  else
    reportProblem(
      isOfProduct
        ? { en: 'the product has no device in this project', zh: '本项目没有该产品的设备' }
        : { en: 'the device no longer exists', zh: '设备已不存在' },
    )
  return false
}

function parseAction(row: Row): Action {
  const point = toText(row['identifier']) ?? ''
  const value = toText(row['value'])?.trim() ?? null
  switch (row['kind']) {
    case 'alarm':
      return { kind: 'alarm', level: row['level'] === 1 || row['level'] === 3 ? row['level'] : 2 }
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
