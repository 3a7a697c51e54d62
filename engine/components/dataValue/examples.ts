import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'of the example': { prefix: '产量 ', unit: 't' },
  'nothing there': { path: 'data.missing' },
  'as fed': { data: '1234.5678', decimals: 2, unit: 'kWh', backgroundColor: '#ffffffff', borderWidth: 1 },
  words: { data: 'Running', align: 'left' },
}
