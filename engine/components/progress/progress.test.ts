import { expect, it } from 'vitest'
import { primitivesOf } from '../../paint/listBrush.ts'
import { progress } from './progress.ts'

it('as a ring tells a limit by a border too, as a bar does, and not by its colour alone', () => {
  const bordersOf = (value: number) => primitivesOf(progress, { direction: 'ring', highLimit: 90, borderWidth: 0, value }, { width: 80, height: 60 })
    .flatMap(({ kind, strokeWidth, stroke }) => (kind === 'ellipse' ? [[strokeWidth, stroke]] : []))
  expect(bordersOf(50)).toEqual([])
  expect(bordersOf(97)).toEqual([[2, progress.defaults.alarmColor], [2, progress.defaults.alarmColor]])
})
