import { expect, it } from 'vitest'
import { keepAids, recallAids } from './memory.ts'

it('recalls what was chosen, and nothing of what is no choice', () => {
  const store = storage()
  keepAids({ showGrid: true, gridSize: 25, snapToGrid: true, snapToEdges: false, snapToCentres: true, snapToGaps: true, showRulers: true }, store)
  expect(recallAids(store)).toMatchObject({ showGrid: true, gridSize: 25, snapToEdges: false })
  store.setItem('designer.aids', '{"showGrid":"yes","gridSize":null,"other":1}')
  expect(recallAids(store)).toEqual({})
  store.setItem('designer.aids', 'not json')
  expect(recallAids(store)).toEqual({})
})

function storage(): Storage {
  const map = new Map<string, string>()
  return {
    get length() { return map.size }, clear: () => map.clear(), key: () => null, removeItem: (key) => void map.delete(key),
    getItem: (key) => map.get(key) ?? null, setItem: (key, value) => void map.set(key, value),
  }
}
