import type { Words } from '../entity/field.ts'
import { faultWords } from './alarm.ts'
import { minLampA } from '../lighting/lamp.ts'

/** Input of an alarm message: fault, values, and the name of the facility at that time. */
export interface AlarmMessageInput {
  readonly fault: string
  readonly name: string
  /** For a limit of a sensor: its point, followed by `.high` or `.low`. */
  readonly point?: string | null | undefined
  readonly value?: number | null | undefined
  readonly limit?: number | null | undefined
  /** Unit of the values if the fault does not determine it: `A` or `W` for a lamp, words for a sensor. */
  readonly unit?: 'A' | 'W' | Words | undefined
}

/**
 * Returns the alarm message as one sentence in each language. Unknown faults, and faults without values, yield the
 * fault's name and the values present.
 */
export function alarmSentence(input: AlarmMessageInput): Words {
  const { fault, point, value, limit } = input
  const unit = input.unit === 'A' ? 'A' : 'W'
  const sensorUnit =
    typeof input.unit === 'object' ? { en: ` ${input.unit.en}`, zh: ` ${input.unit.zh}` } : { en: '', zh: '' }
  // Both languages are stored in one text with this separator, so names must not contain it.
  const name = input.name.replaceAll(/\s*¦\s*/g, ' | ')
  // In Chinese, a space follows a name that ends in a Latin letter or digit.
  const zhName = /[A-Za-z0-9]$/.test(name) ? `${name} ` : name
  switch (fault) {
    case 'offline':
      return { en: `${name} is offline`, zh: `${zhName}离线` }
    case 'communication':
      return { en: `${name} reports bad values only`, zh: `${zhName}通信故障，上报数据无效` }
    case 'doorOpen':
      return { en: `The door of ${name} is open`, zh: `${zhName}箱门打开` }
    default:
  }
  const [v, l] = [figure(value), figure(limit)]
  const plain = { en: `${name}: ${faultWords(fault)?.en ?? fault}`, zh: `${name}：${faultWords(fault)?.zh ?? fault}` }
  if (v === null || typeof value !== 'number') return plain
  if (fault === 'supplyLoss') return { en: `${name} has no power: ${v} V`, zh: `${zhName}停电，电压仅 ${v} V` }
  if (fault === 'breaker')
    return {
      en: `${name} is on but has no voltage (${v} V): breaker tripped`,
      zh: `${zhName}已合闸但无电压（${v} V），断路器跳闸`,
    }
  if (l === null || typeof limit !== 'number') return { en: `${plain.en}, ${v}`, zh: `${plain.zh}，数值 ${v}` }
  const drawn = unit === 'A' ? '电流' : '功率'
  const isHigh = fault === 'limit' && typeof point === 'string' ? !point.endsWith('.low') : value >= limit
  const side = isHigh ? { en: 'above', zh: '高于' } : { en: 'below', zh: '低于' }
  switch (fault) {
    case 'lampFailure':
      return {
        en: `${name} is on but draws only ${v} ${unit}; at least ${l} ${unit} expected`,
        zh: `${zhName}已开灯，${drawn}仅 ${v} ${unit}，应不低于 ${l} ${unit}`,
      }
    case 'unexpectedOn':
      return { en: `${name} is off but still draws ${v} ${unit}`, zh: `${zhName}已关灯，${drawn}仍有 ${v} ${unit}` }
    case 'dimmingFailure':
      return {
        en: `${name} draws ${v} W; ${l} W expected for its dimming level`,
        zh: `${zhName}功率 ${v} W，按调光应为 ${l} W`,
      }
    case 'current':
      return { en: `${name} draws ${v} A, ${side.en} ${l} A`, zh: `${zhName}电流 ${v} A，${side.zh} ${l} A` }
    case 'power':
      return { en: `${name} draws ${v} W, ${side.en} ${l} W`, zh: `${zhName}功率 ${v} W，${side.zh} ${l} W` }
    case 'voltage':
      return { en: `${name} has ${v} V, ${side.en} ${l} V`, zh: `${zhName}电压 ${v} V，${side.zh} ${l} V` }
    case 'temperature':
      return { en: `${name} is at ${v} °C, ${side.en} ${l} °C`, zh: `${zhName}温度 ${v} ℃，${side.zh} ${l} ℃` }
    case 'leakage':
      return { en: `${name} leaks ${v} mA, ${side.en} ${l} mA`, zh: `${zhName}漏电流 ${v} mA，${side.zh} ${l} mA` }
    case 'contactor':
      return isHigh
        ? { en: `${name} is switched off but still draws ${v} A`, zh: `${zhName}已分闸，电流仍有 ${v} A` }
        : {
            en: `${name} is switched on but draws only ${v} A; at least ${l} A expected`,
            zh: `${zhName}已合闸，电流仅 ${v} A，应不低于 ${l} A`,
          }
    case 'limit':
      return {
        en: `${name} reads ${v}${sensorUnit.en}, ${side.en} its limit of ${l}${sensorUnit.en}`,
        zh: `${zhName}测量值 ${v}${sensorUnit.zh}，${side.zh}限值 ${l}${sensorUnit.zh}`,
      }
    default:
      return { en: `${plain.en}, ${v} (${l})`, zh: `${plain.zh}，数值 ${v}（限值 ${l}）` }
  }
}

/**
 * Returns the unit of an alarm's value and limit by fault. Returns undefined for faults without a fixed unit, such as
 * sensor limits.
 */
export function alarmUnit(fault: unknown, limit: unknown): string | undefined {
  switch (fault) {
    case 'voltage':
    case 'supplyLoss':
    case 'breaker':
      return 'V'
    case 'current':
    case 'contactor':
      return 'A'
    case 'power':
    case 'dimmingFailure':
      return 'W'
    // Lamps that report no power are judged by current, with a separate limit.
    case 'lampFailure':
    case 'unexpectedOn':
      return limit === minLampA ? 'A' : 'W'
    case 'temperature':
      return '°C'
    case 'leakage':
      return 'mA'
    default:
      return undefined
  }
}

const figure = (value: number | null | undefined): string | null =>
  typeof value === 'number' && Number.isFinite(value) ? String(Math.round(value * 100) / 100) : null
