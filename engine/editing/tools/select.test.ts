import { describe, expect, it } from 'vitest'
import { workbench, type ComponentSpec } from '../workbench.ts'

const toArray = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => [
  x,
  y,
  width,
  height,
]
const free = true

describe('selecting', () => {
  it('a click selects the topmost component, and a click on empty space clears the selection', () => {
    const bench = workbench({ name: 'below' }, { name: 'above', x: 50 })
    bench.click({ x: 75, y: 20 })
    expect(bench.selection.ids).toEqual([bench.id('above')])
    bench.click({ x: 700, y: 700 })
    expect(bench.selection.ids).toEqual([])
  })

  it('shift adds and takes away', () => {
    const bench = workbench({ name: 'a' }, { name: 'b', x: 200 })
    bench.click({ x: 10, y: 10 })
    bench.click({ x: 210, y: 10, shift: true })
    expect(bench.selection.ids).toEqual([bench.id('a'), bench.id('b')])
    bench.click({ x: 10, y: 10, shift: true })
    expect(bench.selection.ids).toEqual([bench.id('b')])
  })

  it('a click in a selection of several leaves the one clicked', () => {
    const bench = workbench({ name: 'a' }, { name: 'b', x: 200 })
    bench.selection.set([bench.id('a'), bench.id('b')])
    bench.click({ x: 210, y: 10 })
    expect(bench.selection.ids).toEqual([bench.id('b')])
  })

  it('a click selects the outermost group, a double-click enters a group, and a click outside leaves it', () => {
    const bench = workbench(
      { name: 'outer', type: 'group' },
      { name: 'inner', type: 'group', in: 'outer' },
      { name: 'leaf', in: 'inner' },
      { name: 'other', x: 400 },
    )
    bench.click({ x: 10, y: 10 })
    expect(bench.selection.ids).toEqual([bench.id('outer')])
    bench.doubleClick({ x: 10, y: 10 })
    expect(bench.selection.ids).toEqual([bench.id('inner')])
    bench.doubleClick({ x: 10, y: 10 })
    expect(bench.selection.ids).toEqual([bench.id('leaf')])
    bench.click({ x: 410, y: 10 })
    expect(bench.selection.ids).toEqual([bench.id('other')])
    expect(bench.selection.scope).toBeNull()
  })

  it('the secondary button selects the component under the pointer and keeps a selection that contains it', () => {
    const bench = workbench({ name: 'a' }, { name: 'b', x: 200 })
    bench.tools.active.choose?.(pointerAt(210, 10))
    expect(bench.selection.ids).toEqual([bench.id('b')])
    bench.selection.set([bench.id('a'), bench.id('b')])
    bench.tools.active.choose?.(pointerAt(10, 10))
    expect(bench.selection.ids).toHaveLength(2)
    bench.tools.active.choose?.(pointerAt(700, 700))
    expect(bench.selection.ids).toEqual([])
  })

  it('a marquee selects the components it touches, except locked or hidden ones, and Shift adds to the selection', () => {
    const bench = workbench(
      { name: 'touched', x: 100, y: 100 },
      { name: 'locked', x: 120, y: 100, locked: true },
      { name: 'hidden', x: 140, y: 100, visible: false },
      { name: 'far', x: 800, y: 800 },
    )
    bench.drag({ x: 50, y: 50 }, { x: 105, y: 105 })
    expect(bench.selection.ids).toEqual([bench.id('touched')])
    bench.drag({ x: 950, y: 750 }, { x: 860, y: 830, shift: true })
    expect(bench.selection.ids).toEqual([bench.id('touched'), bench.id('far')])
    expect(bench.feedback.state.marquee).toBeNull()
  })

  it('a deleted component leaves the selection, and undo restores both', () => {
    const bench = workbench({ name: 'a' }, { name: 'b', x: 200 })
    bench.selection.set([bench.id('a')])
    const id = bench.id('a')
    bench.clipboard.remove()
    expect(bench.selection.ids).toEqual([])
    bench.bus.history.undo()
    expect(bench.selection.ids).toEqual([id])
  })
})

