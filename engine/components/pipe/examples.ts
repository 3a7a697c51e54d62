import type { Examples } from '../examples.ts'

export const examples: Examples = {
  forward: { flow: 'forward' },
  reverse: { flow: 'reverse', speed: 'fast' },
  bent: { flow: 'forward', speed: 'slow', points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], lineShape: 'ellipse', thickness: 10 },
  'no wall': { borderWidth: 0, lineHeight: 100 },
  'round, by a gradient from its middle': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], flow: 'forward', backgroundColor: 'radial(#f4f6f8ff,#8b959eff)' },
  'from warm to cold': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], flow: 'forward', backgroundColor: 'linear(0,#c98a7fff,#7d9bb3ff)' },
  'with bends': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], flow: 'forward', thickness: 8, lineHeight: 3, corners: 'rounded', cornerRadius: 10 },
  'with bends, round by a gradient': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], flow: 'forward', thickness: 10, lineHeight: 3, corners: 'rounded', cornerRadius: 10, backgroundColor: 'radial(#f4f6f8ff,#8b959eff)' },
  'a hose': { points: [0, 0, 0.33, 1, 0.66, 0, 1, 1], flow: 'reverse', thickness: 8, lineHeight: 3, lineShape: 'ellipse', corners: 'smooth' },
  'dashed, round outer corners': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], flow: 'forward', borderStyle: 'dashed', borderWidth: 2, lineHeight: 4 },
  'dotted, with bends, seen through': { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], thickness: 10, lineHeight: 3, corners: 'rounded', cornerRadius: 10, borderStyle: 'dotted', borderWidth: 2, backgroundColor: '#3f6f9480' },
  'half seen through': { points: [0, 0, 0.33, 1, 0.66, 0, 1, 1], thickness: 8, lineHeight: 3, corners: 'smooth', borderWidth: 0, backgroundColor: '#3f6f9480' },
}
