import type { Words } from '../entity/field.ts'
import type { TagAlarm } from './tagAlarm.ts'

/** Input of the message of a tag's alarm. `value`: number, or the text of a text point. */
export interface TagAlarmMessage {
  readonly alarm: Pick<TagAlarm, 'kind' | 'limit' | 'text'>
  /** Name of the device. */
  readonly device: string
  /** Name of the point. */
  readonly point: string
  readonly value: number | string
  readonly unit: string
}

const sides = {
  highHigh: { en: 'above its high-high limit of', zh: '高于高高限' },
  high: { en: 'above its high limit of', zh: '高于高限' },
  low: { en: 'below its low limit of', zh: '低于低限' },
  lowLow: { en: 'below its low-low limit of', zh: '低于低低限' },
} as const

/** Returns the message of a tag's alarm: its own text with the values, or a standard sentence in each language. */
export function tagAlarmSentence({ alarm, device, point, value, unit }: TagAlarmMessage): Words {
  // Both languages are stored in one text with this separator, so names must not contain it.
  const clean = (text: string): string => text.replaceAll(/\s*¦\s*/g, ' | ')
  const name = clean(device)
  const figure = typeof value === 'number' ? formatFigure(value) : clean(value)
  const limit = alarm.limit === null ? '' : formatFigure(alarm.limit)
  const suffix = unit === '' ? '' : ` ${unit}`
  if (alarm.text !== null) {
    const values: Readonly<Record<string, string>> = { device: name, point: clean(point), value: figure, limit, unit }
    const filled = clean(alarm.text).replaceAll(
      /\{(device|point|value|limit|unit)\}/g,
      (_, key: string) => values[key] ?? '',
    )
    return alarm.text.includes('{device}')
      ? { en: filled, zh: filled }
      : { en: `${name}: ${filled}`, zh: `${name}：${filled}` }
  }
  if (alarm.kind === 'state')
    return { en: `${name}: ${clean(point)} is ${figure}`, zh: `${name}：${clean(point)}为 ${figure}` }
  const side = sides[alarm.kind]
  return {
    en: `${name}: ${clean(point)} is ${figure}${suffix}, ${side.en} ${limit}${suffix}`,
    zh: `${name}：${clean(point)} ${figure}${suffix}，${side.zh} ${limit}${suffix}`,
  }
}

const formatFigure = (value: number): string => String(Math.round(value * 1000) / 1000)
