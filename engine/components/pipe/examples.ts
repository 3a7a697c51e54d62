import type { Examples } from '../examples.ts'

export const examples: Examples = {
  forward: { flow: 'forward' },
  reverse: { flow: 'reverse', speed: 'fast' },
  bent: { flow: 'forward', speed: 'slow', points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], lineShape: 'ellipse', thickness: 10 },
  'no wall': { borderWidth: 0, lineHeight: 100 },
  'round, by a gradient from its middle': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], flow: 'forward', backgroundColor: 'radial(#f4f6f8ff,#8b959eff)' },
  'from warm to cold': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], flow: 'forward', backgroundColor: 'linear(0,#c98a7fff,#7d9bb3ff)' },
}
