import type { Examples } from '../examples.ts'

export const examples: Examples = {
  framed: { borderWidth: 2, radius: 8, text: 'Panel\n面板', fontWeight: 'bold' },
  dashed: { borderWidth: 2, borderStyle: 'dashed', radius: 12, text: 'Reserve', align: 'left', valign: 'top' },
  dotted: { borderWidth: 3, borderStyle: 'dotted', backgroundColor: '#00000000' },
}
