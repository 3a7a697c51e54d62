import { makeComponent } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import {
  getDrivables,
  createRow,
  changeKind,
  toParams,
  countPrefixes,
  getRenames,
  toRows,
  suggestedRows,
  countUses,
} from './paramRows.ts'

const pump = makeComponent({
  type: 'tank',
  name: 'Tank',
  width: 10,
  height: 10,
  bindings: [
    { prop: 'value', tag: 'plant/pump-01/level', via: { kind: 'value' } },
    { prop: 'visible', tag: 'plant/pump-01/on', via: { kind: 'value' } },
  ],
})

it('suggests one parameter for each device that drives a selection', () => {
  expect(suggestedRows([pump])).toMatchObject([{ name: 'device', kind: 'tag', default: 'plant/pump-01' }])
  expect(countPrefixes([pump])[0]).toEqual({ prefix: 'plant/pump-01', count: 2 })
  expect(suggestedRows([pump]).map((row) => countUses(row, [pump]))).toEqual([2])
})

it('gives every new parameter a unique name', () => {
  const first = createRow('number', [])
  expect(createRow('text', [first]).name).not.toBe(first.name)
})

it('maps parameters to the properties they drive, in the format of the commands', () => {
  const places = getDrivables([pump]).map(({ place }) => place)
  expect(places).toEqual(expect.arrayContaining([`${pump.id}/value`, `${pump.id}/visible`]))
  const row = { ...createRow('number', []), name: 'level ', drives: [`${pump.id}/value`] }
  expect(toParams([row])).toEqual({
    params: [{ name: 'level', kind: 'number', default: 0 }],
    paramProps: { [pump.id]: { value: 'level' } },
  })
})

it('detects renamed parameters, including those with a changed type', () => {
  const symbol = {
    id: pump.id,
    name: 'Pump',
    width: 10,
    height: 10,
    components: [pump],
    paramProps: { [pump.id]: { value: 'level' } },
    params: [
      { name: 'level', kind: 'number', default: 0 },
      { name: 'label', kind: 'text', default: '' },
    ],
  } as const
  const [level, label] = toRows(symbol)
  if (!level || !label) throw new Error('no rows')
  const rows = [{ ...changeKind(level, 'color'), name: ' tint ' }, label, createRow('text', [])]
  expect(getRenames(rows)).toEqual({ level: 'tint' })
  expect(toParams(rows)).toMatchObject({
    params: [{ name: 'tint', kind: 'color' }, { name: 'label' }, {}],
    paramProps: {},
  })
})
