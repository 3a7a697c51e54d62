import type { Examples } from '../examples.ts'

const data = JSON.stringify({
  xdata: [0, 1, 2, 3, 4, 5],
  ydata: [
    { name: 'Pump 1', data: [0, 1, 1, 2, 2, 0] },
    { name: 'Pump 2', data: [1, 1, 0, 0, 1, 1] },
  ],
})

export const examples: Examples = {
  'two pumps': { data, text: 'Stages' },
  'areas, step before': { data, step: 'start', areaOpacity: 30, legend: 'right', decimals: 0 },
}
