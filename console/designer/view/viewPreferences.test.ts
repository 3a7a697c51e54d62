import { expect, it } from 'vitest'
import { saveAids, saveGuides, loadAids, loadGuides } from './viewPreferences.ts'

it('restores valid preferences and ignores invalid ones', () => {
  const store = storage()
  saveAids(
    {
      showGrid: true,
      gridSize: 25,
      snapToGrid: true,
      snapToEdges: false,
      snapToCentres: true,
      snapToGaps: true,
      showRulers: true,
    },
    store,
  )
  expect(loadAids(store)).toMatchObject({ showGrid: true, gridSize: 25, snapToEdges: false })
  store.setItem('designer.aids', '{"showGrid":"yes","gridSize":null,"other":1}')
  expect(loadAids(store)).toEqual({})
  store.setItem('designer.aids', 'not json')
  expect(loadAids(store)).toEqual({})
})

it('restores the guides of each drawing and ignores invalid ones', () => {
  const store = storage()
  saveGuides(
    'd1',
    {
      lines: [
        { axis: 'x', at: 120 },
        { axis: 'y', at: -5 },
      ],
      isLocked: true,
    },
    store,
  )
  expect([loadGuides('d1', store), loadGuides('d2', store)]).toEqual([
    {
      lines: [
        { axis: 'x', at: 120 },
        { axis: 'y', at: -5 },
      ],
      isLocked: true,
    },
    {},
  ])
  store.setItem(
    'designer.guides.d2',
    '{"lines":[null,{"axis":"z","at":1},{"axis":"x","at":"1"},{"axis":"y","at":7}],"isLocked":"yes"}',
  )
  expect(loadGuides('d2', store)).toEqual({ lines: [{ axis: 'y', at: 7 }] })
  saveGuides('d1', { lines: [], isLocked: false }, store)
  expect(store.getItem('designer.guides.d1')).toBeNull()
})

function storage(): Storage {
  const map = new Map<string, string>()
  return {
    get length() {
      return map.size
    },
    clear: () => map.clear(),
    key: () => null,
    removeItem: (key) => void map.delete(key),
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
  }
}
