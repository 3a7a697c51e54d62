import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupType, newDrawing, readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { getBounds, unionBoxes } from '../../geometry/index.ts'
import { createBench, pumpSymbols } from '../testing.ts'
import type { Component, Id } from '../../document/index.ts'
import type { Bench, RawComponent } from '../testing.ts'
import { count } from '../../../tests/support/counts.ts'

const hundredths = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100)
const part = fc.record({
  isGroup: fc.boolean(),
  parent: fc.nat(),
  x: hundredths(-5000, 5000),
  y: hundredths(-5000, 5000),
  width: hundredths(0, 900),
  height: hundredths(0, 900),
  angleDeg: fc.oneof(fc.constant(0), fc.constantFrom(90, 180, -90), fc.integer({ min: -360, max: 360 })),
  flipX: fc.boolean(),
  opacity: fc.constantFrom(1, 0.5),
  text: fc.string({ maxLength: 9 }),
})
const drawings: fc.Arbitrary<RawComponent[]> = fc.array(part, { minLength: 1, maxLength: 20 }).map((parts) => {
  const groups: string[] = []
  return parts.map(({ isGroup, parent, text, flipX, angleDeg, ...rest }, i) => {
    const id = `c${i}`
    const up = groups[parent % (groups.length + 2)]
    if (isGroup) groups.push(id)
    return isGroup
      ? { id, ...rest, type: groupType, parent: up }
      : {
          id,
          ...rest,
          flipX,
          angleDeg,
          name: text,
          props: { caption: text },
          parent: up,
          bindings: [{ prop: 'border', tag: `works/p-${i % 3}/speed`, via: { kind: 'value' } }],
        }
  })
})

/** Imports the components, which fits group boxes and removes empty groups. */
function fitted(components: readonly RawComponent[]): Bench {
  const bench = createBench([])
  const { document } = createBench(components)
  bench.bus.run('import', { drawing: writeDrawing(document.toDrawing()) })
  return bench
}

const getStyle = (component: Component) => {
  const { id: _, rank: __, parent: ___, opacity: ____, ...rest } = component
  return rest
}

/** Returns the effective opacity of a component, including its groups. */
function strength(component: Component, all: ReadonlyMap<Id, Component>): number {
  const around = component.parent === null ? undefined : all.get(component.parent)
  return component.opacity * (around ? strength(around, all) : 1)
}

it('a selection made a symbol and detached looks as before, whatever it was', () => {
  fc.assert(
    fc.property(drawings, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (components, picks) => {
      const { bus, document } = fitted(components)
      const all = document.paintOrder()
      if (all.length === 0) return
      const ids = picks.map((pick) => all[pick % all.length]?.id)
      const start = writeDrawing(document.toDrawing())
      const before = new Map(
        all.map((component) => [getStyle(component).name + JSON.stringify(component.props), component]),
      )
      const chosen = new Set(ids)
      const selected = all.filter((component) => isIn(component, chosen, document.components))
      const strengths = selected.map((component) => expect.closeTo(strength(component, document.components), 5))
      const created = bus.run('make-symbol', {
        ids,
        name: 'Made',
        params: [{ name: 'p', kind: 'tag', default: 'works/p-1' }],
      })
      expect(created).toMatchObject({ ok: true })
      const id = created.ok ? created.created?.[0] : undefined
      if (!id) return
      expect(document.descendants(id).map(getStyle)).toEqual(selected.map(getStyle))
      expect(document.descendants(id).map((component) => strength(component, document.components))).toEqual(strengths)
      const text = writeDrawing(document.toDrawing())
      expect(readDrawing(text, testTypes).value?.drawing.components).toEqual(document.paintOrder())
      expect(bus.run('detach', { ids: [id] })).toEqual({ ok: true })
      expect(document.descendants(id).map(getStyle)).toEqual(selected.map(getStyle))
      expect(document.descendants(id).map((component) => strength(component, document.components))).toEqual(strengths)
      bus.run('undo')
      bus.run('undo')
      expect(writeDrawing(document.toDrawing())).toBe(start)
      expect(before.size).toBeGreaterThan(0)
    }),
    {
      numRuns: count({ daily: 30, full: 100 }),
      examples: [
        [
          [
            { id: 'c0', type: 'box', x: -3493.68, y: 0, width: 483.39, height: 457.81, angleDeg: 37 },
            { id: 'c1', type: 'box' },
          ],
          [0],
        ],
      ],
    },
  )
})

function isIn(component: Component, chosen: ReadonlySet<Id | undefined>, all: ReadonlyMap<Id, Component>): boolean {
  return (
    chosen.has(component.id) || (component.parent !== null && isIn(all.get(component.parent) ?? component, chosen, all))
  )
}

