import { expect, it } from 'vitest'
import { resolveSource, resolveTag } from './resolvePlaceholders.ts'
import type { SymbolParam } from '../model/symbol.ts'

const params: readonly SymbolParam[] = [
  { name: 'pump', kind: 'tag', default: 'plant/pump-01' },
  { name: 'spare', kind: 'tag', default: '' },
  { name: 'limit', kind: 'number', default: 5 },
]

it('fills placeholders with the defaults, so that a symbol can be tried while it is edited', () => {
  expect(resolveTag('{pump}/speed', params)).toBe('plant/pump-01/speed')
  expect(resolveTag('{spare}/speed', params)).toBe('any/device/speed')
  expect(resolveTag('plant/tank-01/level', params)).toBe('plant/tank-01/level')
  expect(resolveSource('{pump}.speed > {limit}', params)).toBe('{plant/pump-01/speed} > 5')
  expect(resolveSource('{nobody} > 1', params)).toBe('{nobody} > 1')
})
