import type { Examples } from '../examples.ts'

export const examples: Examples = {
  framed: { borderWidth: 2, text: 'M' },
  dashed: { borderWidth: 2, borderStyle: 'dashed', backgroundColor: '#00000000' },
  dotted: { borderWidth: 4, borderStyle: 'dotted' },
}
