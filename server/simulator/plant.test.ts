import { expect, test } from 'vitest'
import { isName, isPoint } from '../../contract/telemetry/index.ts'
import { extraTags, plantDevices, plantTags } from './plant.ts'

test('the default plant has about 2,000 tags, and any size is met within one pole', () => {
  expect(Math.abs(plantTags().length - 2000 - extraTags)).toBeLessThan(4)
  expect(Math.abs(plantTags({ tags: 500 }).length - 500)).toBeLessThan(4)
  for (const tags of [10_000, 100_000]) expect(Math.abs(plantTags({ tags }).length - tags - extraTags)).toBeLessThan(4)
})

test('every tag is named once, by names that may stand in a topic', () => {
  const tags = plantTags({ tags: 20_000 })
  expect(new Set(tags.map(({ project, device, point }) => `${project}/${device}/${point}`)).size).toBe(tags.length)
  expect(tags.every(({ device, point }) => isName(device) && isPoint(point))).toBe(true)
})

test('the points bound by the samples exist in the smallest and the largest plant', () => {
  for (const tags of [1, 2000, 100_000]) {
    const paths = new Set(plantTags({ tags }).map(({ project, device, point }) => `${project}/${device}/${point}`))
    expect(
      [
        'street/cabinet-01/powerKw',
        'street/cabinet-02/doorOpen',
        'street/pole-001/dimming',
        'street/pole-003/lamp',
        'tunnel/lamp-001/dimming',
        'tunnel/fan-01/speedRpm',
        'tunnel/sensor-01/coPpm',
        'tunnel/sign-02/state',
        'factory/pump-01/running',
        'factory/tank-01/level',
        'factory/valve-01/open',
        'factory/line-02/count',
      ].filter((path) => !paths.has(path)),
    ).toEqual([])
  }
})

test('the same seed makes the same plant, another seed other devices of the same names', () => {
  expect(plantDevices({ seed: 7 })).toEqual(plantDevices({ seed: 7 }))
  const [one, two] = [plantDevices({ seed: 7 }), plantDevices({ seed: 8 })]
  expect(one.map(({ name }) => name)).toEqual(two.map(({ name }) => name))
  expect(one[0]?.seed).not.toBe(two[0]?.seed)
})
