import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { progress } from './progress.ts'

it('marks an exceeded limit of a ring with a border as well, like that of a bar, and not by colour alone', () => {
  const findBorders = (value: number) =>
    listPrimitives(
      progress,
      { direction: 'ring', highLimit: 90, borderWidth: 0, value },
      { width: 80, height: 60 },
    ).flatMap(({ kind, strokeWidth, stroke }) => (kind === 'ellipse' ? [[strokeWidth, stroke]] : []))
  expect(findBorders(50)).toEqual([])
  expect(findBorders(97)).toEqual([
    [2, progress.defaults.alarmColor],
    [2, progress.defaults.alarmColor],
  ])
})

type Scales = readonly Readonly<Record<string, number>>[]

it('has no limits by default, whatever its scale; configured limits of 0 and 100 apply like any others', () => {
  const alarmed = (all: Scales) =>
    all.filter((props) => listPrimitives(progress, props).some(({ fill }) => fill === progress.defaults.alarmColor))
  const untouched: Scales = [
    { max: 1000, value: 500 },
    { min: -50, max: 150, value: -10 },
    { min: -1e9, max: 1e9, value: 5 },
  ]
  expect(alarmed(untouched)).toEqual([])
  const watched: Scales = [
    { min: -50, max: 150, value: -10, lowLimit: 0 },
    { min: 0, max: 150, value: 110, highLimit: 100 },
  ]
  expect(alarmed(watched)).toEqual(watched)
})
