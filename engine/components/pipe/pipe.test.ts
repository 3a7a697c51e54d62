import { expect, it } from 'vitest'
import { primitivesOf } from '../../paint/listBrush.ts'
import { pipe } from './pipe.ts'

const marksOf = (props: Record<string, string>) => primitivesOf(pipe, props).filter(({ dash }) => dash !== undefined)

it('lets its marks run with the flow, against it, or rest', () => {
  expect(['forward', 'reverse', 'static'].map((flow) => Math.sign(Number(marksOf({ flow })[0]?.flow)))).toEqual([1, -1, 0])
})

it('runs faster from slow to fast', () => {
  const [slow = 0, medium = 0, fast = 0] = ['slow', 'medium', 'fast'].map((speed) => Number(marksOf({ flow: 'forward', speed })[0]?.flow))
  expect(slow < medium && medium < fast).toBe(true)
})

it('shows marks at rest faintly, so that a still picture tells flowing from standing', () => {
  expect([marksOf({ flow: 'forward' })[0]?.stroke, marksOf({ flow: 'static' })[0]?.stroke]).toEqual(['#f4f8fbff', '#f4f8fb59'])
})

it('turns its bends round and lets the marks run on through them', () => {
  const list = primitivesOf(pipe, { points: [0, 0, 1, 0, 1, 1] }, { width: 200, height: 80 })
  expect(list.filter(({ kind }) => kind === 'ellipse')).toHaveLength(2)
  expect(list.filter(({ dash }) => dash !== undefined).map(({ phase }) => phase)).toEqual([0, 200])
})
