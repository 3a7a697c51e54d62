import type { Examples } from '../examples.ts'

export const examples: Examples = {
  bent: { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1] },
  'both ends': { startArrow: true, lineWidth: 4 },
  rounded: { points: [0, 1, 0, 0, 1, 0, 1, 1], corners: 'rounded', cornerRadius: 10 },
  smooth: { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], corners: 'smooth' },
  'dash pattern': { lineWidth: 4, dashes: '12 4 2 4' },
}