const names = [
  'make-symbol',
  'add-instance',
  'set-params',
  'reset-overrides',
  'detach',
  'update-symbol',
  'rename-symbol',
  'del-symbol',
  'move',
  'rotate',
  'mirror',
  'set-frame',
  'copy-add',
  'paste',
  'del',
  'group',
  'ungroup',
  'set-props',
  'reorder',
  'undo',
  'redo',
  'drag',
  'align',
] as const
const step = fc.record({
  name: fc.constantFrom(...names),
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  x: hundredths(-900, 900),
  size: hundredths(1, 400),
  turn: fc.integer({ min: -360, max: 360 }),
  flag: fc.boolean(),
  text: fc.string({ maxLength: 6 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

it('any sequence of instance commands can be undone exactly, and every state equals its saved file', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 40 }), (steps) => {
      const bench = createBench(
        [{ id: 'a' }, { id: 'b', x: 50 }],
        { now: () => 0, mergeWithinMs: -1, limits: { components: 300 } },
        pumpSymbols,
      )
      bench.bus.run('add-instance', { symbol: 'station', x: 5, y: 5 })
      bench.bus.history.clear()
      const start = writeDrawing(bench.document.toDrawing())
      for (const each of steps) {
        perform(bench, each)
        checkWhole(bench)
      }
      const end = writeDrawing(bench.document.toDrawing())
      let undone = 0
      while (bench.bus.history.undo()) undone++
      expect(writeDrawing(bench.document.toDrawing())).toBe(start)
      for (; undone > 0; undone--) bench.bus.history.redo()
      expect(writeDrawing(bench.document.toDrawing())).toBe(end)
    }),
    { numRuns: count({ daily: 10, full: 30 }), endOnFailure: true },
  )
}, 120_000)

function perform({ bus, document }: Bench, { name, picks, x, size, turn: angle, flag, text }: Step): void {
  const all = document.paintOrder()
  const ids = picks.flatMap((pick) => all[pick % Math.max(1, all.length)]?.id ?? [])
  const symbol = document.symbols[(picks[0] ?? 0) % Math.max(1, document.symbols.length)]
  if (name === 'drag') {
    const drag = bus.gesture('drag')
    for (const share of [0.5, 1])
      drag.update((tx, from) => {
        for (const id of ids)
          for (const member of [id, ...document.descendants(id).map((one) => one.id)]) {
            const was = from.get(member)
            if (was) tx.patch(member, { x: was.x + x * share })
          }
      })
    drag.commit()
    return
  }
  bus.run(name, createArgs())

  function createArgs(): unknown {
    switch (name) {
      case 'make-symbol':
        return { ids, name: `S${text}`, params: [{ name: 'p', kind: 'tag', default: 'works/hall-1' }] }
      case 'add-instance':
        return { symbol: symbol?.id, x, y: x, width: flag ? size : undefined }
      case 'set-params':
        return { ids: ids.slice(0, 1), params: { label: flag ? text : null } }
      case 'update-symbol':
        return flag
          ? { symbol: symbol?.id, width: size, height: size }
          : { symbol: symbol?.id, components: symbol?.components.slice(0, 2) }
      case 'rename-symbol':
        return { symbol: symbol?.id, name: `N${text}` }
      case 'del-symbol':
        return { symbol: symbol?.id, force: flag }
      case 'move':
        return { ids, dx: x, dy: size }
      case 'rotate':
        return { ids, byDeg: flag ? 90 : angle }
      case 'mirror':
        return { ids, axis: flag ? 'horizontal' : 'vertical' }
      case 'set-frame':
        return { frames: ids.slice(0, 1).map((id) => ({ id, x, y: x, width: size, height: flag ? size : 30 })) }
      case 'paste':
        return { drawing: writeDrawing(document.toDrawing()), dx: x }
      case 'set-props':
        return { ids, common: { name: text, opacity: flag ? 0.5 : 1 } }
      case 'reorder':
        return { ids, to: flag ? 'front' : 'back' }
      case 'align':
        return { ids, side: 'left' }
      case 'undo':
      case 'redo':
      case 'drag':
        return undefined
      case 'copy-add':
      case 'del':
      case 'group':
      case 'ungroup':
      case 'reset-overrides':
      case 'detach':
        return { ids }
    }
  }
}

function checkWhole({ document }: Bench): void {
  const text = writeDrawing(document.toDrawing())
  const read = readDrawing(text, testTypes)
  expect(read.problems).toBeUndefined()
  expect(read.value?.warnings).toEqual([])
  expect(writeDrawing(read.value?.drawing ?? newDrawing())).toBe(text)
  const shown = document.paintOrder()
  const opened = read.value?.drawing.components ?? []
  expect(opened.map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
  expect(opened).toEqual(shown)
  for (const { id, type, x, y, width, height } of shown) {
    if (type === groupType) expect({ x, y, width, height }).toEqual(unionBoxes(document.children(id).map(getBounds)))
  }
}
