import type { Examples } from '../examples.ts'

const start = 1_763_600_000_000
const at = [0, 1, 2, 3, 4, 5, 6, 7].map((minute) => start + minute * 60_000)
const data = JSON.stringify([
  { tag: 'factory/tank-01/level', at, values: [40, 42, 45, null, null, 51, 50, 48] },
  { tag: 'factory/pump-01/flow', at: at.slice(0, 4), values: [20, 20, 31, 30] },
])
const tags = 'factory/tank-01/level\nfactory/pump-01/flow'

export const examples: Examples = {
  'two tags with a gap': { tags, data, names: '液位 Level\n流量 Flow', spanMinutes: 10, yName: '%' },
  'held values and limits': { tags, data, run: 'hold', showLimits: true, lowLimit: 25, highLimit: 50, areaOpacity: 15 },
  'a fixed scale': { tags, data, isFitted: false, min: 0, max: 60, tickInterval: 20, legend: 'right' },
  'another shape': { data: '{"at":[1]}' },
}
