import type { Examples } from '../examples.ts'

export const examples: Examples = {
  left: { direction: 'left', value: 25 },
  up: { direction: 'up', value: 80 },
  down: { direction: 'down', value: 40 },
  ring: { direction: 'ring', value: 66 },
  'beyond its limit': { value: 97, highLimit: 90 },
  'ring beyond its limit': { direction: 'ring', value: 97, highLimit: 90 },
  'dashed ring': { direction: 'ring', value: 66, borderStyle: 'dashed', borderWidth: 2 },
  gradient: { barColor: 'linear(0,#a9bfd0ff,#3f5f7fff)', borderWidth: 1 },
  dashed: { borderStyle: 'dashed', borderWidth: 2 },
  'gradient ring': {
    direction: 'ring',
    value: 66,
    barColor: 'linear(90,#a9bfd0ff,#1f3f5fff)',
    backgroundColor: 'radial(#ffffffff,#d5dadfff)',
  },
  'whole gradient ring': { direction: 'ring', value: 100, barColor: 'linear(0,#a9bfd0ff,#1f3f5fff)' },
}
