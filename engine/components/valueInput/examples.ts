import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'with a unit': { value: 1450.26, unit: 'r/min' },
  words: { text: '点击输入', align: 'center' },
}
