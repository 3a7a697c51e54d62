import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'reverse, fast': { flow: 'reverse', speed: 'fast' },
  static: { flow: 'static' },
  'round marks round a corner': { points: [0, 0, 1, 0, 1, 1], lineShape: 'ellipse', speed: 'slow' },
  'from warm to cold': { points: [0, 0, 1, 0, 1, 1], flowColor: 'linear(0,#b4534bff,#3f6f94ff)' },
  'round a bend': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], corners: 'rounded', lineHeight: 3 },
  smooth: { points: [0, 0, 0.33, 1, 0.66, 0, 1, 1], corners: 'smooth', lineHeight: 3, lineShape: 'ellipse' },
}
