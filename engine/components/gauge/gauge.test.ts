import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { gauge } from './gauge.ts'

const findNeedle = (value: number) =>
  listPrimitives(gauge, { value }).find(({ kind, cap }) => kind === 'line' && cap === 'round')

it('points down left at the minimum, up at the middle, down right at the maximum, and stops there', () => {
  const [low, mid, high, beyond] = [0, 50, 100, 1e9].map(findNeedle)
  expect(Number(low?.x2)).toBeLessThan(80)
  expect(mid?.x2).toBe(80)
  expect(Number(high?.x2)).toBeGreaterThan(80)
  expect(beyond).toEqual(high)
})

it('frames its value and colours the zone beyond a limit, and only there', () => {
  const alarmed = (value: number) =>
    listPrimitives(gauge, { value })
      .filter(({ stroke }) => stroke === gauge.defaults.alarmColor)
      .map(({ kind }) => kind)
  expect(alarmed(50)).toEqual([])
  expect(alarmed(95)).toEqual(['arc', 'rect'])
  expect(alarmed(5)).toEqual(['arc', 'rect'])
})

it('has no zone where its limits are the ends of the scale', () => {
  expect(listPrimitives(gauge, { lowLimit: 0, highLimit: 100 }).filter(({ kind }) => kind === 'arc')).toHaveLength(1)
})

it('is zone all along the scale where it has to be empty or full', () => {
  const findZones = (props: Record<string, number>) =>
    listPrimitives(gauge, props).flatMap(({ kind, startDeg, sweepDeg }) =>
      kind === 'arc' ? [[startDeg, sweepDeg]] : [],
    )
  const [whole] = findZones({ lowLimit: 0, highLimit: 100 })
  for (const limits of [
    { lowLimit: 0, highLimit: 0 },
    { lowLimit: 100, highLimit: 100 },
  ])
    expect(findZones(limits)).toEqual([whole, whole])
})

it('has no zone and no alarm for limits beyond a smaller scale', () => {
  const drawn = listPrimitives(gauge, { max: 5, value: 3 })
  expect(drawn.filter(({ kind }) => kind === 'arc')).toHaveLength(1)
  expect(drawn.filter(({ stroke }) => stroke === gauge.defaults.alarmColor)).toEqual([])
})

it('writes label, value, unit and marks in the chosen font, in italics if set', () => {
  const texts = listPrimitives(gauge, { unit: 'bar', text: 'Pressure', fontFamily: 'serif', fontItalic: true }).filter(
    ({ kind }) => kind === 'text',
  )
  expect(texts.map(({ content }) => content)).toEqual(expect.arrayContaining(['0', '60', 'bar', 'Pressure']))
  for (const one of texts) expect(one).toMatchObject({ family: 'serif', isItalic: true })
})
