import type { Words } from '../../../../contract/entity/field.ts'
import type { Command } from '../../../../contract/routes.ts'
import type { ReportedValue } from './conditions.ts'
import { type Cause, getTagDevice } from './triggers.ts'

/** Formats the trigger of a run for the log and for alarms. `getDeviceName` returns a device's display name. */
export function formatTrigger(
  cause: Cause,
  getDeviceName: (device: string) => string,
  /** User or script that started the run. */
  starter = '',
): Words {
  const { en, zh } = formatCause(cause, getDeviceName, starter)
  const { other, heldMs } = cause
  const tag = other?.tag ?? ''
  const otherName = `${getDeviceName(getTagDevice(tag))} ${tag.slice(getTagDevice(tag).length + 1)}`
  const seconds = (heldMs ?? 0) / 1000
  return {
    en: `${en}${other ? ` (${otherName}: ${formatValue(other.reported)})` : ''}${seconds > 0 ? ` for ${seconds} s` : ''}`,
    zh: `${zh}${other ? `（${otherName} 为 ${formatValue(other.reported)}）` : ''}${seconds > 0 ? `，持续 ${seconds} 秒` : ''}`,
  }
}

/** Formats a reported value: numbers with at most three decimals; empty without a value. */
export const formatValue = (reported: ReportedValue | null): string =>
  reported === null
    ? ''
    : (reported.text ?? String(reported.value === null ? '' : Math.round(reported.value * 1000) / 1000))

function formatCause(
  { kind, device, point, reported, expression }: Cause,
  getDeviceName: (device: string) => string,
  starter: string,
): Words {
  const name = device === null ? '' : getDeviceName(device)
  const value = formatValue(reported)
  switch (kind) {
    case 'attribute':
      return { en: `${name}: ${point ?? ''} is ${value}`, zh: `${name}：${point ?? ''} 为 ${value}` }
    case 'expression':
      return { en: `Expression is true: ${expression ?? ''}`, zh: `表达式成立：${expression ?? ''}` }
    case 'event':
      return { en: `${name} reported event ${point ?? ''}: ${value}`, zh: `${name} 上报事件 ${point ?? ''}：${value}` }
    case 'function':
      return { en: `${name} executed ${point ?? ''}: ${value}`, zh: `${name} 执行了 ${point ?? ''}：${value}` }
    case 'online':
      return { en: `${name} came online`, zh: `${name} 上线` }
    case 'offline':
      return { en: `${name} went offline`, zh: `${name} 离线` }
    case 'timed':
      return { en: 'Timer', zh: '定时触发' }
    case 'custom':
      return { en: `Started by script ${starter}`, zh: `由脚本“${starter}”启动` }
    case 'hand':
      return { en: `Run manually by ${starter}`, zh: `${starter} 手动执行` }
  }
}

/** Formats the failure of a command. */
export function formatResult({ state, result }: Pick<Command, 'state' | 'result'>): Words {
  if (state === 'failed')
    return {
      en: `the device rejected the command${result === null ? '' : ` (${result})`}`,
      zh: `设备拒绝执行${result === null ? '' : `（${result}）`}`,
    }
  return state === 'expired'
    ? { en: 'the command could not be sent in time', zh: '未能及时下发' }
    : { en: 'the device did not respond', zh: '设备未应答' }
}
