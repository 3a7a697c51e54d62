import type { SymbolParam } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { withPlaceholder } from './withPlaceholder.ts'

const params: readonly SymbolParam[] = [
  { name: 'pump', kind: 'tag', default: 'plant/pump-01' },
  { name: 'spare', kind: 'tag', default: '' },
  { name: 'limit', kind: 'number', default: 5 },
]

it('replaces the device in a selected tag with the parameter that holds it', () => {
  expect(withPlaceholder('plant/pump-01/speed', params)).toBe('{pump}/speed')
  expect(withPlaceholder('plant/pump-011/speed', params)).toBe('plant/pump-011/speed')
})
