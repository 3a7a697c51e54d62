import type { Examples } from '../examples.ts'

const days = ['周一 Mon', '周二 Tue', '周三 Wed', '周四 Thu', '周五 Fri']
const data = JSON.stringify({
  xdata: days,
  ydata: [
    { name: 'Day', data: [120, 132, 101, 134, 90] },
    { name: 'Night', data: [60, 72, 71, 74, 80] },
  ],
})

export const examples: Examples = {
  'two beside each other': { data, text: 'Energy', unit: 'kWh', decimals: 0 },
  'stacked and lying': { data, direction: 'right', isStacked: true, showLabels: true, decimals: 0, legend: 'bottom' },
  'names and values': {
    data: JSON.stringify([
      { name: 'A', value: 3 },
      { name: 'B', value: -4 },
    ]),
    legend: 'none',
    showGrid: false,
    barWidth: 30,
  },
  'own colours': { data, palette: 'own', color1: '#111111ff', showLimits: true, lowLimit: 40, highLimit: 110 },
  'bars with a gradient': {
    data,
    palette: 'own',
    color1: 'linear(90,#9fd0f0ff,#2f6f9cff)',
    color2: 'linear(90,#f2d9a8ff,#b0803fff)',
    isStacked: true,
    showLabels: true,
    decimals: 0,
  },
}