describe('moving', () => {
  it('one drag is one undo step and stays on whole pixels', () => {
    const bench = workbench({ name: 'a', x: 300, y: 300 })
    bench.drag({ x: 310, y: 310 }, { x: 320, y: 310, free }, { x: 343.4, y: 371.2, free })
    expect(toArray(bench.at('a'))).toEqual([333, 361, 100, 50])
    bench.bus.history.undo()
    expect(toArray(bench.at('a'))).toEqual([300, 300, 100, 50])
    expect(bench.bus.history.canUndo).toBe(false)
  })

  it('a few pixels are a click, not a drag', () => {
    const bench = workbench({ name: 'a', x: 300, y: 300 })
    bench.drag({ x: 310, y: 310 }, { x: 312, y: 311 })
    expect(toArray(bench.at('a'))).toEqual([300, 300, 100, 50])
    expect(bench.bus.history.canUndo).toBe(false)
  })

  it('edges within 6 pixels meet and show a guide', () => {
    const bench = workbench({ name: 'still', x: 100, y: 100 }, { name: 'moved', x: 400, y: 400 })
    bench.tools.active.press(pointerAt(410, 410))
    bench.tools.active.move(pointerAt(115, 515), true)
    expect(toArray(bench.at('moved'))).toEqual([100, 505, 100, 50])
    expect(bench.feedback.state.guides).toContainEqual({ axis: 'x', at: 100 })
    bench.tools.active.release(pointerAt(115, 515))
    expect(bench.feedback.state.guides).toEqual([])
  })

  it('shift keeps to one axis', () => {
    const bench = workbench({ name: 'a', x: 300, y: 300 })
    bench.drag({ x: 310, y: 310 }, { x: 360, y: 325, shift: true, free })
    expect(toArray(bench.at('a'))).toEqual([350, 300, 100, 50])
  })

  it('alt moves a copy with its bindings and selects it', () => {
    const bench = workbench({
      name: 'a',
      x: 300,
      y: 300,
      bindings: [{ prop: 'fill', tag: 'p/d/x', via: { kind: 'value' } }],
    })
    const original = bench.id('a')
    bench.drag({ x: 310, y: 310 }, { x: 360, y: 310, alt: true, free })
    const [copy] = bench.selection.components()
    expect(bench.document.get(original)?.x).toBe(300)
    expect(copy).toMatchObject({ name: 'a (2)', x: 350, bindings: [{ tag: 'p/d/x' }] })
    expect(copy?.id).not.toBe(original)
    bench.bus.history.undo()
    expect(bench.document.components.size).toBe(1)
    expect(bench.selection.ids).toEqual([original])
  })

  it('Alt does not copy a single-instance component and reports this; the original stays selected', () => {
    const bench = workbench({ name: 'weather', type: 'lone', x: 300, y: 300 })
    const refused: string[] = []
    bench.bus.onRefused(({ code }) => refused.push(code))
    bench.drag({ x: 310, y: 310 }, { x: 360, y: 310, alt: true, free })
    expect([bench.document.components.size, bench.at('weather').x, bench.selection.ids, refused]).toEqual([
      1,
      300,
      [bench.id('weather')],
      ['command.single'],
    ])
    expect(bench.bus.history.canUndo).toBe(false)
  })

  it('a group moves with its members', () => {
    const bench = workbench({ name: 'group', type: 'group' }, { name: 'member', in: 'group' })
    bench.drag({ x: 10, y: 10 }, { x: 60, y: 40, free })
    expect(toArray(bench.at('member'))).toEqual([50, 30, 100, 50])
    expect(toArray(bench.at('group'))).toEqual([50, 30, 100, 50])
  })

  it('a locked component can be selected but not moved: dragging starts a marquee', () => {
    const bench = workbench({ name: 'a', locked: true })
    bench.click({ x: 10, y: 10 })
    expect(bench.selection.ids).toEqual([bench.id('a')])
    bench.drag({ x: 10, y: 10 }, { x: 60, y: 40 })
    expect(toArray(bench.at('a'))).toEqual([0, 0, 100, 50])
  })

  it('cancelled half way, all is as before', () => {
    const bench = workbench({ name: 'a' })
    bench.tools.active.press(pointerAt(10, 10))
    bench.tools.active.move(pointerAt(200, 200), true)
    expect(bench.tools.cancel()).toBe(true)
    expect(toArray(bench.at('a'))).toEqual([0, 0, 100, 50])
    expect(bench.bus.history.canUndo).toBe(false)
  })

  it('arrow keys held are one step', () => {
    const bench = workbench({ name: 'a' })
    bench.selection.set([bench.id('a')])
    bench.nudge.by(1, 0)
    bench.nudge.by(1, 0)
    bench.nudge.by(0, 10)
    bench.nudge.end()
    expect(toArray(bench.at('a'))).toEqual([2, 10, 100, 50])
    bench.bus.history.undo()
    expect(toArray(bench.at('a'))).toEqual([0, 0, 100, 50])
  })
})

