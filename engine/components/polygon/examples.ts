import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'not convex': { points: [0, 0, 1, 0, 1, 1, 0.5, 0.4, 0, 1], borderWidth: 2 },
  dashed: { borderWidth: 2, borderStyle: 'dashed', backgroundColor: '#00000000' },
  gradient: { backgroundColor: 'linear(90,#ffffffff,#808080ff)' },
}
