import type { Examples } from '../examples.ts'

export const examples: Examples = {
  empty: { value: 0, lowLimit: 0 },
  low: { value: 5 },
  high: { value: 95.26, decimals: 1 },
  overfull: { value: 150 },
  rectangle: { shape: 'rectangle', showScale: false },
  rounded: { shape: 'rounded', wave: 6 },
  circle: { shape: 'circle', showValue: false, showScale: false, value: 30 },
  triangle: { shape: 'triangle', wave: 6, value: 55 },
  diamond: { shape: 'diamond', value: 55, showScale: false },
  sphere: { shape: 'sphere', value: 55, wave: 4 },
  inverted: { shape: 'inverted', value: 55, liquidColor: 'linear(90,#a9bfd0ff,#3f5f7fff)' },
  'no range': { min: 100, max: 0 },
  'many marks': { max: 1e6, tickInterval: 1 },
  'graded and dashed': {
    backgroundColor: 'linear(0,#ffffffff,#c3ccd4ff)',
    liquidColor: 'linear(90,#a9bfd0ff,#4c6f8cff)',
    borderStyle: 'dashed',
  },
  'dashed diamond': { shape: 'diamond', borderStyle: 'dashed', value: 40, showScale: false },
  'dotted circle': { shape: 'circle', borderStyle: 'dotted', showScale: false },
}
