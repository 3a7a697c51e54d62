import type { Examples } from '../examples.ts'

export const examples: Examples = {
  pressure: {
    value: 4.26,
    min: 0,
    max: 10,
    tickInterval: 2,
    lowLimit: 1,
    highLimit: 8,
    unit: 'bar',
    decimals: 2,
    text: '压力 Pressure',
  },
  'beyond the limit': { value: 96, unit: '%', hand: 'needle' },
  half: { value: 35, dial: 'half', hand: 'bar', unit: '°C' },
  'no range': { min: 5, max: 5, value: 7 },
  bare: { showScale: false, showValue: false, borderWidth: 0 },
  'gradient along the dial': {
    value: 72,
    barColor: 'linear(0,#7fb7d6ff,#1f4f72ff)',
    trackWidth: 16,
    hand: 'bar',
    tickInterval: 0,
    backgroundColor: 'linear(90,#ffffffff,#dde3e8ff)',
  },
  'round dial': {
    value: 40,
    trackColor: 'radial(#ffffffff,#b8c0c7ff)',
    barColor: 'radial(#cfe4f1ff,#2f6f9cff)',
    trackWidth: 20,
    needleColor: 'linear(90,#8a949dff,#1f252bff)',
  },
}
