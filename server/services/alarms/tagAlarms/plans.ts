import { sql } from 'kysely'
import {
  mergeTagAlarms,
  parseTagAlarms,
  tagAlarmPoint,
  tagFaults,
  type TagAlarm,
} from '../../../../contract/alarms/tagAlarm.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import type { Db } from '../../../database/index.ts'
import { toText } from '../../entities/values.ts'
import type { AlarmRef } from '../alarmStore.ts'
import { createAlarmState, type AlarmState } from './evaluate.ts'

/** An alarm of a device with its state. `ref` identifies its alarm row. */
export interface PlannedAlarm extends AlarmState {
  readonly ref: AlarmRef
  /** Key of `ref`, for pending changes. */
  readonly key: string
}

/**
 * Points of a device with alarms. While nothing is open or pending and a value is within the normal range, nothing can
 * change, so most values cost two comparisons.
 */
export interface WatchedPoints {
  /** Alarms by point. */
  readonly alarms: readonly (readonly PlannedAlarm[])[]
  /** Normal range of each point; NaN if each value has to be evaluated. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** Source time of the last value of each point. Older values that arrive later are ignored. */
  readonly lastAt: Float64Array
}

/** Alarms of one device. */
export interface DevicePlan {
  readonly project: string
  readonly device: string
  readonly name: string
  readonly product: string | null
  readonly alarms: readonly PlannedAlarm[]
  readonly watched: WatchedPoints
  /** Point list for which `places` is valid. Senders reuse their list. */
  points: readonly string[] | undefined
  /** Index of each watched point, -1 if the frame lacks it. */
  places: Int32Array
  /** Arrival of the last frame on the monotonic clock, and the reporting interval, in milliseconds. */
  arrivedMs: number
  every: number
}

interface ProductAlarms {
  readonly alarms: readonly TagAlarm[]
  readonly points: ReadonlyMap<string, { readonly label: string; readonly unit: string }>
}

interface DeviceAlarms {
  readonly project: string
  readonly device: string
  readonly name: string
  readonly product: string | null
  readonly own: readonly TagAlarm[]
}

/** Alarms by telemetry device, from the rows of products and devices. Only devices with alarms have a plan. */
export class AlarmPlans {
  readonly #products = new Map<string, ProductAlarms>()
  readonly #devices = new Map<string, DeviceAlarms>()
  readonly #plans = new Map<string, DevicePlan>()
  readonly #isOpen: (ref: AlarmRef) => boolean

  constructor(isOpen: (ref: AlarmRef) => boolean) {
    this.#isOpen = isOpen
  }

  /** Reads all products with alarms, and all devices. States of unchanged alarms are kept. */
  async load(db: Db): Promise<void> {
    const products = await sql<{ id: string; alarms: unknown; properties: unknown }>`
      select id, alarms, properties from platform_product`.execute(db)
    const devices = await sql<DeviceAlarms & { id: string; alarms: unknown }>`
      select id, project, plant_device as device, name, product, alarms from platform_device where plant_device is not null`.execute(
      db,
    )
    const [productIds, deviceIds] = [
      new Set(products.rows.map(({ id }) => id)),
      new Set(devices.rows.map(({ id }) => id)),
    ]
    for (const id of this.#products.keys()) if (!productIds.has(id)) this.#products.delete(id)
    for (const { id, alarms, properties } of products.rows) this.#products.set(id, toProduct({ alarms, properties }))
    for (const id of this.#devices.keys()) if (!deviceIds.has(id)) this.putDevice(id, '', undefined)
    for (const { id, project, device, name, product, alarms } of devices.rows)
      this.#put(id, { project, device, name, product, own: parseTagAlarms(alarms) })
  }

  /** Updates a product; undefined values remove it. */
  putProduct(id: string, values: EntityValues | undefined): void {
    if (values) this.#products.set(id, toProduct(values))
    else this.#products.delete(id)
    for (const device of this.#devices.values()) if (device.product === id) this.#plan(device)
  }

  /** Updates a device; undefined values remove it. */
  putDevice(id: string, project: string, values: EntityValues | undefined): void {
    const device = values ? toText(values['plantDevice']) : null
    if (!values || device === null) {
      const before = this.#devices.get(id)
      this.#devices.delete(id)
      if (before) this.#plans.delete(toKey(before.project, before.device))
      return
    }
    this.#put(id, {
      project,
      device,
      name: toText(values['name']) ?? device,
      product: toText(values['product']),
      own: parseTagAlarms(values['alarms']),
    })
  }

  find(project: string, device: string): DevicePlan | undefined {
    return this.#plans.size === 0 ? undefined : this.#plans.get(toKey(project, device))
  }

  list(): Iterable<DevicePlan> {
    return this.#plans.values()
  }

  /** Returns true if the alarm row belongs to an alarm of a plan. */
  has({ project, device, fault, point }: AlarmRef): boolean {
    return (
      this.#plans
        .get(toKey(project, device))
        ?.alarms.some(({ ref }) => ref.fault === fault && ref.point === (point ?? null)) === true
    )
  }

  /** Name and unit of a point, from the thing model. */
  describe({ product }: DevicePlan, point: string): { readonly label: string; readonly unit: string } {
    return this.#products.get(product ?? '')?.points.get(point) ?? { label: point, unit: '' }
  }

  #put(id: string, device: DeviceAlarms): void {
    const before = this.#devices.get(id)
    if (before && (before.project !== device.project || before.device !== device.device))
      this.#plans.delete(toKey(before.project, before.device))
    this.#devices.set(id, device)
    this.#plan(device)
  }

