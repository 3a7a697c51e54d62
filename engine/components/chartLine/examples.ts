import type { Examples } from '../examples.ts'

const hours = ['00:00', '04:00', '08:00', '12:00', '16:00', '20:00']
const one = JSON.stringify({ xdata: hours, ydata: [12.4, 11.8, 18.2, 24.6, 22.1, 15.3] })
const two = JSON.stringify({
  xdata: hours,
  ydata: [
    { name: '进水 In', data: [12.4, 11.8, 18.2, null, 22.1, 15.3] },
    { name: '出水 Out', data: [9, 9.5, 14, 19, 18, '11.5'] },
  ],
})

export const examples: Examples = {
  'one series': { data: one, text: 'Flow', unit: 'm³/h' },
  'two with a gap, smooth areas': {
    data: two,
    text: '流量 Flow',
    unit: 'm³/h',
    isSmooth: true,
    areaOpacity: 20,
    yName: 'Q',
    xName: 'Time',
  },
  'limits and a fixed scale': {
    data: one,
    isFitted: false,
    min: 0,
    max: 40,
    tickInterval: 10,
    showLimits: true,
    lowLimit: 10,
    highLimit: 22,
    showPoints: true,
    showLabels: true,
  },
  stacked: { data: two, isStacked: true, areaOpacity: 60, palette: 'vivid', legend: 'bottom' },
  'over time': {
    data: JSON.stringify({ xdata: ['2026-11-01 08:00', '2026-11-01 09:00', '2026-11-01 12:00'], ydata: [3, 5, 4] }),
    xKind: 'time',
  },
  'a lonely value': { data: JSON.stringify({ ydata: [1, null, 3, null, 5, 6] }) },
  'code over it': {
    data: one,
    option: JSON.stringify({
      series: { symbol: 'rect' },
      yAxis: { inverse: true },
      title: { link: 'javascript:alert(1)' },
    }),
  },
  'data of another shape': { data: '{"rows":[1,2]}' },
}
