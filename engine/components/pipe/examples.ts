import type { Examples } from '../examples.ts'

export const examples: Examples = {
  forward: { flow: 'forward' },
  reverse: { flow: 'reverse', speed: 'fast' },
  bent: { flow: 'forward', speed: 'slow', points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], lineShape: 'ellipse', thickness: 10 },
  'no wall': { borderWidth: 0, lineHeight: 100 },
}
