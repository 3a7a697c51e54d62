import type { Examples } from '../examples.ts'

export const examples: Examples = {
  dotted: { lineStyle: 'dotted', lineWidth: 4 },
  bent: { points: [0, 0, 1, 0, 1, 1] },
}
