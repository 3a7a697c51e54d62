import { checkExpression, compileExpression, expressionLimits } from '@mimic/engine/bindings'
import { plantDevice } from '../entity/commonFields.ts'
import { choice, choices, type EntityValues, flag, number, ref, text, type Words } from '../entity/field.ts'

type Row = Readonly<Record<string, unknown>>

const operators = [
  { value: '>', words: { en: 'Greater than', zh: '大于' } },
  { value: '>=', words: { en: 'Greater than or equal', zh: '大于等于' } },
  { value: '==', words: { en: 'Equal', zh: '等于' } },
  { value: '<=', words: { en: 'Less than or equal', zh: '小于等于' } },
  { value: '<', words: { en: 'Less than', zh: '小于' } },
  { value: '!=', words: { en: 'Not equal', zh: '不等于' } },
  { value: 'between', words: { en: 'Between', zh: '介于' } },
  { value: 'outside', words: { en: 'Not between', zh: '不介于' } },
  { value: 'contains', words: { en: 'Contains', zh: '包含' } },
  { value: 'lacks', words: { en: 'Does not contain', zh: '不包含' } },
] as const
const weekdays = [
  { value: '1', words: { en: 'Monday', zh: '星期一' } },
  { value: '2', words: { en: 'Tuesday', zh: '星期二' } },
  { value: '3', words: { en: 'Wednesday', zh: '星期三' } },
  { value: '4', words: { en: 'Thursday', zh: '星期四' } },
  { value: '5', words: { en: 'Friday', zh: '星期五' } },
  { value: '6', words: { en: 'Saturday', zh: '星期六' } },
  { value: '0', words: { en: 'Sunday', zh: '星期日' } },
] as const
const triggerItems = [
  { value: 'attribute', words: { en: 'Attribute', zh: '属性' } },
  { value: 'function', words: { en: 'Function', zh: '功能' } },
  { value: 'event', words: { en: 'Event', zh: '事件' } },
  { value: 'online', words: { en: 'Device online', zh: '设备上线' } },
  { value: 'offline', words: { en: 'Device offline', zh: '设备下线' } },
] as const
/** Operators that compare by size, to which a hysteresis applies. */
const sizeOperators = ['>', '>=', '<=', '<', 'between', 'outside']
/** Operators that can compare with another point. */
const pointOperators = ['>', '>=', '==', '<=', '<', '!=']
const plantSource = { field: 'source', is: ['device', 'facility', 'product'] } as const
const timed = { field: 'source', is: ['timed'] } as const
const byClock = { field: 'isCron', is: [false], and: timed } as const
const byCron = { field: 'isCron', is: [true], and: timed } as const
/** The field has one of these values. */
export const whenField = (field: string, ...values: string[]) => ({ field, is: values })
/**
 * Telemetry device of a lamp, loop, cabinet or sensor. These are not platform devices, but report values and accept
 * commands.
 */
export const telemetryDeviceField = (en: string, zh: string, when: ReturnType<typeof whenField>) =>
  text(plantDevice.words, {
    required: true,
    format: 'plantDevice',
    maxLength: 63,
    isDevice: true,
    when,
    help: {
      en: 'Any reporting device: lamp, loop, cabinet, sensor or other',
      zh: '单灯、回路、配电箱、传感器等上报数据的设备',
    },
    emptyWords: { en, zh },
  })
const whenThing = (...values: string[]) => ({ ...whenField('thing', ...values), and: plantSource })

const byExpression = whenField('source', 'expression')
const byWindow = whenField('source', 'window')