  #plan({ project, device, name, product, own }: DeviceAlarms): void {
    const key = toKey(project, device)
    const before = this.#plans.get(key)
    const alarms = mergeTagAlarms(this.#products.get(product ?? '')?.alarms ?? [], own)
    if (alarms.length === 0) {
      this.#plans.delete(key)
      return
    }
    const states = new Map(before?.alarms.map((each) => [each.key, each]))
    const planned = alarms.map((alarm): PlannedAlarm => {
      const ref = { project, device, fault: tagFaults[alarm.kind], point: tagAlarmPoint(alarm) }
      const alarmKey = `${key}/${ref.fault}/${ref.point}`
      const known = states.get(alarmKey)
      if (known && isSame(known.alarm, alarm)) return { ...known, alarm }
      return { ...createAlarmState(alarm, this.#isOpen(ref)), ref, key: alarmKey }
    })
    this.#plans.set(key, {
      project,
      device,
      name,
      product,
      alarms: planned,
      watched: watchPoints(planned),
      points: undefined,
      places: new Int32Array(0),
      arrivedMs: before?.arrivedMs ?? -Infinity,
      every: before?.every ?? 0,
    })
  }
}

/** Updates the normal range of a point. Called after each evaluation of its alarms. */
export function updateRange({ alarms, low, high }: WatchedPoints, index: number): void {
  let [from, to] = [-Infinity, Infinity]
  for (const { alarm, isOpen, dueMs } of alarms[index] ?? []) {
    if (isOpen || dueMs < Infinity || alarm.kind === 'state') {
      low[index] = Number.NaN
      return
    }
    const limit = alarm.limit ?? 0
    if (alarm.kind === 'high' || alarm.kind === 'highHigh') to = Math.min(to, limit)
    else from = Math.max(from, limit)
  }
  low[index] = from
  high[index] = to
}

function watchPoints(planned: readonly PlannedAlarm[]): WatchedPoints {
  const byPoint = new Map<string, PlannedAlarm[]>()
  for (const each of planned) {
    const { point } = each.alarm
    byPoint.set(point, [...(byPoint.get(point) ?? []), each])
  }
  const alarms = [...byPoint.values()]
  const watched: WatchedPoints = {
    alarms,
    low: new Float64Array(alarms.length),
    high: new Float64Array(alarms.length),
    lastAt: new Float64Array(alarms.length).fill(-Infinity),
  }
  for (const index of alarms.keys()) updateRange(watched, index)
  return watched
}

const toKey = (project: string, device: string): string => `${project}/${device}`

const isSame = (one: TagAlarm, other: TagAlarm): boolean => JSON.stringify(one) === JSON.stringify(other)

function toProduct({ alarms, properties }: Readonly<Record<string, unknown>>): ProductAlarms {
  const points = new Map<string, { readonly label: string; readonly unit: string }>()
  for (const row of Array.isArray(properties) ? properties : []) {
    const { identifier, label, unit }: Readonly<Record<string, unknown>> = { ...row }
    if (typeof identifier === 'string')
      points.set(identifier, {
        label: typeof label === 'string' && label !== '' ? label : identifier,
        unit: typeof unit === 'string' ? unit : '',
      })
  }
  return { alarms: parseTagAlarms(alarms), points }
}
