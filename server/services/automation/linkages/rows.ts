import { sql } from 'kysely'
import { entityOf } from '../../../../contract/entities.ts'
import type { EntityValues, Words } from '../../../../contract/entity/field.ts'
import { isDeviceAction, linkageNumber } from '../../../../contract/scada/linkage.ts'
import type { StoredRow } from '../../../database/entityColumns.ts'
import { entityTable, readable } from '../../../database/entityColumns.ts'
import { frameOf } from '../../../database/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import { textIn, textOf } from '../../entities/values.ts'
import type { Timer } from './timers.ts'
import type { Trigger, Watched } from './watch.ts'

/** Action of a linkage. Devices are resolved at run time. */
export type Action =
  | { readonly kind: 'device'; readonly device: string; readonly point: string; readonly value: number | null }
  | { readonly kind: 'facility'; readonly plant: string; readonly point: string; readonly value: number | null }
  | { readonly kind: 'product'; readonly product: string; readonly point: string; readonly value: number | null }
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
  readonly watched: Watched
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
  readonly said: string | null
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

const table = entityTable(entityOf('linkage'), (text) => text)

/** Reads the enabled linkages, or one linkage in any state, with their devices. Always two queries. */
export async function readLinkages(db: Db, only?: string): Promise<Linkage[]> {
  const { rows } = await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where ${only === undefined ? sql`status = 'enabled'` : sql`id = ${only}`}`.execute(db)
  const read = rows.map((row) => frameOf(table, row)).map(({ id, revision, project = '', values }) => ({ id, revision, project, values, triggers: rowsIn(values, 'triggers'), actions: rowsIn(values, 'actions') }))
  const named = read.flatMap(({ triggers, actions }) => [...triggers, ...actions])
  const devices = await devicesBy(db, read.map(({ project }) => project), named.flatMap(({ device }) => textOf(device) ?? []), named.flatMap(({ product }) => textOf(product) ?? []))
  const names = new Map(devices.flatMap(({ project, plant, name }) => (plant === '' ? [] : [[`${project}/${plant}`, name] as const])))
  const zones = new Map((await sql<{ id: string; zone: string | null }>`select id, time_zone as zone from project where id = any(${[...new Set(read.map(({ project }) => project))]}::text[])`.execute(db)).rows.map(({ id, zone }) => [id, zone]))
  const points = await pointsOf(db, read.flatMap(({ project, triggers, actions }) => [...triggers, ...actions].flatMap((row) => samplesOf(row, project, devices))))
  return read.map(({ id, revision, project, values, triggers, actions }) => {
    const problems: Words[] = []
    const found = triggers.map((row, index) => triggerOf(row, project, devices, points, (words) => problems.push(placed(words, index, { en: 'Trigger', zh: '触发器' }))))
    for (const [index, row] of actions.entries()) checkAction(row, project, devices, points, (words) => problems.push(placed(words, index, { en: 'Action', zh: '动作' })))
    const condition = values['condition']
    return {
      id, revision, project, name: textIn(values, 'name'), isEnabled: values['status'] === 'enabled',
      watched: { id, condition: condition === 'all' || condition === 'none' ? condition : 'any', triggers: found }, names,
      actions: actions.map(actionOf), isSerial: values['execution'] !== 'parallel', delayMs: Number(values['delay'] ?? 0) * 1000,
      silenceMs: Number(values['silence'] ?? 0) * (values['silenceUnit'] === 'second' ? 1_000 : 60_000), isOnce: values['isOnce'] === true, recovery: textOf(values['recovery']), owner: textOf(values['owner']),
      timer: found.flatMap((trigger) => (trigger.kind === 'timed' ? [trigger.timer] : []))[0] ?? null, zone: zones.get(project) ?? 'UTC',
      isOnlyTimed: found.every(({ kind }) => kind === 'timed'), lastAt: typeof values['lastAt'] === 'number' ? values['lastAt'] : null, problems, said: textOf(values['problem']),
    }
  })
}

/** Reads devices of these projects by id or product. */
export async function devicesBy(db: Db, projects: readonly string[], ids: readonly string[], products: readonly string[]): Promise<DeviceRow[]> {
  if (ids.length + products.length === 0) return []
  const { rows } = await sql<DeviceRow>`select id, project, name, product, coalesce(plant_device, '') as plant from platform_device
    where project = any(${[...new Set(projects)]}::text[]) and (id = any(${[...new Set(ids)]}::text[]) or product = any(${[...new Set(products)]}::text[])) order by name, id`.execute(db)
  return rows
}

type Row = Readonly<Record<string, unknown>>
type Complain = (words: Words) => void
/** Existing points, with whether they are writable. */
type Points = ReadonlyMap<string, boolean>

/** Number of devices of a product sampled to find its points. */
const mostSamples = 20

/** A telemetry device without a platform device. Empty if the linkage names no device. */
const facilityRow = (project: string, plant: string): DeviceRow[] => (plant === '' ? [] : [{ id: '', project, name: plant, product: '', plant }])

const ofRow = (row: Row, project: string, devices: readonly DeviceRow[]): DeviceRow[] => {
  const isOfProduct = row['source'] === 'product' || row['kind'] === 'product'
  // A facility needs no platform device; it is identified by its telemetry device.
  if (row['source'] === 'facility' || row['kind'] === 'facility') return facilityRow(project, textOf(row['facility']) ?? '')
  return devices.filter((each) => each.project === project && (isOfProduct ? each.product === row['product'] : each.id === row['device']))
}
const samplesOf = (row: Row, project: string, devices: readonly DeviceRow[]): string[] =>
  ofRow(row, project, devices).filter(({ plant }) => plant !== '').slice(0, mostSamples).map(({ plant }) => `${project}/${plant}/${textOf(row['identifier']) ?? ''}`)

async function pointsOf(db: Db, paths: readonly string[]): Promise<Points> {
  if (paths.length === 0) return new Map()
  const { rows } = await sql<{ path: string; writable: boolean }>`select path, writable from tag where path = any(${[...new Set(paths)]}::text[])`.execute(db)
  return new Map(rows.map(({ path, writable }) => [path, writable]))
}

function triggerOf(row: Row, project: string, devices: readonly DeviceRow[], points: Points, complain: Complain): Trigger {
  const { source, thing } = row
  if (source === 'custom') return { kind: 'custom' }
  if (source === 'timed') {
    const { weekdays } = row
    const time = textOf(row['time']) ?? ''
    return { kind: 'timed', timer: row['isCron'] === true ? { cron: textOf(row['cron']) ?? '' } : { time, weekdays: Array.isArray(weekdays) ? weekdays.filter((day) => typeof day === 'string') : [] } }
  }
  const isOfProduct = source === 'product'
  const mine = ofRow(row, project, devices)
  if (!checkDevices(mine, isOfProduct, complain)) return { kind: 'online', devices: new Set(), isOfProduct }
  const around = { devices: new Set(mine.flatMap(({ plant }) => (plant === '' ? [] : [`${project}/${plant}`]))), isOfProduct }
  if (thing === 'online' || thing === 'offline') return { kind: thing, ...around }
  const point = textOf(row['identifier']) ?? ''
  if (!samplesOf(row, project, devices).some((path) => points.has(path))) complain({ en: `"${point}" not received yet`, zh: `设备尚未上报过“${point}”` })
  if (thing === 'function' || thing === 'event') return { kind: thing, ...around, point }
  return { kind: 'attribute', ...around, point, comparison: { operator: textOf(row['operator']) ?? '>', value: textOf(row['value']) ?? '', upper: textOf(row['upper']) ?? '' } }
}

function checkAction(row: Row, project: string, devices: readonly DeviceRow[], points: Points, complain: Complain): void {
  if (!isDeviceAction(row['kind'])) return
  if (!checkDevices(ofRow(row, project, devices), row['kind'] === 'product', complain)) return
  const point = textOf(row['identifier']) ?? ''
  const known = samplesOf(row, project, devices).flatMap((path) => points.get(path) ?? [])
  if (known.length === 0) complain({ en: `no point "${point}"`, zh: `设备没有“${point}”` })
  else if (!known.includes(true)) complain({ en: `"${point}" is read-only`, zh: `“${point}”不可写` })
}

function checkDevices(mine: readonly DeviceRow[], isOfProduct: boolean, complain: Complain): boolean {
  if (mine.some(({ plant }) => plant !== '')) return true
  if (mine.length > 0) complain({ en: 'the device has no telemetry device', zh: '设备未填写遥测设备' })
  else complain(isOfProduct ? { en: 'the product has no device in this project', zh: '本项目没有该产品的设备' } : { en: 'the device no longer exists', zh: '设备已不存在' })
  return false
}

function actionOf(row: Row): Action {
  const point = textOf(row['identifier']) ?? ''
  const value = linkageNumber(row['value'])
  switch (row['kind']) {
    case 'alarm': return { kind: 'alarm', level: row['level'] === 1 || row['level'] === 3 ? row['level'] : 2 }
    case 'recovery': return { kind: 'recovery' }
    case 'facility': return { kind: 'facility', plant: textOf(row['facility']) ?? '', point, value }
    case 'product': return { kind: 'product', product: textOf(row['product']) ?? '', point, value }
    default: return { kind: 'device', device: textOf(row['device']) ?? '', point, value }
  }
}

const placed = ({ en, zh }: Words, index: number, what: Words): Words => ({ en: `${what.en} ${index + 1}: ${en}`, zh: `${what.zh} ${index + 1}：${zh}` })
const rowsIn = (values: EntityValues, field: string): Row[] => {
  const list = values[field]
  return Array.isArray(list) ? list.filter((row): row is EntityValues => typeof row === 'object' && row !== null) : []
}
