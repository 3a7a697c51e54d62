import { expect, it } from 'vitest'
import { clipsBeside, clipsWithin, spansByPage, toSpans, type Part } from './clipRegions.ts'
import { Pages, type Run } from './primitivePages.ts'
import { wordsPerPrimitive } from '../brush/primitiveLayout.ts'

const whole = { x: 0, y: 0, width: 40, height: 20 }

/** Returns which canvases show a run at a pixel; -1 is the main canvas. */
function shownOn(run: Run, parts: readonly Part[], x: number, y: number): readonly number[] {
  const layers = [clipsBeside(parts, whole), ...clipsWithin(parts)]
  return layers.flatMap((cuts, layer) =>
    cuts
      .filter((cut) => cut.run === run)
      .flatMap(({ boxes }) =>
        boxes
          .filter((box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
          .map(() => layer - 1),
      ),
  )
}

it('paints components above several elements once per pixel, on the topmost available canvas', () => {
  const pages = new Pages()
  const [between, above] = [pages.insert(undefined), pages.insert(undefined)]
  const parts = [
    { runs: new Set([between, above]), box: { x: 5, y: 5, width: 20, height: 10 } },
    { runs: new Set([above]), box: { x: 15, y: 0, width: 20, height: 12 } },
  ]
  for (let x = 0; x < whole.width; x++) {
    for (let y = 0; y < whole.height; y++) {
      const [isInFirst, isInSecond] = parts.map(
        ({ box }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
      )
      expect(shownOn(above, parts, x, y)).toEqual([isInSecond ? 1 : isInFirst ? 0 : -1])
      expect(shownOn(between, parts, x, y)).toEqual([isInFirst ? 0 : -1])
    }
  }
})

/** Inserts components of three primitives each. */
function components(pages: Pages, many: number): readonly Run[] {
  const runs = Array.from({ length: many }, () => {
    const run = pages.insert(undefined)
    pages.write(run, new Uint32Array(3 * wordsPerPrimitive), 3, true)
    return run
  })
  pages.settle()
  return runs
}

it('draws adjacent runs in the same boxes with one call, and skips runs that belong to none', () => {
  const pages = new Pages()
  const runs = components(pages, 1000)
  const without = [...runs.slice(0, 300), ...runs.slice(301)]
  const cuts = clipsBeside([{ runs: new Set(without), box: { x: 5, y: 5, width: 20, height: 10 } }], whole)
  const stretches = [...spansByPage(cuts).values()].flat()
  expect(stretches.length).toBeLessThanOrEqual(pages.list.length + 1)
  for (const run of runs) {
    const drawing = stretches.filter(
      ({ page, from, to }) => page === run.page && run.start < to && from < run.start + run.count,
    )
    expect(drawing.map(({ from, to }) => from <= run.start && to >= run.start + run.count)).toEqual(
      run === runs[300] ? [] : [true],
    )
  }
})

it('draws neighbours within other boxes each for itself, and none that was removed', () => {
  const pages = new Pages()
  const [first, second, third] = components(pages, 3)
  const parts = [first, second, third].map((run, at) => ({
    runs: new Set([run]),
    box: { x: at, y: 0, width: 5, height: 5 },
  }))
  pages.remove(second)
  pages.settle()
  const stretches = toSpans(clipsBeside(parts, whole))
  expect(stretches.map(({ from, to }) => [from, to])).toEqual(
    [first, third].map(({ start, count }) => [start, start + count]),
  )
})
