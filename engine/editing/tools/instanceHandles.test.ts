import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endAtAnchor, writeAttachment } from '../../commands/index.ts'
import {
  getBounds,
  handleDirection,
  handles,
  sharesToPath,
  type Frame,
  type Handle,
  type Point,
} from '../../geometry/index.ts'
import { getFramePoint } from '../frames.ts'
import { workbench, type ComponentSpec, type Workbench } from '../workbench.ts'

const parts: readonly ComponentSpec[] = [
  { name: 'a', x: 300, y: 300 },
  { name: 'b', x: 420, y: 380, width: 80, height: 60 },
]
const whole = { x: 300, y: 300, width: 200, height: 140 }

/** Creates and selects a rotated instance of a symbol with two boxes, with the other given components. */
function turned(angleDeg: number, ...others: readonly ComponentSpec[]) {
  const bench = workbench(...parts, ...others)
  expect(bench.bus.run('make-symbol', { ids: [bench.id('a'), bench.id('b')], name: 'pair' })).toMatchObject({
    ok: true,
  })
  if (angleDeg !== 0) bench.bus.run('rotate', { ids: [bench.id('pair')], byDeg: angleDeg })
  bench.selection.set([bench.id('pair')])
  return bench
}

function plain(angleDeg: number) {
  const bench = workbench({ name: 'pair', ...whole, angleDeg })
  bench.selection.set([bench.id('pair')])
  return bench
}

function getPlace(bench: Workbench): Frame {
  const { link, ...own } = bench.at('pair')
  const { x, y, width, height, angleDeg } = link?.place ?? own
  return { x, y, width, height, angleDeg }
}

const at = (frame: Frame, handle: Handle): Point => getFramePoint(frame, handleDirection(handle))
const opposite = (frame: Frame, handle: Handle): Point => {
  const { x, y } = handleDirection(handle)
  return getFramePoint(frame, { x: -x, y: -y })
}

it('a rotated instance has rotated handles and is resized like a plain component: the opposite handle stays in place', () => {
  const arbitraryPointer = fc.record({
    x: fc.integer({ min: -60, max: 200 }),
    y: fc.integer({ min: -60, max: 200 }),
    shift: fc.boolean(),
    alt: fc.boolean(),
    free: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 359 }),
      fc.constantFrom(...handles),
      arbitraryPointer,
      (angleDeg, handle, { x, y, ...keys }) => {
        const [instance, twin] = [turned(angleDeg), plain(angleDeg)]
        const start = getPlace(instance)
        const drawing = JSON.stringify(instance.document.toDrawing())
        const steps = instance.bus.history.steps.done.length
        expect(start).toEqual({ ...whole, angleDeg })
        expect(instance.selected.frame).toMatchObject(start)
        const grip = at(start, handle)
        for (const bench of [instance, twin]) bench.drag(grip, { x: grip.x + x, y: grip.y + y, ...keys })
        const place = getPlace(instance)
        expect(place).toEqual(getPlace(twin))
        if (!keys.alt) {
          expect(opposite(place, handle).x).toBeCloseTo(opposite(start, handle).x, 1)
          expect(opposite(place, handle).y).toBeCloseTo(opposite(start, handle).y, 1)
        }
        if (instance.bus.history.steps.done.length > steps) instance.bus.history.undo()
        expect(JSON.stringify(instance.document.toDrawing())).toBe(drawing)
      },
    ),
    { numRuns: 200 },
  )
})

it('a turned instance keeps its angle along its own side: dragged by the middle of it, it only gets longer', () => {
  const bench = turned(30)
  const grip = at(getPlace(bench), 'e')
  bench.drag(grip, { x: grip.x + 100 * Math.cos(Math.PI / 6), y: grip.y + 50, free: true })
  expect(getPlace(bench)).toMatchObject({ width: 300, height: 140, angleDeg: 30 })
  const [a, b] = bench.document.children(bench.id('pair'))
  expect([a?.angleDeg, b?.angleDeg, a?.width, b?.width, a?.height, b?.height]).toEqual([30, 30, 150, 120, 50, 60])
})

