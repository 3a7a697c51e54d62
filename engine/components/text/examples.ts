import type { Examples } from '../examples.ts'

export const examples: Examples = {
  value: { text: '23.5 °C', align: 'right', fontWeight: 'bold' },
  plate: { text: 'Pump 1\n水泵', backgroundColor: '#ffffffff', borderWidth: 1, radius: 4 },
  'broken into lines': { text: 'Feed water pump 1 给水泵一号机组', wrap: true },
  'line spacing': { text: 'Pump 1\n水泵', lineSpacing: 2, valign: 'top' },
  'another font': { text: 'Pump 水泵', fontFamily: 'serif', fontItalic: true },
  dashed: { borderWidth: 1, borderStyle: 'dashed' },
}
