import type { Option, Words } from '../entity/field.ts'
import { choice, number } from '../entity/field.ts'

/** Pole to cabinet: the medium between a cabinet's controller and its poles or meters. PLC is the power-line carrier. */
export const channels: readonly Option<number>[] = [
  { value: 1, words: { en: 'PLC (power-line carrier)', zh: 'PLC（电力线载波）' } },
  { value: 2, words: { en: 'RS485_1', zh: 'RS485_1' } },
  { value: 3, words: { en: 'RS485_2', zh: 'RS485_2' } },
  { value: 4, words: { en: 'LoRa', zh: 'LORA' } },
]

/** What loops, poles and sensors speak. */
export const protocols: readonly Option<number>[] = [
  { value: 1, words: { en: 'DL645-1997', zh: 'DL645-1997' } },
  { value: 2, words: { en: 'DL645-2007', zh: 'DL645-2007' } },
  { value: 3, words: { en: 'ModBus', zh: 'ModBus' } },
]

/** The way up from a cabinet to the server. */
export const uplinks: readonly Option<number>[] = [{ value: 1, words: { en: '4G/2G', zh: '4G/2G' } }, { value: 2, words: { en: 'LAN', zh: '网口' } }]

/** In the order of the week. */
export const weekdays: readonly Option<string>[] = [
  ['mon', 'Monday', '星期一'], ['tue', 'Tuesday', '星期二'], ['wed', 'Wednesday', '星期三'], ['thu', 'Thursday', '星期四'], ['fri', 'Friday', '星期五'], ['sat', 'Saturday', '星期六'], ['sun', 'Sunday', '星期日'],
].map(([value = '', en = '', zh = '']) => ({ value, words: { en, zh } }))

export { latitude, longitude, plantDevice as device } from '../entity/commonFields.ts'

/** The tubes of a tunnel. */
export const tubes: readonly Option<string>[] = [{ value: 'left', words: { en: 'Left', zh: '左洞' } }, { value: 'right', words: { en: 'Right', zh: '右洞' } }]

/** Where in its tunnel something stands that is no lamp of a section. */
export const inTube = {
  tube: choice({ en: 'Tube', zh: '洞' }, { options: tubes, variants: ['tunnel'] }),
  metre: number({ en: 'Place in the tube', zh: '洞内位置' }, { min: 0, max: 100_000, digits: 1, unit: 'm', variants: ['tunnel'], help: { en: 'From the left end of the panorama', zh: '自全景图左端起算' } }),
} as const

export const percent = (en: string, zh: string, isRequired = false, help?: Words) => number({ en, zh }, { min: 0, max: 100, integer: true, unit: '%', required: isRequired, ...(help && { help }) })
