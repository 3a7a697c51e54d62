import type { Examples } from '../examples.ts'

export const examples: Examples = {
  on: { value: 1, onText: '开' },
  'off, inverse': { value: 1, isInverse: true },
  'rocker on': { value: 1, look: 'rocker', borderWidth: 1 },
  'rocker off': { look: 'rocker', borderWidth: 1 },
  'knife closed': { value: 1, look: 'knife' },
  'knife open': { look: 'knife' },
  'graded and square': {
    value: 1,
    onColor: 'linear(90,#6fa37fff,#3c6148ff)',
    radius: 6,
    borderWidth: 2,
    borderStyle: 'dashed',
  },
}
