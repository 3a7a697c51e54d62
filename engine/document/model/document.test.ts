import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  composeDiffs,
  DrawingDocument,
  excerpt,
  groupType,
  invertDiff,
  makeComponent,
  makeDiff,
  makeId,
  newDrawing,
  patchRecord,
  ranksBetween,
  writeDrawing,
} from '../index.ts'
import type { Component, Id } from '../index.ts'

function row(count: number, part: Partial<Component> = {}): Component[] {
  const ranks = ranksBetween(null, null, count)
  return Array.from({ length: count }, (_, i) => makeComponent({ type: 'box', x: i, ...part, rank: ranks[i] }))
}

function createDocument(components: readonly Component[]): DrawingDocument {
  return new DrawingDocument({ ...newDrawing('Test'), components })
}

/** Two plain components, a group with a nested group, and a plain component on top. */
function nested(): { document: DrawingDocument; ids: Id[] } {
  const [a, b, group, z] = row(4).map((component, i) =>
    i === 2 ? patchRecord(component, { type: groupType }) : component,
  )
  if (!a || !b || !group || !z) throw new Error('four were made')
  const [m, inner, n] = row(3, { parent: group.id }).map((component, i) =>
    i === 1 ? patchRecord(component, { type: groupType }) : component,
  )
  if (!m || !inner || !n) throw new Error('three were made')
  const [leaf] = row(1, { parent: inner.id })
  if (!leaf) throw new Error('one was made')
  const order = [a, b, group, m, inner, leaf, n, z]
  return { document: createDocument(order.toReversed()), ids: order.map(({ id }) => id) }
}

describe('DrawingDocument', () => {
  it('paints depth first, a group before its members', () => {
    const { document, ids } = nested()
    expect(document.paintOrder().map(({ id }) => id)).toEqual(ids)
    expect(document.descendants(ids[2]).map(({ id }) => id)).toEqual(ids.slice(3, 7))
  })

  it('returns for each component the previous one in paint order', () => {
    const { document, ids } = nested()
    expect(ids.map((id) => document.previousInPaint(id)?.id ?? null)).toEqual([null, ...ids.slice(0, -1)])
  })

  it('keeps its families in order whatever diffs come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat(), fc.nat()), { maxLength: 30 }),
        (steps) => {
          const document = createDocument(row(12))
          const start = writeDrawing(document.toDrawing())
          const diffs = steps.map(([kind, some, many]) => {
            const all = [...document.components.values()]
            const chosen = all.filter((_, i) => (i + some) % (1 + (many % 4)) === 0)
            const ranks = ranksBetween(all[some % Math.max(1, all.length)]?.rank ?? null, null, chosen.length)
            const diff =
              kind === 0
                ? makeDiff(
                    row(many % 15).map(
                      (after, i) => [null, patchRecord(after, { rank: `b1${(some + i * 7) % 89}1` })] as const,
                    ),
                  )
                : kind === 1
                  ? makeDiff(chosen.map((before) => [before, null] as const))
                  : makeDiff(
                      chosen.map(
                        (before, i) =>
                          [before, patchRecord(before, kind === 2 ? { x: some } : { rank: ranks[i] })] as const,
                      ),
                    )
            document.apply(diff)
            expect(document.paintOrder()).toEqual(createDocument([...document.components.values()]).paintOrder())
            return diff
          })
          const end = writeDrawing(document.toDrawing())
          for (const diff of diffs.toReversed()) document.apply(invertDiff(diff))
          expect(writeDrawing(document.toDrawing())).toBe(start)
          const whole = diffs.reduce(composeDiffs, makeDiff([]))
          document.apply(whole)
          expect(writeDrawing(document.toDrawing())).toBe(end)
        },
      ),
    )
  })

  it('refuses a diff that does not fit before it writes anything', () => {
    const [a, b] = row(2)
    if (!a || !b) throw new Error('two were made')
    const document = createDocument([a])
    const before = writeDrawing(document.toDrawing())
    expect(() =>
      document.apply(
        makeDiff([
          [a, patchRecord(a, { x: 9 })],
          [b, null],
        ]),
      ),
    ).toThrow('does not exist')
    expect(() => document.apply(makeDiff([[null, a]]))).toThrow('already exists')
    expect(() => document.apply(makeDiff([[patchRecord(a, { x: 5 }), a]]))).toThrow('does not match or does not exist')
    expect(writeDrawing(document.toDrawing())).toBe(before)
  })

  it('notifies every listener even if one throws, and does not allow listeners to modify it', async () => {
    const document = createDocument([])
    const reported = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined)
    const received: string[] = []
    const stop = document.onChange(() => {
      received.push('first')
    })
    document.onChange((diff) => document.apply(diff))
    document.onChange(() => {
      received.push('third')
    })
    document.apply(makeDiff(row(1).map((after) => [null, after] as const)))
    stop()
    document.apply(makeDiff([], ['Test', 'Other']))
    expect(received).toEqual(['first', 'third', 'third'])
    expect(reported).toHaveBeenCalledTimes(2)
    expect(document.name).toBe('Other')
    reported.mockRestore()
  })

  it('holds frozen records, all of one make', () => {
    const document = createDocument([
      makeComponent({ type: 'box', props: { fill: '#000000' } }),
      { ...makeComponent({ type: 'box' }) },
    ])
    for (const component of document.components.values()) {
      expect(
        Object.isFrozen(component) && Object.isFrozen(component.props) && Object.isFrozen(component.bindings),
      ).toBe(true)
      expect(Object.keys(component)).toEqual(Object.keys(makeComponent({ type: 'box' })))
    }
  })
})

it('an excerpt holds the chosen with their members, and no parents that are not there', () => {
  const { document, ids } = nested()
  const [, b, , , inner, leaf] = ids
  const part = excerpt(
    document,
    [leaf, inner, b].filter((id) => id !== undefined),
  )
  expect(part.components.map(({ id, parent }) => [id, parent])).toEqual([
    [b, null],
    [inner, null],
    [leaf, inner],
  ])
})

it('ids are 20 characters and do not repeat', () => {
  const ids = new Set(Array.from({ length: 10_000 }, makeId))
  expect(ids.size).toBe(10_000)
  expect([...ids].every((id) => /^[0-9a-v]{20}$/.test(id))).toBe(true)
})
