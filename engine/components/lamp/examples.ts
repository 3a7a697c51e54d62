import type { Examples } from '../examples.ts'

export const examples: Examples = {
  on: { value: 1 },
  dimmed: { value: 1, brightness: 30 },
  fault: { value: 2 },
  unknown: { value: 3 },
  labelled: { value: 1, text: 'P-001' },
  'label at the top': { text: 'P-001', labelSide: 'top' },
  'label at the left': { text: 'P', labelSide: 'left', fontSize: 8 },
  'label at the right': { text: 'P', labelSide: 'right', fontSize: 8 },
  'device not activated': { stateType: 'device', value: 0 },
  'device disabled': { stateType: 'device', value: 1 },
  'device offline': { stateType: 'device', value: 2 },
  'device online': { stateType: 'device', value: 3 },
  rectangle: { value: 1, shape: 'rectangle' },
}
