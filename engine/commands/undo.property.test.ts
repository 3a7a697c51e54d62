import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  DrawingDocument,
  groupType,
  newDrawing,
  readDrawing,
  writeDrawing,
  symbolDefinition,
} from '../document/index.ts'
import { testTypes } from '../document/testing.ts'
import { getBounds, unionBoxes } from '../geometry/index.ts'
import { CommandBus, commands } from './index.ts'
import { createBench } from './testing.ts'
import type { Component } from '../document/index.ts'
import type { Bench, RawComponent } from './testing.ts'

const place = fc.double({ min: -5000, max: 5000, noNaN: true })
const size = fc.double({ min: 0, max: 900, noNaN: true })
const names = [...commands.map((command) => command.name), 'undo', 'redo', 'gesture', 'cancelled gesture'] as const

/** Random numbers that each step maps to existing ids; some match none. */
const step = fc.record({
  name: fc.constantFrom(...names),
  picks: fc.array(fc.nat(), { maxLength: 4 }),
  x: place,
  y: place,
  width: size,
  height: size,
  turn: fc.integer({ min: -400, max: 400 }),
  to: fc.constantFrom('front', 'back', 'forward', 'backward'),
  text: fc.string({ maxLength: 8 }),
  flag: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const drawings: fc.Arbitrary<RawComponent[]> = fc
  .array(
    fc.record({
      isGroup: fc.boolean(),
      parent: fc.nat(),
      x: place,
      y: place,
      width: size,
      height: size,
      locked: fc.integer({ min: 0, max: 9 }),
    }),
    { maxLength: 25 },
  )
  .map((items) => {
    const groups: string[] = []
    return items.map(({ isGroup, parent, locked, ...frame }, i) => {
      const id = `c${i}`
      const component = {
        id,
        ...frame,
        type: isGroup ? groupType : 'box',
        parent: groups[parent % (groups.length + 2)],
        locked: locked === 0,
      }
      if (isGroup) groups.push(id)
      return component
    })
  })

it('any 500 commands are undone to the start and redone to the end, byte for byte', () => {
  fc.assert(
    fc.property(drawings, fc.array(step, { minLength: 500, maxLength: 500 }), (components, steps) => {
      let nowMs = 0
      const bench = createBench(components, {
        now: () => nowMs,
        maxEntries: Infinity,
        maxRecords: Infinity,
        limits: { components: 200 },
      })
      const start = serialize(bench)
      for (const each of steps) {
        nowMs += each.picks.length * 200
        perform(bench, each)
      }
      const end = serialize(bench)
      checkWhole(bench)
      let undone = 0
      while (bench.bus.history.undo()) undone++
      expect(serialize(bench)).toBe(start)
      // Redo exactly the undone steps: older undone steps may remain in the redo list.
      for (; undone > 0; undone--) bench.bus.history.redo()
      expect(serialize(bench)).toBe(end)
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 120_000)

it('steps that were written and read on the drawing opened again lead as far back and forth, byte for byte', () => {
  let steps = 0
  fc.assert(
    fc.property(drawings, fc.array(step, { minLength: 120, maxLength: 120 }), (components, list) => {
      let nowMs = 0
      const bench = createBench(components, { now: () => nowMs, limits: { components: 200 } })
      for (const each of list) {
        nowMs += each.picks.length * 200
        perform(bench, each)
      }
      const reopenedBench = reopen(bench)
      const [done, undone] = [reopenedBench.bus.steps.done.length, reopenedBench.bus.steps.undone.length]
      expect([done, undone]).toEqual([bench.bus.steps.done.length, bench.bus.steps.undone.length])
      steps += done
      const texts = (each: Bench) => {
        const seen = [serialize(each)]
        while (each.bus.history.undo()) seen.push(serialize(each))
        while (each.bus.history.redo()) seen.push(serialize(each))
        return seen
      }
      expect(texts(reopenedBench)).toEqual(texts(bench))
      checkWhole(reopenedBench)
    }),
    { numRuns: 15, endOnFailure: true },
  )
  expect(steps).toBeGreaterThan(100)
}, 120_000)

/** Reopens the drawing from its file and its steps from plain data, as after a reload. */
function reopen(bench: Bench): Bench {
  const read = readDrawing(serialize(bench), testTypes)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const document = new DrawingDocument(read.value.drawing)
  const bus = new CommandBus(document, testTypes, { limits: { components: 200 } })
  bus.restoreSteps(JSON.parse(JSON.stringify(bench.bus.steps)))
  return { ...bench, document, bus }
}

function serialize({ document }: Bench): string {
  return writeDrawing(document.toDrawing())
}

function perform({ bus, document }: Bench, { name, picks, x, y, width, height, turn, to, text, flag }: Step): void {
  const all: (Component | undefined)[] = [...document.components.values()]
  const ids = picks
    .map((pick) => all[pick % (all.length + 1)]?.id ?? (pick % 7 === 0 ? 'ghost' : all[0]?.id))
    .filter((id) => id !== undefined)
  if (name === 'gesture' || name === 'cancelled gesture') {
    const gesture = bus.gesture('drag')
    for (const share of [0.3, 0.7, 1])
      gesture.update((tx, from) => {
        for (const id of ids) {
          const component = from.children(null).find((other) => other.id === id)
          if (component) tx.patch(component.id, { x: component.x + x * share, angleDeg: turn % 360 })
        }
      })
    if (name === 'gesture') gesture.commit()
    else gesture.cancel()
    return
  }
  const symbol = document.symbols[Math.abs(turn) % Math.max(1, document.symbols.length)]
  bus.run(name, createArgs())

  function createArgs(): unknown {
    switch (name) {
      case 'add':
        return { type: flag ? 'box' : 'wire', x, y, width, height, props: flag ? { caption: text } : {} }
      case 'move':
        return { ids, dx: x, dy: y }
      case 'reorder':
        return { ids, to }
      case 'paste-style':
        return {
          ids,
          style: {
            opacity: 0.5,
            props: flag ? { border: width, caption: text } : { border: -1, nothing: text },
            extras: flag ? { shadowLength: 5 } : { shadowLength: 'far' },
          },
        }
      case 'set-props':
        return flag
          ? { ids, props: { border: Math.abs(turn) / 5, caption: text || null } }
          : { ids, common: { name: text, angleDeg: turn, x, locked: turn % 9 === 0 } }
      case 'set-frame':
        return { frames: ids.map((id) => ({ id, x, y, width, height, ...(flag && { angleDeg: turn }) })) }
      case 'set-layer':
        return flag ? { width: width + 1 } : { backColor: '#123456' }
      case 'rename':
        return { name: text }
      case 'paste':
        return {
          drawing: {
            version: 1,
            components: [
              { id: 'g', type: groupType, x, y, width, height },
              { id: 'a', type: 'box', parent: 'g', x, y, width, height },
            ],
          },
          dx: y,
        }
      case 'import':
        return turn > 0 ? { drawing: text } : { drawing: writeDrawing(document.toDrawing()) }
      case 'align':
        return { ids, side: flag ? 'centre-x' : 'bottom', to: turn > 0 ? 'layer' : undefined }
      case 'distribute':
      case 'mirror':
        return { ids, axis: flag ? 'horizontal' : 'vertical' }
      case 'same-size':
        return { ids, which: flag ? 'both' : 'width' }
      case 'snap-to-grid':
        return { ids, step: 1 + Math.abs(turn) }
      case 'rotate':
        return flag ? { ids, byDeg: turn } : { ids, toDeg: String(turn) }
      case 'group':
        return flag ? { ids } : { ids, name: text }
      case 'find-replace':
        return { find: flag ? 'box' : text, replace: text, in: ['names', 'texts', 'tags'] }
      case 'rebind':
        return { ids, map: { 'a/b/c': 'a/b/d' } }
      case 'make-symbol':
        return { ids, name: text }
      case 'add-instance':
        return { symbol: symbol?.id ?? 'ghost', x, y, ...(flag && { width, height }) }
      case 'set-params':
        return { ids, params: {} }
      case 'update-symbol':
        return {
          symbol: symbol?.id ?? 'ghost',
          width: 1 + width,
          ...(flag && { components: symbol?.components.slice(1) }),
        }
      case 'add-from-library':
        return {
          definition: symbol ? symbolDefinition(symbol, document.symbols) : text,
          origin: { library: 'entry', revision: 1 },
          x,
          y,
        }
      case 'update-from-library':
        return {
          symbols: symbol
            ? [
                {
                  symbol: symbol.id,
                  library: symbolDefinition({ ...symbol, width: 1 + width }, document.symbols),
                  origin: { library: 'entry', revision: 2 },
                },
              ]
            : [],
        }
      case 'rename-symbol':
        return { symbol: symbol?.id ?? 'ghost', name: text }
      case 'del-symbol':
        return { symbol: symbol?.id ?? 'ghost', force: flag }
      case 'undo':
      case 'redo':
      case 'gesture':
      case 'cancelled gesture':
        return undefined
      case 'del':
      case 'copy-add':
      case 'ungroup':
      case 'lock':
      case 'unlock':
      case 'reset-overrides':
      case 'detach':
      case 'reset-route':
        return { ids }
    }
  }
}

/** After commands, the drawing must be savable and readable, and importing it must fit every group to its members. */
function checkWhole(bench: Bench): void {
  const text = serialize(bench)
  const read = readDrawing(text, testTypes)
  expect(read.problems).toBeUndefined()
  expect(writeDrawing(read.value?.drawing ?? newDrawing())).toBe(text)
  const document = new DrawingDocument(newDrawing())
  new CommandBus(document, testTypes).run('import', { drawing: text })
  for (const { id, type, x, y, width, height } of document.components.values()) {
    if (type === groupType) expect({ x, y, width, height }).toEqual(unionBoxes(document.children(id).map(getBounds)))
  }
}