/** Fields of a trigger. */
export const trigger = {
  source: choice(
    { en: 'Trigger', zh: '触发方式' },
    {
      required: true,
      default: 'device',
      help: { en: 'Custom: manual or through the API only', zh: '自定义：仅由人工或程序执行' },
      emptyWords: { en: 'Please choose the trigger', zh: '请选择触发方式' },
      options: [
        { value: 'device', words: { en: 'Device', zh: '设备触发' } },
        { value: 'facility', words: { en: 'Lighting facility', zh: '照明设施触发' } },
        { value: 'timed', words: { en: 'Timed', zh: '定时触发' } },
        { value: 'product', words: { en: 'Product', zh: '产品触发' } },
        { value: 'expression', words: { en: 'Expression', zh: '表达式触发' } },
        { value: 'window', words: { en: 'Time window', zh: '时间段限制' } },
        { value: 'custom', words: { en: 'Custom', zh: '自定义触发' } },
      ],
    },
  ),
  device: ref({ en: 'Device', zh: '设备' }, 'device', {
    required: true,
    when: whenField('source', 'device'),
    emptyWords: { en: "Please choose the trigger's device", zh: '请选择触发设备' },
  }),
  facility: telemetryDeviceField(
    "Please choose the trigger's telemetry device",
    '请选择触发的遥测设备',
    whenField('source', 'facility'),
  ),
  product: ref({ en: 'Product', zh: '产品' }, 'product', {
    required: true,
    when: whenField('source', 'product'),
    emptyWords: { en: "Please choose the trigger's product", zh: '请选择触发产品' },
  }),
  thing: choice(
    { en: 'On', zh: '触发项' },
    {
      required: true,
      default: 'attribute',
      options: triggerItems,
      when: plantSource,
      emptyWords: { en: 'Please choose the trigger option', zh: '请选择触发选项' },
    },
  ),
  identifier: text(
    { en: 'Identifier', zh: '标识符' },
    {
      required: true,
      format: 'scriptId',
      maxLength: 63,
      when: whenThing('attribute', 'function', 'event'),
      emptyWords: { en: "Please choose the trigger's point", zh: '请选择触发的属性、功能或事件' },
    },
  ),
  operator: choice(
    { en: 'Comparison', zh: '比较' },
    { default: '>', options: operators, when: whenThing('attribute') },
  ),
  compareWith: choice(
    { en: 'Compare with', zh: '比较对象' },
    {
      default: 'value',
      when: { ...whenField('operator', ...pointOperators), and: whenThing('attribute') },
      options: [
        { value: 'value', words: { en: 'Value', zh: '固定值' } },
        { value: 'tag', words: { en: 'Another point', zh: '另一点位' } },
      ],
    },
  ),
  value: text(
    { en: 'Value', zh: '触发值' },
    {
      required: true,
      maxLength: 100,
      when: {
        ...whenField('compareWith', 'value'),
        and: whenThing('attribute'),
        or: { ...whenField('operator', 'between', 'outside', 'contains', 'lacks'), and: whenThing('attribute') },
      },
      emptyWords: { en: "Please enter the trigger's value", zh: '请输入触发值' },
    },
  ),
  upper: text(
    { en: 'Upper value', zh: '区间上限' },
    {
      required: true,
      maxLength: 100,
      when: { ...whenField('operator', 'between', 'outside'), and: whenThing('attribute') },
      emptyWords: { en: "Please enter the interval's values", zh: '请输入区间值' },
    },
  ),
  otherTag: text(
    { en: 'Other point', zh: '另一点位' },
    {
      required: true,
      format: 'tag',
      maxLength: 192,
      when: {
        ...whenField('compareWith', 'tag'),
        and: { ...whenField('operator', ...pointOperators), and: whenThing('attribute') },
      },
      emptyWords: { en: 'Please choose the point to compare with', zh: '请选择比较的点位' },
    },
  ),
  hysteresis: number(
    { en: 'Hysteresis', zh: '回差' },
    { min: 0, max: 1e9, digits: 3, when: { ...whenField('operator', ...sizeOperators), and: whenThing('attribute') } },
  ),
  expression: text(
    { en: 'Expression', zh: '表达式' },
    {
      required: true,
      maxLength: expressionLimits.length,
      when: byExpression,
      emptyWords: { en: 'Please enter the expression', zh: '请输入表达式' },
    },
  ),
  hold: number(
    { en: 'Hold time', zh: '持续时间' },
    {
      integer: true,
      min: 0,
      max: 86_400,
      digits: 0,
      unit: 's',
      when: { ...whenField('thing', 'attribute', 'online', 'offline'), and: plantSource, or: byExpression },
    },
  ),
  from: text(
    { en: 'From', zh: '开始时间' },
    {
      required: true,
      format: 'time',
      maxLength: 5,
      when: byWindow,
      emptyWords: { en: 'Please enter the start of the time window', zh: '请输入时间段的开始时间' },
    },
  ),
  until: text(
    { en: 'Until', zh: '结束时间' },
    {
      required: true,
      format: 'time',
      maxLength: 5,
      when: byWindow,
      emptyWords: { en: 'Please enter the end of the time window', zh: '请输入时间段的结束时间' },
    },
  ),
  days: choices(
    { en: 'Weekdays (none: every day)', zh: '星期（不选为每天）' },
    { options: weekdays, when: byWindow, noneWords: { en: 'Every day', zh: '每天' } },
  ),
  isCron: flag({ en: 'Use cron expression', zh: '使用 cron 表达式' }, { when: timed }),
  time: text(
    { en: 'Execution time', zh: '执行时间' },
    {
      required: true,
      format: 'time',
      maxLength: 5,
      when: byClock,
      emptyWords: { en: 'Please enter the execution time', zh: '请输入执行时间' },
    },
  ),
  weekdays: choices(
    { en: 'Weekdays', zh: '执行星期' },
    {
      required: true,
      options: weekdays,
      when: byClock,
      emptyWords: { en: 'Please choose a weekday', zh: '请选择执行星期' },
    },
  ),
  cron: text(
    { en: 'Cron expression', zh: 'cron 表达式' },
    {
      required: true,
      format: 'cron',
      maxLength: 120,
      when: byCron,
      emptyWords: { en: 'Please enter the cron expression', zh: '请输入 cron 表达式' },
    },
  ),
}

