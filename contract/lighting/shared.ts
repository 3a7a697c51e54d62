import type { Option, Words } from '../entity/field.ts'
import { choice, number } from '../entity/field.ts'

/** Medium between a cabinet's controller and its poles or meters. PLC is power-line communication. */
export const channels: readonly Option<number>[] = [
  { value: 1, words: { en: 'PLC (power-line carrier)', zh: 'PLC（电力线载波）' } },
  { value: 2, words: { en: 'RS485_1', zh: 'RS485_1' } },
  { value: 3, words: { en: 'RS485_2', zh: 'RS485_2' } },
  { value: 4, words: { en: 'LoRa', zh: 'LORA' } },
]

/** Protocols of loops, poles and sensors. */
export const protocols: readonly Option<number>[] = [
  { value: 1, words: { en: 'DL645-1997', zh: 'DL645-1997' } },
  { value: 2, words: { en: 'DL645-2007', zh: 'DL645-2007' } },
  { value: 3, words: { en: 'ModBus', zh: 'ModBus' } },
]

/** Connection from a cabinet to the server. */
export const uplinks: readonly Option<number>[] = [
  { value: 1, words: { en: '4G/2G', zh: '4G/2G' } },
  { value: 2, words: { en: 'LAN', zh: '网口' } },
]

export const weekdays: readonly Option<string>[] = [
  ['mon', 'Monday', '星期一'],
  ['tue', 'Tuesday', '星期二'],
  ['wed', 'Wednesday', '星期三'],
  ['thu', 'Thursday', '星期四'],
  ['fri', 'Friday', '星期五'],
  ['sat', 'Saturday', '星期六'],
  ['sun', 'Sunday', '星期日'],
].map(([value = '', en = '', zh = '']) => ({ value, words: { en, zh } }))

export { latitude, longitude, plantDevice as device } from '../entity/commonFields.ts'

export const tubes: readonly Option<string>[] = [
  { value: 'left', words: { en: 'Left', zh: '左洞' } },
  { value: 'right', words: { en: 'Right', zh: '右洞' } },
]

/** Position in a tunnel of equipment other than lamps of a section. */
export const inTube = {
  tube: choice({ en: 'Tube', zh: '洞' }, { options: tubes, variants: ['tunnel'] }),
  metre: number(
    { en: 'Position in the tube', zh: '洞内位置' },
    {
      min: 0,
      max: 100_000,
      digits: 1,
      unit: 'm',
      variants: ['tunnel'],
      help: { en: 'From the left end of the panorama', zh: '自全景图左端起算' },
    },
  ),
} as const

export const percent = (en: string, zh: string, isRequired = false, help?: Words) =>
  number({ en, zh }, { min: 0, max: 100, integer: true, unit: '%', required: isRequired, ...(help && { help }) })
