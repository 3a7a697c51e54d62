import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { account } from '../../contract/system/access.ts'
import { product } from '../../contract/platform/device.ts'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { FieldCell } from './FieldCell.tsx'

test('rows inside a row are told by what they name, or by how many they are', () => {
  const stores = createRoot({ baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' }, fakeSurroundings())
  const shown = (cell: ReactNode): string => renderToStaticMarkup(<StoresProvider value={stores}>{cell}</StoresProvider>)
  const held = [{ project: 'e', role: 'operator' }, { project: 'w', role: 'manager' }]
  expect(shown(<FieldCell field={account.fields.projects} value={held} row={{ titles: { e: 'East works', w: 'West works' } }} />)).toBe('East works, West works')
  const property = { identifier: 'pressure', label: 'Pressure', type: 'decimal', unit: 'bar', min: null, max: null, isWritable: false }
  expect([1, 2].map((count) => shown(<FieldCell field={product.fields.properties} value={Array.from({ length: count }, () => property)} row={{ titles: {} }} />))).toEqual(['1 entry', '2 entries'])
})
