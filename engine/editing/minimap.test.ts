import { expect, it } from 'vitest'
import { CommandBus } from '../commands/index.ts'
import { catalog } from '../components/catalog.ts'
import { DrawingDocument, makeComponent, newDrawing, ranksBetween } from '../document/index.ts'
import type { Box, Point } from '../geometry/index.ts'
import { createMinimap } from './minimap.ts'

const size = { width: 164, height: 94 }

function view(visible: Box = { x: 400, y: 0, width: 800, height: 450 }) {
  const moves: Point[] = []
  const scale = 2
  return {
    moves,
    camera: {
      visible,
      scale,
      onMoved: () => () => undefined,
      toScreen: ({ x, y }: Point) => ({ x: (x - visible.x) * scale, y: (y - visible.y) * scale }),
      moveBy: (x: number, y: number) => void moves.push({ x, y }),
    },
  }
}

function drawing(count: number) {
  const ranks = ranksBetween(null, null, count)
  const components = ranks.map((rank, i) =>
    makeComponent({
      type: catalog.list[0]?.type ?? '',
      rank,
      x: (i * 37) % 800,
      y: (i * 91) % 400,
      width: 20,
      height: 10,
    }),
  )
  return new DrawingDocument({ ...newDrawing('map'), components })
}

it('shows a few components each, the page whole and the view where it is', () => {
  const map = createMinimap(drawing(2), view().camera, size)
  expect(map.page).toEqual({ x: 2, y: 2, width: 160, height: 90 })
  expect(map.boxes).toEqual([
    { x: 2, y: 2, width: 2, height: 1 },
    { x: 5.7, y: 11.1, width: 2, height: 1 },
  ])
  expect(map.view).toEqual({ x: 42, y: 2, width: 80, height: 45 })
})

it('leads back: the place under a point of the map comes into the middle of the screen', () => {
  const { camera, moves } = view()
  const map = createMinimap(drawing(2), camera, size)
  expect(map.toWorld({ x: 82, y: 47 })).toEqual({ x: 800, y: 450 })
  map.lookAt({ x: 82, y: 47 })
  expect(moves).toEqual([{ x: 0, y: -450 }])
})

it('sums many up in runs of cells and follows every change, undo and deletion', () => {
  const document = drawing(2000)
  const bus = new CommandBus(document, catalog)
  const map = createMinimap(document, view().camera, size)
  let changeCount = 0
  map.onChange(() => {
    changeCount++
  })
  const start = map.boxes
  expect(start.length).toBeLessThan(500)
  const fresh = (): readonly Box[] => createMinimap(document, view().camera, size).boxes
  const ids = [...document.components.keys()]
  bus.run('move', { ids, dx: 700, dy: 450 })
  bus.run('move', { ids, dx: 1, dy: 0 })
  expect(changeCount).toBe(1)
  expect(map.boxes).toEqual(fresh())
  expect(map.boxes).not.toEqual(start)
  bus.run('del', { ids: ids.slice(0, 1500) })
  expect(map.boxes).toEqual(fresh())
  bus.history.undo()
  bus.history.undo()
  bus.history.undo()
  expect(map.boxes).toEqual(start)
})

it('shows components beside the page at its edge, and updates when the page changes', () => {
  const document = drawing(1000)
  const bus = new CommandBus(document, catalog)
  const map = createMinimap(document, view().camera, size)
  bus.run('move', { ids: [...document.components.keys()], dx: 5000, dy: 0 })
  expect(Math.max(...map.boxes.map(({ x, width }) => x + width))).toBe(164)
  bus.run('set-layer', { width: 9000, height: 5000 })
  expect(Math.max(...map.boxes.map(({ x, width }) => x + width))).toBeLessThan(120)
})
