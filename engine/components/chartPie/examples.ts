import type { Examples } from '../examples.ts'

const data = JSON.stringify([
  { name: '照明 Lighting', value: 412 },
  { name: '泵 Pumps', value: 268 },
  { name: '风机 Fans', value: 150.5 },
  { name: '其他 Other', value: '61' },
])

export const examples: Examples = {
  pie: { data, text: '能耗 Energy', unit: 'kWh' },
  ring: { data, innerRadius: 62, showTotal: true, unit: 'kWh', decimals: 0, legend: 'bottom', labels: 'namePercent' },
  rose: { data, slices: 'area', labels: 'value', palette: 'vivid', legend: 'none' },
  'labels inside': { data, labelPlace: 'inside', legend: 'top' },
  'as a table': { data: JSON.stringify({ xdata: ['A', 'B', 'C'], ydata: [3, 0, -2] }) },
  'another shape': { data: '[1,2,3]' },
  'slices with a gradient': {
    data,
    palette: 'own',
    color1: 'radial(#cfe4f1ff,#2f6f9cff)',
    color2: 'radial(#f6e8cfff,#b0803fff)',
    color3: 'linear(90,#d9e8e0ff,#4f7f68ff)',
    backgroundColor: 'linear(90,#ffffffff,#e4e9eeff)',
  },
}
