import { provinces } from '../../schema/index.ts'

/** The inset of the country's map. */
export const southIslands = '南海诸岛'

/** The country's regions by their Chinese names, as the map file has them, to English ones. */
export const englishNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(provinces.map(({ words }) => [words.zh, words.en])), [southIslands]: 'South China Sea Islands',
}
