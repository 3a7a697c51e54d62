import type { EntityValues, NumberField, Words } from '../entity/field.ts'
import { number } from '../entity/field.ts'

const group: Words = { en: 'Facility faults', zh: '设施故障判据' }

const limit = (
  en: string,
  zh: string,
  range: Pick<NumberField, 'min' | 'max' | 'unit'> &
    Partial<Pick<NumberField, 'digits'>> & { readonly default: number },
  help?: Words,
) => ({
  ...number({ en, zh }, { required: true, group, digits: 0, ...range, ...(help ? { help } : {}) }),
  default: range.default,
})

/** Limits of the faults of cabinets, loops and lamps: fields of a project. Delays are in seconds. */
export const faultLimitFields = {
  minVoltage: limit('Undervoltage below', '欠压限值', { min: 1, max: 1000, unit: 'V', default: 176 }),
  maxVoltage: limit('Overvoltage above', '过压限值', { min: 1, max: 1000, unit: 'V', default: 264 }),
  supplyLossVoltage: limit('Supply loss below', '停电限值', { min: 1, max: 1000, unit: 'V', default: 50 }),
  maxLeakage: limit('Leakage above', '漏电限值', { min: 1, max: 10_000, unit: 'mA', default: 300 }),
  maxTemperature: limit('Overtemperature above', '过温限值', { min: 1, max: 200, unit: '°C', default: 85 }),
  overloadTolerance: limit(
    'Overload tolerance',
    '过载允许值',
    { min: 1, max: 500, unit: '%', default: 20 },
    {
      en: 'How far power of a lamp and current of a loop may exceed the rated value',
      zh: '单灯功率、回路电流可超出额定值的比例',
    },
  ),
  dimmingTolerance: limit(
    'Dimming tolerance',
    '调光允许偏差',
    { min: 1, max: 100, unit: '%', default: 30 },
    {
      en: 'How far the power may differ from the one expected at the dimming level, as a share of the rated power',
      zh: '实际功率与按调光应有功率之差，占额定功率的比例',
    },
  ),
  minLoopCurrent: limit(
    'Current of an open loop above',
    '分闸电流限值',
    { min: 0.01, max: 1000, unit: 'A', digits: 2, default: 0.2 },
    { en: 'For loops without an absorption current', zh: '用于未填写吸合电流的回路' },
  ),
  shortFaultDelay: limit(
    'Delay of cabinet faults',
    '配电箱故障延时',
    { min: 1, max: 3600, unit: 's', default: 10 },
    { en: 'Also applies to leakage', zh: '也用于漏电' },
  ),
  longFaultDelay: limit('Delay of other faults', '其他故障延时', { min: 1, max: 3600, unit: 's', default: 30 }),
} as const

/** Name of a limit or delay. */
export type FaultLimitName = keyof typeof faultLimitFields

/** Limits by name, in the units of their fields. */
export type FaultLimits = Readonly<Record<FaultLimitName, number>>

/** Limits among the values of a project; the default where there is none. */
export const readFaultLimits = (values: EntityValues): FaultLimits => ({
  minVoltage: getNumber(values, 'minVoltage'),
  maxVoltage: getNumber(values, 'maxVoltage'),
  supplyLossVoltage: getNumber(values, 'supplyLossVoltage'),
  maxLeakage: getNumber(values, 'maxLeakage'),
  maxTemperature: getNumber(values, 'maxTemperature'),
  overloadTolerance: getNumber(values, 'overloadTolerance'),
  dimmingTolerance: getNumber(values, 'dimmingTolerance'),
  minLoopCurrent: getNumber(values, 'minLoopCurrent'),
  shortFaultDelay: getNumber(values, 'shortFaultDelay'),
  longFaultDelay: getNumber(values, 'longFaultDelay'),
})

/** Limits of projects that have not changed them. */
export const defaultFaultLimits: FaultLimits = readFaultLimits({})

/** Minimum difference in volts between the voltage limits, so that an open alarm can clear between them. */
const minVoltageSpan = 10

/** Rules between the limits of a project. */
export const faultLimitRules = [
  {
    field: 'maxVoltage',
    holds: (values: EntityValues) =>
      getNumber(values, 'maxVoltage') >= getNumber(values, 'minVoltage') + minVoltageSpan,
    words: {
      en: `Must be at least ${minVoltageSpan} V above the undervoltage limit`,
      zh: `应比欠压限值至少高 ${minVoltageSpan} V`,
    },
  },
  {
    field: 'supplyLossVoltage',
    holds: (values: EntityValues) => getNumber(values, 'supplyLossVoltage') < getNumber(values, 'minVoltage'),
    words: { en: 'Must be below the undervoltage limit', zh: '应低于欠压限值' },
  },
  {
    // A tripped breaker and a lost supply look alike at a loop: the cabinet decides first.
    field: 'longFaultDelay',
    holds: (values: EntityValues) => getNumber(values, 'longFaultDelay') > getNumber(values, 'shortFaultDelay'),
    words: { en: 'Must be longer than the delay of cabinet faults', zh: '应长于配电箱故障延时' },
  },
] as const

function getNumber(values: EntityValues, name: FaultLimitName): number {
  const value = values[name]
  return typeof value === 'number' ? value : faultLimitFields[name].default
}
