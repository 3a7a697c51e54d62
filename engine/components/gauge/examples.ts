import type { Examples } from '../examples.ts'

export const examples: Examples = {
  low: { value: 4, unit: 'bar', text: 'Inlet' },
  high: { value: 96.43, decimals: 1, unit: '%' },
  beyond: { value: 1000 },
  'no limits': { lowLimit: 0, highLimit: 100 },
  bare: { showScale: false, showValue: false, trackWidth: 0, borderWidth: 0 },
  'no range': { min: 5, max: 5 },
  'many marks': { max: 1e6, tickInterval: 1 },
  'graded and dashed': { backgroundColor: 'radial(#ffffffff,#d5dadfff)', borderStyle: 'dashed', borderWidth: 2 },
}
