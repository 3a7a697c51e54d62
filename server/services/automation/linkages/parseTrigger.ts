import { compileExpression } from '@mimic/engine/bindings'
import type { Words } from '../../../../contract/entity/field.ts'
import { comparesPoints } from '../../../../contract/scada/linkageTrigger.ts'
import { toText } from '../../entities/values.ts'
import type { TimeWindow } from './timeWindow.ts'
import { getTagDevice, type Trigger } from './triggers.ts'

/** Device columns used by linkages. */
export interface DeviceRow {
  readonly id: string
  readonly project: string
  readonly name: string
  readonly product: string
  /** Telemetry device; empty if not set. */
  readonly plant: string
}

/** A stored trigger or action. */
export type Row = Readonly<Record<string, unknown>>
export type ReportProblem = (words: Words) => void
/** Existing points, with whether a linkage can write a number to them. */
export type Points = ReadonlyMap<string, boolean>

/** Number of devices of a product sampled to find its points. */
const maxSamples = 20

/** A telemetry device without a platform device. Empty if the linkage names no device. */
const toDeviceRow = (project: string, plant: string): DeviceRow[] =>
  plant === '' ? [] : [{ id: '', project, name: plant, product: '', plant }]

/** Devices that a trigger or action names. */
export const findRowDevices = (row: Row, project: string, devices: readonly DeviceRow[]): DeviceRow[] => {
  const isOfProduct = row['source'] === 'product' || row['kind'] === 'product'
  // A facility needs no platform device; it is identified by its telemetry device.
  if (row['source'] === 'facility' || row['kind'] === 'facility')
    return toDeviceRow(project, toText(row['facility']) ?? '')
  return devices.filter(
    (each) => each.project === project && (isOfProduct ? each.product === row['product'] : each.id === row['device']),
  )
}
/** Tags of the point of a trigger or action, for some of its devices. */
export const listSamplePaths = (row: Row, project: string, devices: readonly DeviceRow[]): string[] =>
  findRowDevices(row, project, devices)
    .filter(({ plant }) => plant !== '')
    .slice(0, maxSamples)
    .map(({ plant }) => `${project}/${plant}/${toText(row['identifier']) ?? ''}`)

/** Tags that a trigger names itself: those of an expression, and the one that a point is compared with. */
export function listReferencedTags(row: Row): readonly string[] {
  if (row['source'] === 'expression') {
    const expression = compileExpression(toText(row['expression']) ?? '')
    return expression.problems ? [] : expression.tags
  }
  const other = comparesPoints(row) ? toText(row['otherTag']) : null
  return other === null ? [] : [other]
}

/** Parses a time window. A missing time counts as midnight. */
export function parseWindow(row: Row): TimeWindow {
  const { days } = row
  return {
    from: toMinutes(row['from']),
    until: toMinutes(row['until']),
    days: Array.isArray(days) ? days.filter((day) => typeof day === 'string') : [],
  }
}

/** Parses a trigger other than a time window. A trigger that cannot fire has no devices, and its problem is reported. */
export function parseTrigger(
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
  const idle: Trigger = { kind: 'online', devices: new Set(), isOfProduct }
  const foreign = listReferencedTags(row).find((tag) => !tag.startsWith(`${project}/`))
  if (foreign !== undefined) {
    reportProblem({ en: `"${foreign}" belongs to another project`, zh: `“${foreign}”不属于本项目` })
    return idle
  }
  for (const tag of listReferencedTags(row))
    if (!points.has(tag)) reportProblem({ en: `"${tag}" not received yet`, zh: `尚未收到“${tag}”` })
  const holdMs = typeof row['hold'] === 'number' ? row['hold'] * 1000 : 0
  if (source === 'expression') {
    const text = toText(row['expression']) ?? ''
    const expression = compileExpression(text)
    const [first] = expression.problems ? [] : expression.tags
    if (expression.problems || first === undefined) {
      const words = expression.problems?.[0]?.words ?? { en: 'names no tag', zh: '未包含点位' }
      reportProblem({ en: `expression: ${words.en}`, zh: `表达式：${words.zh}` })
      return idle
    }
    const { tags, evaluate, usesQuality } = expression
    const scope = { devices: new Set([getTagDevice(first)]), isOfProduct: false }
    return { kind: 'expression', ...scope, source: text, tags, evaluate, usesQuality, holdMs }
  }
  const triggerDevices = findRowDevices(row, project, devices)
  if (!checkDevices(triggerDevices, isOfProduct, reportProblem)) return idle
  const scope = {
    devices: new Set(triggerDevices.flatMap(({ plant }) => (plant === '' ? [] : [`${project}/${plant}`]))),
    isOfProduct,
  }
  if (capability === 'online' || capability === 'offline') return { kind: capability, ...scope, holdMs }
  const point = toText(row['identifier']) ?? ''
  if (!listSamplePaths(row, project, devices).some((path) => points.has(path)))
    reportProblem({ en: `"${point}" not received yet`, zh: `设备尚未上报过“${point}”` })
  if (capability === 'function' || capability === 'event') return { kind: capability, ...scope, point }
  const otherTag = comparesPoints(row) ? toText(row['otherTag']) : null
  return {
    kind: 'attribute',
    ...scope,
    point,
    comparison: {
      operator: toText(row['operator']) ?? '>',
      value: toText(row['value']) ?? '',
      upper: toText(row['upper']) ?? '',
      hysteresis: typeof row['hysteresis'] === 'number' ? row['hysteresis'] : 0,
    },
    ...(otherTag === null ? {} : { otherTag }),
    holdMs,
  }
}

/** Reports a problem unless one of the devices reports values. */
export function checkDevices(
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

/** Minutes since midnight of a time such as 07:30. */
function toMinutes(time: unknown): number {
  const [hours = 0, minutes = 0] = (toText(time) ?? '').split(':').map(Number)
  return hours * 60 + minutes || 0
}
