import { describe, expect, it } from 'vitest'
import { writeDrawing } from '../../document/index.ts'
import { getBounds, containsBox, buildCurvedPath, sharesToPath, unionBoxes, type Point } from '../../geometry/index.ts'
import { workbench, type ComponentSpec, type Workbench } from '../workbench.ts'

const free = true
const hose = (rest: Partial<ComponentSpec> = {}): ComponentSpec => ({
  name: 'hose',
  type: 'hose',
  x: 100,
  y: 100,
  width: 200,
  height: 100,
  props: { corners: [0, 0, 1, 0, 1, 1] },
  ...rest,
})

function chosen(spec: ComponentSpec): Workbench {
  const bench = workbench(spec)
  bench.selection.set([bench.id('hose')])
  return bench
}

function getPoints(bench: Workbench): Point[] {
  const component = bench.at('hose')
  const { props } = component
  return sharesToPath(component, Array.isArray(props['corners']) ? props['corners'] : [])
}

const roundPoints = (points: readonly Point[]): number[][] =>
  points.map(({ x, y }) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100])
const join = (bench: Workbench, joined: string) =>
  bench.bus.run('set-props', { ids: [bench.id('hose')], props: { joined } })

/** Bounding box of the drawn curve. */
function seen(bench: Workbench) {
  const curve = buildCurvedPath(
    getPoints(bench),
    bench.at('hose').props['joined'],
    bench.at('hose').props['radius'] ?? 20,
  )
  return (
    unionBoxes((curve?.path ?? getPoints(bench)).map((at) => ({ ...at, width: 0, height: 0 }))) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
  )
}

const holds = (bench: Workbench): boolean => {
  const { x, y, width, height } = getBounds(bench.at('hose'))
  return containsBox({ x: x - 0.02, y: y - 0.02, width: width + 0.04, height: height + 0.04 }, seen(bench))
}

describe('a line that becomes smooth', () => {
  it('has a box that holds its curve, its points where they were, and is as before after undo', () => {
    const bench = chosen(hose())
    const before = writeDrawing(bench.document.toDrawing())
    expect(join(bench, 'smooth').ok).toBe(true)
    expect(roundPoints(getPoints(bench))).toEqual([
      [100, 100],
      [300, 100],
      [300, 200],
    ])
    expect(bench.at('hose').width).toBeGreaterThan(201)
    expect(holds(bench)).toBe(true)
    const after = writeDrawing(bench.document.toDrawing())
    bench.bus.history.undo()
    expect(writeDrawing(bench.document.toDrawing())).toBe(before)
    bench.bus.history.redo()
    expect(writeDrawing(bench.document.toDrawing())).toBe(after)
    join(bench, 'straight')
    expect(getBounds(bench.at('hose'))).toEqual({ x: 100, y: 100, width: 200, height: 100 })
  })

  it('keeps to it turned, mirrored and resized', () => {
    const bench = chosen(hose({ angleDeg: 30, flipX: true }))
    const before = roundPoints(getPoints(bench))
    join(bench, 'smooth')
    expect(roundPoints(getPoints(bench))).toEqual(before)
    const { x, y } = bench.at('hose')
    expect(bench.bus.run('set-frame', { frames: [{ id: bench.id('hose'), x, y, width: 90, height: 400 }] }).ok).toBe(
      true,
    )
    expect(holds(bench)).toBe(true)
  })

  it('takes the size that it is given, where it is given, and stays when it is given it again', () => {
    const bench = chosen(hose())
    join(bench, 'smooth')
    const { x, y, height } = bench.at('hose')
    const resize = (size: { width?: number; height?: number }) => {
      expect(bench.bus.run('set-props', { ids: [bench.id('hose')], common: size }).ok).toBe(true)
      expect(holds(bench)).toBe(true)
      return getBounds(bench.at('hose'))
    }
    expect(resize({ width: 300 })).toEqual({ x, y, width: 300, height })
    const points = roundPoints(getPoints(bench))
    expect([resize({ width: 300 }), roundPoints(getPoints(bench))]).toEqual([{ x, y, width: 300, height }, points])
    expect(resize({ height: 40 })).toEqual({ x, y, width: 300, height: 40 })
    // The rotated frame is the same box, rotated.
    const frame = { x: 50, y: 60, width: 500, height: 70, angleDeg: 30 }
    expect(bench.bus.run('set-frame', { frames: [{ id: bench.id('hose'), ...frame }] }).ok).toBe(true)
    expect(bench.at('hose')).toMatchObject(frame)
    expect(holds(bench)).toBe(true)
  })

  it('keeps the least height when it is straight', () => {
    const bench = chosen(hose({ y: 100, height: 20, props: { corners: [0, 0.5, 1, 0.5], joined: 'smooth' } }))
    bench.bus.run('set-props', { ids: [bench.id('hose')], common: { width: 300 } })
    expect(bench.at('hose')).toMatchObject({ x: 100, y: 100, width: 300, height: 20 })
  })

  it('adjusts its box to a dragged point, and the neighbouring points stay in place', () => {
    const bench = chosen(hose({ props: { corners: [0, 0, 1, 0, 1, 1], joined: 'smooth' } }))
    bench.drag({ x: 300, y: 100 }, { x: 340, y: 60, free }, { x: 400, y: 20, free })
    expect(roundPoints(getPoints(bench))).toEqual([
      [100, 100],
      [400, 20],
      [300, 200],
    ])
    expect(holds(bench)).toBe(true)
  })
})

describe('a curve beyond the drawing limits', () => {
  it('is refused with the reason of every other component there', () => {
    const bench = chosen(hose({ y: -1e6 }))
    const answer = join(bench, 'smooth')
    expect(
      !answer.ok && [answer.code, answer.problems.map(({ code, path }) => [code, path.split('.').at(-1)])],
    ).toEqual(['command.limit', [['command.outOfBounds', 'y']]])
  })
})

describe('points of a curve', () => {
  it('are put on the curve, between the two that it runs through there', () => {
    const bench = chosen(hose({ props: { corners: [0, 0, 0.5, 1, 1, 0], joined: 'smooth' } }))
    const { curve } = bench.points.path ?? {}
    const place = curve?.path[Math.floor(curve.parts.lastIndexOf(1) - 3)] ?? { x: 0, y: 0 }
    bench.doubleClick(place)
    expect(roundPoints(getPoints(bench))).toEqual(
      roundPoints([{ x: 100, y: 100 }, { x: 200, y: 200 }, place, { x: 300, y: 100 }]),
    )
  })

  it('are all there is beside a rounded corner: nothing is hit where the corner would be', () => {
    const bench = chosen(hose({ height: 200, props: { corners: [0, 0, 1, 0, 1, 1], joined: 'rounded', radius: 90 } }))
    bench.click({ x: 285, y: 115 })
    expect(bench.selection.ids).toHaveLength(0)
  })
})
