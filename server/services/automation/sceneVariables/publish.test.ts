import { quality } from '@mimic/engine/bindings'
import { expect, it } from 'vitest'
import { Publisher } from './publish.ts'
import type { StoredValue, Scene, Variable } from './rows.ts'

const variable = (id: string, origin: Variable['origin']): Variable => ({
  id,
  name: id,
  identifier: id,
  origin,
  unit: '',
  kind: 'number',
  isStored: false,
  isWritable: false,
  initial: '',
  tag: `plant/mimic-scene-s/${id}`,
  formula: '',
  cycle: { kind: 'day' },
  statistic: 'last',
  revision: 1,
})
const scene: Scene = {
  id: 's',
  name: 'Hall',
  project: 'plant',
  zone: 'UTC',
  isEnabled: true,
  device: 'mimic-scene-s',
  variables: [variable('entered', 'input'), variable('computed', 'operation')],
}
const good: StoredValue = {
  tag: '',
  sceneName: '',
  revision: 1,
  from: null,
  at: 1,
  value: 7,
  text: null,
  quality: quality.good,
  reason: null,
  about: [],
  enteredBy: null,
}
const storedValues = new Map(scene.variables.map(({ id }) => [id, good]))

it('a previously computed value is not published as good while it cannot be computed', () => {
  const published: number[][] = []
  const publisher = new Publisher({
    broker: {
      publishValues: ({ qualities }) => {
        published.push([...qualities])
      },
    },
    now: () => 0,
  })
  for (const failedIds of [[], ['computed'], ['computed'], []])
    publisher.publish([scene], storedValues, new Set(failedIds))
  publisher.publish([{ ...scene, isEnabled: false }], storedValues, new Set(['computed']))
  expect(published).toEqual([
    [quality.good, quality.good],
    [quality.good, quality.uncertain],
    [quality.good, quality.good],
    [quality.bad, quality.bad],
  ])
})
