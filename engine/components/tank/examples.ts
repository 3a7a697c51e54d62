import type { Examples } from '../examples.ts'

export const examples: Examples = {
  empty: { value: 0, lowLimit: 0 },
  low: { value: 5 },
  high: { value: 95.26, decimals: 1 },
  overfull: { value: 150 },
  rectangle: { shape: 'rectangle', showScale: false },
  rounded: { shape: 'rounded', wave: 6 },
  circle: { shape: 'circle', showValue: false, showScale: false, value: 30 },
  'no range': { min: 100, max: 0 },
  'many marks': { max: 1e6, tickInterval: 1 },
}
