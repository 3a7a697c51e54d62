import { quality } from '@mimic/engine/bindings'
import { expect, it } from 'vitest'
import { Publisher } from './publish.ts'
import type { Kept, Scene, Variable } from './rows.ts'

const variable = (id: string, origin: Variable['origin']): Variable => ({
  id, name: id, identifier: id, origin, unit: '', kind: 'number', isStored: false, isWritable: false, initial: '', tag: `plant/mimic-scene-s/${id}`, formula: '', cycle: { kind: 'day' }, statistic: 'last', revision: 1,
})
const scene: Scene = { id: 's', name: 'Hall', project: 'plant', zone: 'UTC', isEnabled: true, device: 'mimic-scene-s', variables: [variable('entered', 'input'), variable('computed', 'operation')] }
const good: Kept = { tag: '', sceneName: '', revision: 1, from: null, at: 1, value: 7, text: null, quality: quality.good, reason: null, about: [], enteredBy: null }
const kept = new Map(scene.variables.map(({ id }) => [id, good]))

it('what was computed before is not told as good while it cannot be computed', () => {
  const told: number[][] = []
  const publisher = new Publisher({ broker: { tellValues: ({ qualities }) => { told.push([...qualities]) } }, now: () => 0 })
  for (const failed of [[], ['computed'], ['computed'], []]) publisher.tell([scene], kept, new Set(failed))
  publisher.tell([{ ...scene, isEnabled: false }], kept, new Set(['computed']))
  expect(told).toEqual([[quality.good, quality.good], [quality.good, quality.uncertain], [quality.good, quality.good], [quality.bad, quality.bad]])
})
