import { expect, test } from 'vitest'
import type { ValuesFrame } from '../../../broker/intake/ingest.ts'
import { Gate, type GateParts } from './gate.ts'

test('keeps the order of the frames of a device during the look-up of its declaration', async () => {
  const answers: ((isDeclared: boolean) => void)[] = []
  const cache: { isDeclared?: boolean } = {}
  const parts = {
    history: { unknownPoints: () => ['power'], hasValues: () => false },
    declared: {
      get: () => cache.isDeclared,
      lookUp: () => new Promise<boolean>((answer) => answers.push(answer)),
    },
  } satisfies { [key in keyof GateParts]?: unknown }
  const gate = new Gate(parts as unknown as GateParts)
  gate.open(new Set())
  const judged: number[] = []
  const judge = async (number: number): Promise<void> => {
    const frame = { project: 'street', device: 'pole-1', points: ['power'] } as unknown as ValuesFrame
    expect(await gate.judge(frame, 'yard')).toBe('take')
    judged.push(number)
  }
  const all = [judge(1), judge(2)]
  await expect.poll(() => answers.length).toBe(1)
  cache.isDeclared = true
  // The cache knows the device before the second frame was judged.
  all.push(judge(3))
  answers[0]?.(true)
  await Promise.all(all)
  expect(judged).toEqual([1, 2, 3])
})
