import type { EntityValues, RowsField, Words } from '../entity/field.ts'
import { choice, flag, number, rows, text } from '../entity/field.ts'

/** Condition of a tag's alarm: one of four limits, or chosen states. */
export const tagAlarmKinds = ['highHigh', 'high', 'low', 'lowLow', 'state'] as const
/** One of the conditions. */
export type TagAlarmKind = (typeof tagAlarmKinds)[number]

/** Fault codes of alarms on tags, by condition. */
export const tagFaults = {
  highHigh: 'limitHighHigh',
  high: 'limitHigh',
  low: 'limitLow',
  lowLow: 'limitLowLow',
  state: 'state',
} as const satisfies Readonly<Record<TagAlarmKind, string>>

const whenLimit = { field: 'kind', is: ['highHigh', 'high', 'low', 'lowLow'] } as const
const whenState = { field: 'kind', is: ['state'] } as const
const seconds = (en: string, zh: string, help: Words) =>
  number({ en, zh }, { min: 0, max: 86_400, digits: 0, unit: 's', default: 0, help })

const identifier = text(
  { en: 'Point', zh: '点位' },
  {
    required: true,
    format: 'scriptId',
    maxLength: 63,
    help: { en: 'Identifier of the property', zh: '属性的标识符' },
    emptyWords: { en: 'Please enter the point', zh: '请填写点位' },
  },
)
const kind = choice(
  { en: 'Condition', zh: '条件' },
  {
    required: true,
    default: 'high',
    options: [
      { value: 'highHigh', words: { en: 'High-high limit', zh: '高高限' } },
      { value: 'high', words: { en: 'High limit', zh: '高限' } },
      { value: 'low', words: { en: 'Low limit', zh: '低限' } },
      { value: 'lowLow', words: { en: 'Low-low limit', zh: '低低限' } },
      { value: 'state', words: { en: 'State', zh: '状态' } },
    ],
  },
)
const settings = {
  limit: number(
    { en: 'Limit', zh: '限值' },
    {
      required: true,
      when: whenLimit,
      min: -1e12,
      max: 1e12,
      help: { en: 'In the unit of the point', zh: '单位同点位' },
    },
  ),
  states: text(
    { en: 'States', zh: '告警状态' },
    {
      required: true,
      when: whenState,
      maxLength: 60,
      help: {
        en: 'Values that raise the alarm, separated by commas: true, 3, OPEN',
        zh: '引发告警的值，以逗号分隔，如 true, 3, OPEN',
      },
      emptyWords: { en: 'Please enter the states', zh: '请填写告警状态' },
    },
  ),
  deadband: number(
    { en: 'Deadband', zh: '死区' },
    {
      when: whenLimit,
      min: 0,
      max: 1e12,
      default: 0,
      help: { en: 'How far the value must return before the alarm clears', zh: '数值回到限值以内多少才恢复' },
    },
  ),
  onDelayS: seconds('On delay', '触发延时', {
    en: 'How long the condition must last before the alarm is raised',
    zh: '条件持续多久后产生告警',
  }),
  offDelayS: seconds('Off delay', '恢复延时', {
    en: 'How long the value must be normal before the alarm clears',
    zh: '恢复正常多久后告警恢复',
  }),
  level: choice(
    { en: 'Level', zh: '级别' },
    {
      required: true,
      default: 2,
      options: [
        { value: 1, words: { en: 'Low', zh: '低' } },
        { value: 2, words: { en: 'Medium', zh: '中' } },
        { value: 3, words: { en: 'High', zh: '高' } },
      ],
    },
  ),
  text: text(
    { en: 'Text', zh: '告警内容' },
    {
      maxLength: 150,
      help: {
        en: 'Empty: a standard text. {device}, {point}, {value}, {limit} and {unit} are replaced.',
        zh: '留空则使用标准内容；{device}、{point}、{value}、{limit}、{unit} 会被替换',
      },
    },
  ),
} as const

/** Alarms of a product, inherited by its devices. */
export const productAlarms: RowsField = rows(
  { en: 'Alarms', zh: '告警' },
  { identifier, kind, ...settings },
  { max: 200, help: { en: 'Inherited by all devices of the product', zh: '该产品的所有设备均继承' } },
)

/** Alarms of a single device. A row replaces the product's alarm of the same point and condition. */
export const deviceAlarms: RowsField = rows(
  { en: 'Alarms of this device', zh: '本设备告警' },
  {
    identifier,
    kind,
    isEnabled: flag({ en: 'Enabled', zh: '启用' }, { default: true }),
    ...settings,
  },
  {
    max: 200,
    help: {
      en: "Add to the product's alarms, or replace those of the same point and condition. Not enabled: the device has no such alarm.",
      zh: '补充产品的告警；点位和条件相同则取代产品的告警，不启用则本设备无此告警',
    },
  },
)

/** An alarm of a point. Delays are in milliseconds. */
export interface TagAlarm {
  readonly point: string
  readonly kind: TagAlarmKind
  /** Null for states. */
  readonly limit: number | null
  /** Empty for limits. */
  readonly states: readonly string[]
  readonly deadband: number
  readonly onDelayMs: number
  readonly offDelayMs: number
  readonly level: 1 | 2 | 3
  /** Null: standard text. */
  readonly text: string | null
  readonly isEnabled: boolean
}

