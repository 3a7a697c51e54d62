import type { Examples } from '../examples.ts'

export const examples: Examples = {
  value: { text: '23.5 °C', align: 'right', fontWeight: 'bold' },
  plate: { text: 'Pump 1\n水泵', backgroundColor: '#ffffffff', borderWidth: 1, radius: 4 },
  dashed: { borderWidth: 1, borderStyle: 'dashed' },
}