/** Parses the value of a linkage as a number; `true` and `false` are 1 and 0. Returns null if it is not a number. */
export function linkageNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const word = value.trim().toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true' ? 1 : 0
  const figure = Number(word)
  return Number.isFinite(figure) ? figure : null
}

/** Rows of a list of inner rows. */
export const toRows = (list: unknown): Row[] =>
  Array.isArray(list) ? list.filter((row): row is Row => typeof row === 'object' && row !== null) : []

const isPlantSource = (source: unknown): boolean => source === 'device' || source === 'facility' || source === 'product'

/** Returns true if a trigger compares its point with another point. */
export const comparesPoints = ({ source, thing, operator, compareWith }: Row): boolean =>
  isPlantSource(source) &&
  thing === 'attribute' &&
  compareWith === 'tag' &&
  typeof operator === 'string' &&
  pointOperators.includes(operator)

/** Returns true if a trigger only limits when the others fire. */
export const isWindow = ({ source }: Row): boolean => source === 'window'

/** Only numbers can be compared by size or range. */
export function isComparable(row: Row): boolean {
  const { source, thing, operator, value, upper } = row
  if (!isPlantSource(source) || thing !== 'attribute' || comparesPoints(row)) return true
  if (operator === 'between' || operator === 'outside')
    return linkageNumber(value) !== null && linkageNumber(upper) !== null
  return typeof operator !== 'string' || !/[<>]/.test(operator) || linkageNumber(value) !== null
}

/** Returns true if the hysteresis leaves values within the interval of "not between", so that it can end. */
export function canEnd({ source, thing, operator, value, upper, hysteresis }: Row): boolean {
  if (!isPlantSource(source) || thing !== 'attribute' || operator !== 'outside' || typeof hysteresis !== 'number')
    return true
  return hysteresis * 2 < Math.abs((linkageNumber(upper) ?? 0) - (linkageNumber(value) ?? 0)) || hysteresis === 0
}

/** Returns true if a trigger is momentary rather than a lasting state. */
export const isMomentary = ({ source, thing }: Row): boolean =>
  source === 'timed' || source === 'custom' || (isPlantSource(source) && (thing === 'function' || thing === 'event'))

/** Returns the fault of an expression that cannot be a condition, or null. */
export function findConditionFault(source: string): Words | null {
  const fault = checkExpression(source).find(({ code }) => code !== 'expression.idle')
  if (fault) return fault.words
  const expression = compileExpression(source)
  if (expression.problems) return expression.problems[0]?.words ?? null
  if (expression.readsValue)
    return {
      en: '"value" is not available here: name the points in braces',
      zh: '此处不能使用 value，请在大括号中写点位',
    }
  return expression.tags.length > 0
    ? null
    : {
        en: 'name at least one point, for example {project/device/point}',
        zh: '请至少包含一个点位，如 {项目/设备/点位}',
      }
}

/** Faults of the expressions of triggers, at their fields. */
export const listExpressionFaults = ({
  triggers,
}: EntityValues): readonly { readonly path: string; readonly words: Words }[] =>
  toRows(triggers).flatMap(({ source, expression }, index) => {
    const words = source === 'expression' && typeof expression === 'string' ? findConditionFault(expression) : null
    return words ? [{ path: `triggers.${index}.expression`, words }] : []
  })
