import { expect, it } from 'vitest'
import { accessChannel } from '../../contract/lighting/accessChannel.ts'
import { createPointName, toPoints } from './browsedPoints.ts'
import { getPointKind, pointColumns } from './pointColumns.ts'

it.each([
  ['Level', 'level'],
  ['Pump 1 / Speed', 'pump1Speed'],
  ['2nd stage', 'p2ndStage'],
  ['温度', 'p'],
  ['constructor', 'point'],
])('names the point of the node %j %s', (name, point) => {
  expect(createPointName(name, new Set())).toBe(point)
})

it('makes points of new nodes only, with different tags and the type of the node', () => {
  const node = (id: string, type: string, isWritable = false) => ({
    id,
    name: 'Level',
    isFolder: false,
    type,
    isWritable,
    value: '',
  })
  const present = [{ source: 'ns=1;s=a', tag: 'yard/tank/level' }]
  expect(
    toPoints(
      [node('ns=1;s=a', 'Double'), node('ns=1;s=b', 'Boolean', true), node('ns=1;s=c', 'String', true)],
      present,
      'yard',
      'tank',
    ),
  ).toEqual([
    { source: 'ns=1;s=b', tag: 'yard/tank/level2', type: 'bool', isWritable: true },
    { source: 'ns=1;s=c', tag: 'yard/tank/level3', type: 'string', isWritable: false },
  ])
})

it('shows columns that points have, by transport and protocol', () => {
  const columns = (transport: string, protocol: string | null = null) =>
    pointColumns[getPointKind({ transport, protocol })]
  expect(columns('tcp-client', 'modbus-tcp')).toContain('order')
  expect(columns('tcp-server', 'dlt645-2007')).toEqual(['station', 'source', 'tag', 'factor'])
  expect(columns('opcua')).not.toContain('station')
  for (const names of Object.values(pointColumns))
    for (const name of names) expect(Object.keys(accessChannel.fields.nodes.fields)).toContain(name)
})
