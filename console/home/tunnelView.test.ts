import { expect, test } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import type { FieldDevice } from './fieldDevices.ts'
import { countsIn, tunnelOf } from './tunnelView.ts'

const row = (id: string, values: object): Row =>
  JSON.parse(JSON.stringify({ id, revision: 1, project: 'tunnel', createdAt: 0, createdBy: 'a', updatedAt: 0, updatedBy: 'a', titles: {}, ...values }))
const sensor = (id: string, metre: number | null): FieldDevice => ({ id, kind: 'sensor', title: id, row: row(id, { cabinet: 'c3', installation: 'installed' }), place: metre === null ? null : { tube: 'left', metre } })

test('the counts are those of the tunnel that is shown, and of the section that was chosen in it', () => {
  const sections = [row('s1', { name: 'TH', tube: 'left', number: 1 }), row('s2', { name: 'IN', tube: 'left', number: 2 })]
  const poles = [
    row('p1', { section: 's1', cabinet: 'c1', installation: 'installed' }), row('p2', { section: 's2', cabinet: 'c1', installation: 'failed' }),
    row('p3', { section: 's2', cabinet: 'c2', installation: 'uninstalled' }), row('other', { section: 'elsewhere', cabinet: 'c9', installation: 'installed' }),
  ]
  const loops = ['c1', 'c1', 'c2', 'c9'].map((cabinet, index) => row(`l${index}`, { cabinet, installation: 'installed' }))
  const tunnel = tunnelOf(row('t', { name: 'North', length: 1000 }), sections, poles, [], { devices: [sensor('near', 100), sensor('end', 1000), sensor('nowhere', null)], hasSensors: true, loops })
  const totals = (section?: string) => Object.values(countsIn(tunnel, tunnel.sections.find(({ id }) => id === section))).map(({ total }) => total)
  // Cabinets, loops, poles, sensors.
  expect([totals(), totals('s1'), totals('s2')]).toEqual([[3, 3, 3, 3], [2, 2, 1, 1], [3, 3, 2, 1]])
  expect(countsIn(tunnel, undefined).pole).toEqual({ total: 3, installed: 1, failed: 1 })
  // What may not be seen is not none.
  expect(Object.keys(countsIn({ ...tunnel, devices: [], hasSensors: false, loops: null }, undefined))).toEqual(['cabinet', 'pole'])
})
