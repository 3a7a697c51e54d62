import type { Examples } from '../examples.ts'

const data = JSON.stringify([
  { name: '广东', value: 96 },
  { name: 'Sichuan', value: 61 },
  { name: '新疆', value: 12 },
])

export const examples: Examples = {
  'the country by value': { data, text: '在线率 Online', unit: '%' },
  'in English': { data, language: 'en', showLabels: true },
  'one province': { province: 'guangdong', data: '[{"name":"深圳市","value":4}]', isFitted: false, showLabels: true },
  "a map of one's own": { mapUrl: 'https://example.org/site.json', showScale: false },
}
