import { expect, it } from 'vitest'
import { liveTag } from '../../contract/entity/live.ts'
import { sensor } from '../../contract/lighting/sensor.ts'
import { plantTags } from '../simulator/plant.ts'
import { demoSteps } from './demoFacilities.ts'

it('every sensor of the demo has a value that its plant says', () => {
  const size = { tags: 2000, seed: 1 }
  const paths = new Set(plantTags(size).map(({ project, device, point }) => `${project}/${device}/${point}`))
  const tags = demoSteps(size, 0).filter(({ entity }) => entity === 'sensor').flatMap(({ project, rows }) => rows(() => 'x').map((row) => liveTag(sensor.fields.value, { project, ...row })))
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter((tag) => tag === undefined || !paths.has(tag))).toEqual([])
})