it('keys lengthen a turned instance along its own side, and turn it about the middle of its place by whole degrees', () => {
  const [instance, twin] = [turned(30), plain(30)]
  for (const bench of [instance, twin]) {
    for (let i = 0; i < 10; i++) bench.handles.resize(1, 0)
    bench.handles.end()
    bench.handles.rotate(1)
    bench.handles.end()
  }
  expect(getPlace(instance)).toEqual(getPlace(twin))
  expect(getPlace(instance)).toMatchObject({ width: 210, height: 140, angleDeg: 31 })
})

it('lines attached to members of an instance follow when its handles are dragged', () => {
  const bench = turned(30, {
    name: 'line',
    type: 'joint',
    x: 700,
    y: 300,
    width: 100,
    height: 100,
    props: { routing: 'straight' },
  })
  const [part] = bench.document.children(bench.id('pair'))
  if (!part) throw new Error('the instance shows nothing')
  bench.bus.run('set-props', {
    ids: [bench.id('line')],
    props: { from: writeAttachment({ id: part.id, anchor: 'e' }) },
  })
  const grip = at(getPlace(bench), 'se')
  bench.drag(grip, { x: grip.x + 70, y: grip.y + 90 })
  const [line, now] = [bench.at('line'), bench.document.get(part.id)]
  const corners = line.props['corners']
  const [end] = sharesToPath(line, Array.isArray(corners) ? corners : [])
  const expected = now && endAtAnchor(now, 'e').at
  expect(now?.width).toBeGreaterThan(part.width)
  expect(end?.x).toBeCloseTo(expected?.x ?? NaN, 2)
  expect(end?.y).toBeCloseTo(expected?.y ?? NaN, 2)
})

it.each(['chosen with another', 'in a group with another'])(
  '%s, a turned instance is stretched with the upright box around both, and never jumps',
  (how) => {
    const bench = turned(30, { name: 'other', x: 700, y: 600 })
    const both = [bench.id('pair'), bench.id('other')]
    bench.selection.set(both)
    if (how.startsWith('in a group')) {
      bench.bus.run('group', { ids: both })
      bench.selection.set([bench.at('pair').parent ?? bench.id('pair')])
    }
    const { frame } = bench.selected
    if (!frame) throw new Error('nothing is chosen')
    expect(frame.angleDeg).toBe(0)
    const before = getBounds(getPlace(bench))
    const grip = at(frame, 'se')
    bench.drag(grip, { x: grip.x + 4, y: grip.y, free: true })
    const after = getBounds(getPlace(bench))
    for (const key of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(after[key] - before[key])).toBeLessThan(4.1)
    expect(getPlace(bench)).not.toMatchObject(before)
    expect(getPlace(bench).angleDeg).toBe(30)
    expect(bench.selected.frame?.width).toBeCloseTo(frame.width + 4, 0)
  },
)

it('a member of an instance, even an instance itself, has no handles, and dragging or moving it reports that its symbol defines it', () => {
  const bench = turned(0, { name: 'c', x: 700, y: 300 })
  expect(bench.bus.run('make-symbol', { ids: [bench.id('pair'), bench.id('c')], name: 'outer' })).toMatchObject({
    ok: true,
  })
  const rejections: string[] = []
  bench.bus.onRefused(({ code }, command) => rejections.push(`${command} ${code}`))
  const drawing = JSON.stringify(bench.document.toDrawing())
  bench.selection.enter(bench.id('outer'))
  for (const part of bench.document.children(bench.id('outer'))) {
    bench.selection.set([part.id])
    expect(bench.selected.isLocked).toBe(true)
    const middle = getFramePoint(bench.selected.frame ?? part, { x: -0.8, y: -0.6 })
    bench.drag(middle, { x: middle.x + 40, y: middle.y })
    bench.handles.resize(10, 0)
    bench.handles.end()
  }
  expect(rejections).toEqual(['move', 'resize', 'move', 'resize'].map((command) => `${command} command.instanceMember`))
  expect(JSON.stringify(bench.document.toDrawing())).toBe(drawing)
})