describe('resizing', () => {
  const corner = { x: 200, y: 150 }

  it('a corner drags two sides, shift keeps the shape, alt the centre', () => {
    const plain = chosen({ name: 'a', x: 100, y: 100 })
    plain.drag(corner, { x: 250, y: 190, free })
    expect(toArray(plain.at('a'))).toEqual([100, 100, 150, 90])

    const shaped = chosen({ name: 'a', x: 100, y: 100 })
    shaped.drag(corner, { x: 300, y: 150, shift: true })
    expect(toArray(shaped.at('a'))).toEqual([100, 100, 200, 100])

    const centred = chosen({ name: 'a', x: 100, y: 100 })
    centred.drag(corner, { x: 210, y: 160, alt: true, free })
    expect(toArray(centred.at('a'))).toEqual([90, 90, 120, 70])
  })

  it('a turned box is resized along its own sides and its far corner stays', () => {
    const bench = chosen({ name: 'a', x: 100, y: 100, angleDeg: 90 })
    // Rotated by 90 degrees, the box is upright around (150, 125); its right side is at the bottom.
    bench.drag({ x: 150, y: 175 }, { x: 150, y: 215 })
    const { width, height, angleDeg, x, y } = bench.at('a')
    expect([width, height, angleDeg]).toEqual([140, 50, 90])
    expect([x + width / 2, y + height / 2]).toEqual([150, 145])
  })

  it('several are stretched together', () => {
    const bench = workbench({ name: 'a', x: 100, y: 100 }, { name: 'b', x: 300, y: 100 })
    bench.selection.set([bench.id('a'), bench.id('b')])
    bench.drag({ x: 400, y: 150 }, { x: 700, y: 200, free })
    expect(toArray(bench.at('a'))).toEqual([100, 100, 200, 100])
    expect(toArray(bench.at('b'))).toEqual([500, 100, 200, 100])
  })
})

describe('turning', () => {
  it('follows the knob, by 15 degrees with shift', () => {
    const bench = chosen({ name: 'a', x: 100, y: 100 })
    bench.drag({ x: 150, y: 76 }, { x: 199, y: 125 })
    expect(bench.at('a').angleDeg).toBe(90)
    bench.bus.history.undo()
    bench.drag({ x: 150, y: 76 }, { x: 182, y: 85, shift: true })
    expect(bench.at('a').angleDeg).toBe(45)
  })
})

function chosen(component: ComponentSpec) {
  const bench = workbench(component)
  bench.selection.set([bench.id(component.name)])
  return bench
}

function pointerAt(x: number, y: number) {
  return { world: { x, y }, screen: { x, y }, shift: false, alt: false, free: false }
}
