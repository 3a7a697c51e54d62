import { expect, it } from 'vitest'
import { listPrimitives } from '../../paint/brush/listBrush.ts'
import { scene3d } from './scene3d.ts'

const markers = 'Pump: 50, 100, 50\n\n阀门: 0, 0, 0'
const props = { ...scene3d.defaults, url: '/a.glb', markers, value1: '42 °C', value3: '开', color3: '#112233ff' }

it('attaches to each marker the value and colour of its line', () => {
  expect(scene3d.overlay?.(props)).toMatchObject({
    markers: [
      { name: 'Pump', at: [0.5, 1, 0.5], value: '42 °C' },
      { name: '阀门', at: [0, 0, 0], value: '开', color: '#112233ff' },
    ],
  })
})

it('draws markers in the designer and describes them for screen readers', () => {
  const words = listPrimitives(scene3d, props).flatMap((one) => (one.kind === 'text' ? [one['content']] : []))
  expect(words).toEqual(['Pump 42 °C', '阀门 开'])
  expect(scene3d.describe?.(props, 'en')).toBe('Pump 42 °C, 阀门 开')
})

it('leaves the values of markers that are not there out of the inspector', () => {
  const idle = scene3d.fieldsWithoutEffect?.(props) ?? []
  expect([idle.includes('value1'), idle.includes('value2'), idle.includes('value3'), idle.includes('color4')]).toEqual([
    false,
    true,
    false,
    true,
  ])
})
