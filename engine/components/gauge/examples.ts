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
  'gradient track': {
    trackColor: 'linear(0,#b7c9d6ff,#3f5f7fff)',
    zoneColor: 'radial(#ffffffff,#c98a3cff)',
    needleColor: 'linear(0,#9aa4adff,#1f252bff)',
    trackWidth: 16,
  },
}
