import type { Examples } from '../examples.ts'

export const examples: Examples = {
  pressure: { value: 4.26, min: 0, max: 10, tickInterval: 2, lowLimit: 1, highLimit: 8, unit: 'bar', decimals: 2, text: '压力 Pressure' },
  'beyond the limit': { value: 96, unit: '%', hand: 'needle' },
  half: { value: 35, dial: 'half', hand: 'bar', unit: '°C' },
  'no range': { min: 5, max: 5, value: 7 },
  bare: { showScale: false, showValue: false, borderWidth: 0 },
}
