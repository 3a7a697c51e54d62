import type { Examples } from '../examples.ts'

export const examples: Examples = {
  pressed: { text: 'Start 启动', pressed: true },
  'off duty': { text: 'Stop', isOff: true },
  dashed: { borderStyle: 'dashed', borderWidth: 2 },
  graded: { backgroundColor: 'linear(90,#f7f9faff,#c3ccd4ff)' },
}
