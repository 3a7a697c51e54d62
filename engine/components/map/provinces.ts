import { provinces } from '../../schema/index.ts'

/** Inset of the map of China. */
export const southIslands = '南海诸岛'

/** English names of the regions of China by the Chinese names used in the map file. */
export const englishNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(provinces.map(({ words }) => [words.zh, words.en])),
  [southIslands]: 'South China Sea Islands',
}
