import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'reverse, fast': { flow: 'reverse', speed: 'fast' },
  'static': { flow: 'static' },
  'round marks round a corner': { points: [0, 0, 1, 0, 1, 1], lineShape: 'ellipse', speed: 'slow' },
  'from warm to cold': { points: [0, 0, 1, 0, 1, 1], flowColor: 'linear(0,#b4534bff,#3f6f94ff)' },
}
