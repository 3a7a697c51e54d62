import { expect, it } from 'vitest'
import { maxPrimitives, Pages, primitivesPerPage, type Run } from './primitivePages.ts'
import { wordsPerPrimitive } from '../brush/primitiveLayout.ts'

/** Creates `count` records whose first word is `mark`. */
function records(mark: number, count: number): Uint32Array {
  const list = new Uint32Array(count * wordsPerPrimitive)
  for (let i = 0; i < count; i++) list[i * wordsPerPrimitive] = mark
  return list
}

/** Returns the marks in painter's order, one per component. */
function order(pages: Pages): number[] {
  pages.settle()
  const marks: number[] = []
  for (const page of pages.list) {
    for (let slot = 0; slot < page.used; slot++) {
      const mark = page.words[slot * wordsPerPrimitive]
      if (mark && marks.at(-1) !== mark) marks.push(mark)
    }
  }
  return marks
}

/** Inserts components 1 to n with `each` primitives; `runs[i]` is the run of component i. */
function filled(n: number, each = 3): { pages: Pages; runs: Run[] } {
  const pages = new Pages()
  const runs: Run[] = []
  for (let i = 1; i <= n; i++) {
    runs[i] = pages.insert(undefined)
    pages.write(runs[i], records(i, each), each, true)
  }
  return { pages, runs }
}

it("keeps painter's order over many pages", () => {
  const { pages } = filled(5000)
  expect(pages.list.length).toBeGreaterThan(3)
  expect(order(pages)).toEqual(Array.from({ length: 5000 }, (_, i) => i + 1))
})

it('grows a component in place without disturbing its neighbours', () => {
  const { pages, runs } = filled(100)
  const run = runs[50]
  pages.write(run, records(50, 40), 40, true)
  expect(order(pages)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  expect(run.count).toBe(40)
})

it('inserts behind a given component, splits a full page and closes gaps', () => {
  const { pages, runs } = filled(1500)
  pages.remove(runs[700])
  let after = runs[699]
  for (let i = 0; i < 3000; i++) {
    after = pages.insert(after)
    pages.write(after, records(10_000 + i, 2), 2, true)
  }
  const expected = [
    ...Array.from({ length: 699 }, (_, i) => i + 1),
    ...Array.from({ length: 3000 }, (_, i) => 10_000 + i),
    ...Array.from({ length: 800 }, (_, i) => i + 701),
  ]
  expect(order(pages)).toEqual(expected)
  for (const page of pages.list) expect(page.used).toBeLessThanOrEqual(primitivesPerPage)
})

it('puts the first component of all in front when it comes last', () => {
  const { pages } = filled(10)
  pages.write(pages.insert(null), records(99, 1), 1, true)
  expect(order(pages)[0]).toBe(99)
})

it('frees a page after all its components are removed', () => {
  const { pages, runs } = filled(5000)
  const before = pages.list.length
  for (let i = 1; i <= 2500; i++) pages.remove(runs[i])
  expect(order(pages)).toHaveLength(2500)
  expect(pages.list.length).toBeLessThan(before)
  expect(pages.dropped.length).toBeGreaterThan(0)
})

/** Returns the number of records per mark. */
function amounts(pages: Pages): Map<number, number> {
  pages.settle()
  const known = new Map<number, number>()
  for (const { words, used } of pages.list) {
    for (let slot = 0; slot < used; slot++) {
      const mark = words[slot * wordsPerPrimitive]
      if (mark) known.set(mark, (known.get(mark) ?? 0) + 1)
    }
  }
  return known
}

it.each([4095, 4097, 7856, 40_000])(
  'paints all %i primitives of one component, in its place between the others',
  (many) => {
    const { pages, runs } = filled(2000)
    const upwards = Array.from({ length: 2000 }, (_, i) => i + 1)
    pages.write(runs[700], records(700, many), many, true)
    expect(order(pages)).toEqual(upwards)
    expect(amounts(pages).get(700)).toBe(many)
    const last = pages.insert(undefined)
    pages.write(last, records(9000, many), many, true)
    pages.write(runs[700], records(700, 2 * many), 2 * many, true)
    pages.write(pages.insert(runs[700]), records(9001, 5), 5, true)
    expect(order(pages)).toEqual([...upwards.slice(0, 700), 9001, ...upwards.slice(700), 9000])
    expect([700, 9000, 9001].map((mark) => amounts(pages).get(mark))).toEqual([2 * many, many, 5])
    for (const page of pages.list) expect(page.used).toBeLessThanOrEqual(page.capacity)
  },
)

it('gives a large page back with the component that needed it', () => {
  const { pages, runs } = filled(100)
  pages.write(runs[50], records(50, 9000), 9000, true)
  pages.settle()
  expect(Math.max(...pages.list.map(({ capacity }) => capacity))).toBeGreaterThan(9000)
  const beside = pages.insert(runs[50])
  pages.write(beside, records(1, 1), 1, true)
  pages.remove(runs[50])
  pages.settle()
  expect(pages.list.map(({ capacity }) => capacity).every((capacity) => capacity === primitivesPerPage)).toBe(true)
  expect(beside.page.used).toBeLessThanOrEqual(beside.page.capacity)
  expect(pages.list).toContain(beside.page)
})

it.each([0, 1, 5, 3000])('gives a large page back when the component that needed it has %i primitives left', (few) => {
  const { pages, runs } = filled(100)
  pages.write(runs[50], records(50, 20_000), 20_000, true)
  pages.settle()
  const large = runs[50].page
  pages.write(runs[50], records(50, 19_000), 19_000, true)
  pages.settle()
  expect(runs[50].page).toBe(large)
  pages.write(runs[50], records(50, few), few, true)
  expect(order(pages)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1).filter((mark) => few > 0 || mark !== 50))
  expect(amounts(pages).get(50) ?? 0).toBe(few)
  expect(pages.list.map(({ capacity }) => capacity).every((capacity) => capacity === primitivesPerPage)).toBe(true)
  expect(pages.dropped).toContain(large)
  pages.write(runs[50], records(50, 20_000), 20_000, true)
  expect(amounts(pages).get(50)).toBe(20_000)
})

it('cuts one component off where a texture has no more rows, and paints all others', () => {
  const { pages, runs } = filled(10)
  pages.write(runs[5], records(5, maxPrimitives + 10), maxPrimitives + 10, true)
  expect(order(pages)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(amounts(pages).get(5)).toBe(maxPrimitives)
})

it('gives runs of simple components to the simple program and the rest to the whole one', () => {
  const { pages, runs } = filled(30, 1)
  for (const run of [runs[10], runs[11]]) pages.write(run, records(1, 1), 1, false)
  expect(pages.list[0].programs()).toEqual([
    { from: 0, to: 9, isSimple: true, image: -1 },
    { from: 9, to: 11, isSimple: false, image: -1 },
    { from: 11, to: 30, isSimple: true, image: -1 },
  ])
})

it('sends the blocks that changed when they are few, and whole rows when they are many', () => {
  const { pages, runs } = filled(4000, 1)
  const [page] = pages.list
  const sent = () => {
    const list: [number, number][] = []
    page.takeDirty((first, count) => list.push([first, count]))
    return list
  }
  expect(sent()).toEqual([[0, primitivesPerPage]])
  expect(sent()).toEqual([])
  for (const i of [2, 21, 700]) pages.shift(runs[i], 1, 1)
  expect(sent()).toEqual([
    [0, 32],
    [688, 16],
  ])
  for (let i = 65; i <= 3000; i += 10) pages.shift(runs[i], 1, 1)
  expect(sent()).toEqual([[64, 2944]])
})