/** Parses the alarm rows of a product or device. Rows that are incomplete are ignored. */
export function parseTagAlarms(list: unknown): TagAlarm[] {
  return toRows(list).flatMap((row) => {
    const point = row['identifier']
    const condition = tagAlarmKinds.find((each) => each === row['kind'])
    if (typeof point !== 'string' || condition === undefined) return []
    const limit = condition === 'state' ? null : row['limit']
    const states = condition === 'state' ? splitStates(row['states']) : []
    if (condition === 'state' ? states.length === 0 : typeof limit !== 'number') return []
    return [
      {
        point,
        kind: condition,
        limit: typeof limit === 'number' ? limit : null,
        states,
        deadband: toNumber(row['deadband']),
        onDelayMs: toNumber(row['onDelayS']) * 1000,
        offDelayMs: toNumber(row['offDelayS']) * 1000,
        level: row['level'] === 1 || row['level'] === 3 ? row['level'] : 2,
        text: typeof row['text'] === 'string' && row['text'] !== '' ? row['text'] : null,
        isEnabled: row['isEnabled'] !== false,
      },
    ]
  })
}

/** Key of an alarm among those of one device: `point` of its alarm row, which the condition completes. */
export const tagAlarmPoint = ({
  point,
  kind: condition,
  states,
}: Pick<TagAlarm, 'point' | 'kind' | 'states'>): string =>
  condition === 'state' ? `${point}=${states.join(',')}` : point

/** Alarms of a device: those of its product, replaced and completed by its own. */
export function mergeTagAlarms(inherited: readonly TagAlarm[], own: readonly TagAlarm[]): TagAlarm[] {
  // A device replaces the states of a point as a whole.
  const toKey = ({ point, kind: condition }: TagAlarm): string => `${point}/${condition}`
  const replaced = new Set(own.map(toKey))
  return [...inherited.filter((each) => !replaced.has(toKey(each))), ...own].filter(({ isEnabled }) => isEnabled)
}

/** Problems of the rows in `field`: repeated alarms, limits in the wrong order, points that `points` lacks. */
export function tagAlarmFaults(
  values: EntityValues,
  field: string,
  points?: ReadonlySet<string>,
): { readonly path: string; readonly words: Words }[] {
  const first = new Map<string, number>()
  const limits = new Map<string, Map<unknown, number>>()
  const faults: { readonly path: string; readonly words: Words }[] = []
  for (const [index, row] of toRows(values[field]).entries()) {
    const point = row['identifier']
    if (typeof point !== 'string') continue
    const path = `${field}.${index}`
    if (points && !points.has(point))
      faults.push({
        path: `${path}.identifier`,
        words: { en: `The product has no property ${point}`, zh: `产品没有属性 ${point}` },
      })
    const key = `${point}/${String(row['kind'])}/${row['kind'] === 'state' ? splitStates(row['states']).join(',') : ''}`
    const earlier = first.get(key)
    if (earlier !== undefined)
      faults.push({
        path: `${path}.kind`,
        words: { en: `Same point and condition as row ${earlier + 1}`, zh: `与第 ${earlier + 1} 行的点位和条件重复` },
      })
    else first.set(key, index)
    const limit = row['limit']
    if (row['kind'] === 'state' || typeof limit !== 'number' || row['isEnabled'] === false) continue
    const ofPoint = limits.get(point) ?? new Map<unknown, number>()
    limits.set(point, ofPoint)
    const order = ['lowLow', 'low', 'high', 'highHigh']
    const place = order.indexOf(String(row['kind']))
    for (const [other, otherLimit] of ofPoint) {
      const isBelow = order.indexOf(String(other)) < place
      if (other !== row['kind'] && (isBelow ? otherLimit >= limit : otherLimit <= limit)) {
        faults.push({
          path: `${path}.limit`,
          words: {
            en: 'Limits must increase from low-low over low and high to high-high',
            zh: '限值应按低低、低、高、高高递增',
          },
        })
        break
      }
    }
    ofPoint.set(row['kind'], limit)
  }
  return faults
}

/** Numbers of a state: `true`, `on` and `yes` are 1, `false`, `off` and `no` are 0. Null for other texts. */
export function stateNumber(state: string): number | null {
  const word = state.toLowerCase()
  if (word === 'true' || word === 'on' || word === 'yes') return 1
  if (word === 'false' || word === 'off' || word === 'no') return 0
  const figure = Number(word)
  return word !== '' && Number.isFinite(figure) ? figure : null
}

const splitStates = (states: unknown): string[] =>
  typeof states === 'string'
    ? [...new Set(states.split(/[,，]/).map((each) => each.trim()))].filter((each) => each !== '')
    : []

const toNumber = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

const toRows = (list: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(list)
    ? list.filter((row): row is Readonly<Record<string, unknown>> => typeof row === 'object' && row !== null)
    : []
