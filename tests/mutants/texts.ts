import type { Mutant } from './mutant.ts'

export const textRules: readonly Mutant[] = [
  {
    name: 'text: one that is slightly wider than its box is shortened',
    file: 'engine/paint/gpu/gpuBrush.ts',
    from: 'advance * fontSize > width + 0.01',
    to: 'advance * fontSize > width * 1.05',
    tests: ['engine/paint/gpu/gpuBrush.test.ts'],
  },
]
