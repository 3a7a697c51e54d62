import { describe, expect, it } from 'vitest'
import { sharesToPath } from '../../geometry/index.ts'
import { workbench, type ComponentSpec, type Workbench } from '../workbench.ts'

const free = true
const cable = (rest: Partial<ComponentSpec> = {}): ComponentSpec => ({
  name: 'cable',
  type: 'cable',
  x: 100,
  y: 100,
  width: 200,
  height: 100,
  props: { corners: [0, 0, 1, 0, 1, 1] },
  ...rest,
})

function getPath(bench: Workbench, name = 'cable') {
  const component = bench.at(name)
  const corners = component.props['corners'] ?? [0, 0.5, 1, 0.5]
  return sharesToPath(component, Array.isArray(corners) ? corners : []).map(({ x, y }) => [
    Math.round(x * 100) / 100,
    Math.round(y * 100) / 100,
  ])
}

function chosen(...specs: ComponentSpec[]): Workbench {
  const bench = workbench(...specs)
  bench.selection.set([bench.id('cable')])
  return bench
}

describe('the points of a path', () => {
  it('a dragged point takes the box with it, in one undo step', () => {
    const bench = chosen(cable())
    bench.drag({ x: 300, y: 200 }, { x: 350, y: 300, free }, { x: 400, y: 260, free })
    expect(getPath(bench)).toEqual([
      [100, 100],
      [300, 100],
      [400, 260],
    ])
    expect(bench.at('cable')).toMatchObject({ x: 100, y: 100, width: 300, height: 160 })
    bench.bus.history.undo()
    expect(getPath(bench)).toEqual([
      [100, 100],
      [300, 100],
      [300, 200],
    ])
    expect(bench.bus.history.canUndo).toBe(false)
  })

  it('of a turned, mirrored path only the dragged point moves', () => {
    const bench = chosen(cable({ angleDeg: 30, flipX: true }))
    const before = getPath(bench)
    const [, [x = 0, y = 0] = []] = before
    bench.drag({ x, y }, { x: x - 70, y: y + 33, free })
    expect(getPath(bench)).toEqual([before[0], [x - 70, y + 33], before[2]])
    expect(bench.at('cable')).toMatchObject({ angleDeg: 30, flipX: true })
  })

  it('a double click on a part adds a point, on a point takes it out, down to two', () => {
    const bench = chosen(cable())
    bench.doubleClick({ x: 180, y: 102 })
    expect(getPath(bench)).toEqual([
      [100, 100],
      [180, 100],
      [300, 100],
      [300, 200],
    ])
    bench.doubleClick({ x: 180, y: 100 })
    bench.doubleClick({ x: 300, y: 100 })
    expect(getPath(bench)).toEqual([
      [100, 100],
      [300, 200],
    ])
    bench.doubleClick({ x: 300, y: 200 })
    expect(getPath(bench)).toHaveLength(2)
  })

  it('an area keeps three points, and takes new ones on the edge that closes it', () => {
    const bench = chosen(cable({ type: 'plot' }))
    bench.points.choose(1)
    expect([bench.points.remove(), getPath(bench).length]).toEqual([false, 3])
    bench.doubleClick({ x: 300, y: 200 })
    expect(getPath(bench)).toHaveLength(3)
    bench.doubleClick({ x: 200, y: 150 })
    expect(getPath(bench)).toEqual([
      [100, 100],
      [300, 100],
      [300, 200],
      [200, 150],
    ])
    bench.drag({ x: 150, y: 125 }, { x: 120, y: 180, free })
    expect(getPath(bench)).toEqual([
      [100, 100],
      [300, 100],
      [300, 200],
      [200, 150],
      [120, 180],
    ])
    bench.points.choose(4)
    expect([bench.points.remove(), bench.points.insert(3), getPath(bench)[4]]).toEqual([true, true, [150, 125]])
  })

  it('the handle in the middle of a part becomes a point when it is dragged; alt and a click add one too', () => {
    const bench = chosen(cable())
    bench.drag({ x: 200, y: 100 }, { x: 200, y: 40, free })
    expect(getPath(bench)).toEqual([
      [100, 100],
      [200, 40],
      [300, 100],
      [300, 200],
    ])
    bench.click({ x: 300, y: 170, alt: true })
    expect(getPath(bench)).toHaveLength(5)
  })

  it('a point comes level with the path’s others and with its neighbours, shift keeps to eight directions', () => {
    const bench = chosen(cable(), { name: 'box', x: 500, y: 417 })
    bench.drag({ x: 300, y: 200 }, { x: 497, y: 103 })
    expect(getPath(bench)[2]).toEqual([500, 100])
    bench.drag({ x: 500, y: 100 }, { x: 400, y: 190, shift: true })
    expect(getPath(bench)[2]).toEqual([395, 195])
  })

  it('are not offered for locked components or multiple selections', () => {
    const locked = chosen(cable({ locked: true }))
    expect(locked.points.path).toBeNull()
    const two = chosen(cable(), { name: 'box' })
    two.selection.set([two.id('cable'), two.id('box')])
    expect(two.points.path).toBeNull()
  })

  it('keys choose, move, add and remove points', () => {
    const bench = chosen(cable())
    expect(bench.points.step(1)).toBe(true)
    expect(bench.points.step(-1)).toBe(true)
    expect(bench.points.chosen).toBe(2)
    bench.points.nudge(10, 0)
    expect(getPath(bench)[2]).toEqual([310, 200])
    bench.points.insert(0)
    expect(bench.points.chosen).toBe(1)
    expect(getPath(bench)[1]).toEqual([200, 100])
    bench.points.remove()
    expect(getPath(bench)).toEqual([
      [100, 100],
      [300, 100],
      [310, 200],
    ])
    bench.selection.clear()
    expect(bench.points.chosen).toBeNull()
  })

  it('a click beside the path, though in its box, does not mean it, nor does a marquee there', () => {
    const bench = workbench(cable())
    bench.click({ x: 150, y: 180 })
    expect(bench.selection.ids).toEqual([])
    bench.drag({ x: 120, y: 130 }, { x: 220, y: 190 })
    expect(bench.selection.ids).toEqual([])
    bench.drag({ x: 280, y: 130 }, { x: 340, y: 190 })
    expect(bench.selection.ids).toEqual([bench.id('cable')])
  })
})

