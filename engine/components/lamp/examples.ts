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
  'device not activated': { stateType: 'device', value: 1 },
  'device disabled': { stateType: 'device', value: 2 },
  'device offline': { stateType: 'device', value: 4 },
  'device online': { stateType: 'device', value: 3 },
  rectangle: { value: 1, shape: 'rectangle' },
  'graded and dotted': { value: 1, onColor: 'radial(#fff3c4ff,#f2b632ff)', borderStyle: 'dotted', borderWidth: 2 },
  'rectangle, dashed': {
    shape: 'rectangle',
    borderStyle: 'dashed',
    borderWidth: 2,
    radius: 0,
    offColor: 'linear(90,#c3ccd4ff,#5f6b76ff)',
  },
}
