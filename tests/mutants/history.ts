import type { Mutant } from './mutant.ts'

const readings = {
  file: 'server/database/history/latestValues.ts',
  tests: ['server/database/history/latestValues.test.ts'],
} as const
const curves = {
  file: 'server/database/history/historyQuery.ts',
  tests: ['tests/wire/devices/history.test.ts'],
} as const

export const historyRules: readonly Mutant[] = [
  {
    name: 'history: a change of quality is stored',
    ...readings,
    from: 'mark !== this.#storedQualities[tag] || ',
    to: '',
  },
  {
    name: 'history: what was acknowledged is stored whole',
    ...readings,
    from: 'if (!frame.acknowledged && text === undefined && ',
    to: 'if (text === undefined && ',
  },
  {
    name: 'history: a late value does not become the newest',
    ...readings,
    from: 'if (frame.at >= (this.#at[tag] ?? 0)) this.#move',
    to: 'this.#move',
  },
  {
    name: 'history: after rows that were lost the next value is stored',
    ...readings,
    from: 'for (const tag of rows.tags) this.#storedAt[tag] = 0',
    to: '',
  },
  {
    name: 'history: a curve keeps its lowest values',
    ...curves,
    from: '[low && { at: low[1], value: low[0] }, high &&',
    to: '[high &&',
    only: 'of many readings keeps every peak',
  },
  {
    name: 'history: a bad value is a gap of the curve',
    ...curves,
    from: 'quality >= badQuality || Number.isNaN(value) ? null : value',
    to: 'Number.isNaN(value) ? null : value',
    only: 'quality, or a gap if it is unusable',
  },
  {
    name: 'history: a chart keeps the lowest of many values',
    file: 'engine/pictures/thinning.ts',
    from: 'for (const index of [low, high, gap])',
    to: 'for (const index of [high, gap])',
    tests: ['engine/pictures/chart.test.ts'],
    only: 'keeps the lowest and the highest value of each span',
  },
]