describe('connecting', () => {
  const plant = () => workbench({ name: 'a', x: 100, y: 100 }, { name: 'b', x: 500, y: 300 })
  const line = (bench: Workbench) => {
    const [component] = bench.selection.components()
    return { props: component?.props, path: component ? getPath(bench, component.name) : [] }
  }

  it('draws from anchor to anchor, in one undo step, and gives the selecting tool back', () => {
    const bench = plant()
    bench.tools.use('connect')
    bench.drag({ x: 197, y: 127 }, { x: 300, y: 200 }, { x: 503, y: 322 })
    expect(line(bench).props).toMatchObject({ from: `${bench.id('a')}:e`, to: `${bench.id('b')}:w` })
    expect(line(bench).path).toEqual([
      [200, 125],
      [350, 125],
      [350, 325],
      [500, 325],
    ])
    expect(bench.tools.current).toBe('select')
    bench.bus.history.undo()
    expect(bench.document.size).toBe(2)
    expect(bench.bus.history.canUndo).toBe(false)
  })

  it('shows the anchors near the pointer and the one that is met', () => {
    const bench = plant()
    bench.tools.use('connect')
    bench.tools.active.move(
      { world: { x: 198, y: 126 }, screen: { x: 198, y: 126 }, shift: false, alt: false, free: false },
      false,
    )
    expect(bench.feedback.state.anchors).toMatchObject({ met: { x: 200, y: 125 } })
    expect(bench.feedback.state.anchors?.points).toHaveLength(4)
  })

  it('sticks to the very point of a component, or to nothing on empty ground', () => {
    const bench = plant()
    bench.tools.use('connect')
    bench.drag({ x: 125, y: 115 }, { x: 300, y: 600 })
    expect(line(bench).props).toMatchObject({ from: `${bench.id('a')}:0.25,0.3` })
    expect(line(bench).props).not.toHaveProperty('to')
    expect(line(bench).path.at(-1)).toEqual([300, 600])
  })

  it('two clicks do as a drag; escape in between leaves nothing', () => {
    const bench = plant()
    bench.tools.use('connect')
    bench.click({ x: 200, y: 125 })
    bench.tools.active.move(
      { world: { x: 400, y: 200 }, screen: { x: 400, y: 200 }, shift: false, alt: false, free: false },
      false,
    )
    expect(bench.document.size).toBe(3)
    expect(bench.tools.cancel()).toBe(true)
    expect(bench.document.size).toBe(2)
    bench.click({ x: 200, y: 125 })
    bench.click({ x: 500, y: 325 })
    expect(line(bench).props).toMatchObject({ from: `${bench.id('a')}:e`, to: `${bench.id('b')}:w` })
  })

  it('by Enter joins the selected on the sides that look at each other, in one step', () => {
    const bench = workbench({ name: 'a' }, { name: 'b', x: 300 }, { name: 'c', x: 300, y: 400 })
    bench.selection.set([bench.id('a'), bench.id('b'), bench.id('c')])
    bench.bus.setBaseNames(() => '连线')
    bench.tools.use('connect')
    expect(bench.tools.active.confirm?.()).toBe(true)
    expect(bench.selection.components().map(({ name }) => name)).toEqual(['连线 1', '连线 2'])
    expect(bench.selection.components().map(({ props }) => [props['from'], props['to']])).toEqual([
      [`${bench.id('a')}:e`, `${bench.id('b')}:w`],
      [`${bench.id('b')}:s`, `${bench.id('c')}:n`],
    ])
    bench.bus.history.undo()
    expect(bench.document.size).toBe(3)
    expect(bench.selection.ids).toHaveLength(3)
  })

  it('the end of a line is taken from one component and put on another', () => {
    const bench = workbench({ name: 'a', x: 100, y: 100 }, { name: 'b', x: 500, y: 300 }, { name: 'c', x: 500, y: 600 })
    bench.tools.use('connect')
    bench.drag({ x: 200, y: 125 }, { x: 500, y: 325 })
    bench.drag({ x: 500, y: 325 }, { x: 450, y: 500 }, { x: 502, y: 624 })
    expect(line(bench).props).toMatchObject({ to: `${bench.id('c')}:w` })
    bench.drag({ x: 500, y: 625 }, { x: 400, y: 500, free })
    expect(line(bench).props).not.toHaveProperty('to', `${bench.id('c')}:w`)
    expect(line(bench).path.at(-1)).toEqual([400, 500])
  })

  it('takes points by hand, which stay, and gives them up again', () => {
    const bench = plant()
    bench.tools.use('connect')
    bench.drag({ x: 200, y: 125 }, { x: 500, y: 325 })
    const name = bench.selection.components()[0]?.name ?? ''
    bench.drag({ x: 350, y: 225 }, { x: 420, y: 460, free })
    expect(getPath(bench, name)).toContainEqual([420, 460])
    expect(bench.points.path?.handles).toHaveLength(3)
    bench.drag({ x: 420, y: 460 }, { x: 400, y: 500, free })
    bench.drag({ x: 550, y: 310 }, { x: 650, y: 310, free })
    expect(getPath(bench, name)).toContainEqual([400, 500])
    bench.selection.set([bench.at(name).id])
    const at = bench.points.path?.handles[1] ?? -1
    bench.points.choose(at)
    bench.points.nudge(0, 10)
    expect(getPath(bench, name)).toContainEqual([400, 510])
    expect(bench.points.chosen).toBe(bench.points.path?.handles[1])
    expect(bench.points.remove()).toBe(true)
    expect(bench.points.path?.handles).toHaveLength(2)
    expect(bench.points.remove(0)).toBe(false)
    bench.points.insert(1)
    bench.bus.run('reset-route', { ids: bench.selection.ids })
    expect(bench.points.path?.handles).toHaveLength(2)
    expect(getPath(bench, name)).toEqual([
      [200, 125],
      [400, 125],
      [400, 325],
      [600, 325],
    ])
  })

  it('follows a dragged component, and dragged with copies it joins those', () => {
    const bench = plant()
    bench.tools.use('connect')
    bench.drag({ x: 200, y: 125 }, { x: 500, y: 325 })
    const { id, name } = bench.selection.components()[0] ?? { id: bench.id('a'), name: '' }
    bench.drag({ x: 550, y: 310 }, { x: 550, y: 110, free })
    expect(getPath(bench, name)).toEqual([
      [200, 125],
      [500, 125],
    ])
    bench.selection.set([bench.id('a'), bench.id('b'), id])
    bench.drag({ x: 150, y: 110 }, { x: 150, y: 410, alt: true, free })
    const copies = bench.selection.components()
    const [a, b] = copies.filter((one) => one.type === 'box')
    expect(copies.find((one) => one.type === 'joint')?.props).toMatchObject({ from: `${a?.id}:e`, to: `${b?.id}:w` })
  })
})
