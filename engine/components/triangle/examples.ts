import type { Examples } from '../examples.ts'

export const examples: Examples = {
  framed: { borderWidth: 2, text: '!' },
  dashed: { borderWidth: 2, borderStyle: 'dashed' },
  dotted: { borderWidth: 3, borderStyle: 'dotted', backgroundColor: '#00000000' },
}
