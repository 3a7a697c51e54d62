import type { Examples } from '../examples.ts'

export const examples: Examples = {
  labelled: { value: 42.5, decimals: 1, text: '清水池 Clear water' },
  'still container': { shape: 'container', wave: 0, value: 80 },
  rounded: { shape: 'rounded', value: 30 },
  triangle: { shape: 'triangle', value: 55 },
  'inverted triangle': { shape: 'inverted', value: 55 },
  diamond: { shape: 'diamond', value: 70 },
  'hot-gas sphere': { shape: 'sphere', value: 45 },
  'hot-gas sphere, a rest': { shape: 'sphere', value: 5 },
  'dashed circle': { value: 35, borderStyle: 'dashed' },
  'dotted container': { shape: 'container', value: 60, borderStyle: 'dotted', borderWidth: 3 },
  'dashed diamond': { shape: 'diamond', value: 70, borderStyle: 'dashed' },
  'dashed hot-gas sphere': { shape: 'sphere', value: 45, borderStyle: 'dashed' },
  'beyond the limit': { value: 95, highLimit: 90 },
  empty: { value: -4, min: 0, max: 10, unit: 'm', borderWidth: 0 },
  'gradient in a circle': {
    value: 70,
    liquidColor: 'linear(90,#8fc1dfff,#1f4f72ff)',
    waveColor: 'linear(90,#d9ebf5ff,#6fa3c4ff)',
  },
  'gradient in a sphere': { shape: 'sphere', value: 80, liquidColor: 'linear(90,#8fc1dfff,#1f4f72ff)' },
  'round in a sphere': {
    shape: 'sphere',
    value: 80,
    liquidColor: 'radial(#e7f2f8ff,#3f7ea8ff)',
    backgroundColor: 'radial(#ffffffff,#d5dadfff)',
  },
}
