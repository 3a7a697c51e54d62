import { makeComponent, ranksBetween, type Component } from '../../document/index.ts'
import { centreOf, fitPath, snapToGrid, type Point } from '../../geometry/index.ts'
import { snapReach, type Placing, type Tool, type ToolContext, type ToolPointer } from './tool.ts'

const clickReach = 4
/** As many corners as a field of points holds. */
const mostPoints = 256

/**
 * Draws what runs through points, a pipe or a line: a click where it begins, one at each bend, two where it ends, or Enter; an area
 * ends as well where it began. A drag is a piece from here to there. Shift keeps to eighths of a turn; without it a part that is
 * nearly level or upright becomes so. Two clicks in one place, or Enter before any, put it in its usual size. Then the selecting tool is back.
 */
export function drawPathTool(context: ToolContext, { place: type, name, props, size }: Placing, field: string): Tool {
  const { bus, document, feedback, selection, view } = context
  const usual = size ?? context.catalog.get(type)?.size ?? { width: 100, height: 20 }
  let points: Point[] = []
  let pressed: ToolPointer | null = null
  let gesture: ReturnType<typeof bus.gesture> | null = null
  let called = type

  const placeOf = ({ world, shift, free }: ToolPointer): Point => {
    const { snapToGrid: isOn, gridSize } = context.aids.state
    const at = isOn && !free ? { x: snapToGrid(world.x, gridSize), y: snapToGrid(world.y, gridSize) } : world
    const before = points.at(-1)
    if (!before || free) return rounded(at)
    return rounded(shift ? inEighths(before, at) : straightened(before, at, snapReach / view.camera.scale))
  }

  const pathOf = (path: readonly Point[]): Component => {
    const plain = makeComponent({ type, name: called, rank: ranksBetween(document.children(null).at(-1)?.rank ?? null, null, 1)[0] })
    const { box, shares } = fitPath(plain, path)
    return { ...plain, ...box, props: { ...props, [field]: shares } }
  }

  const stop = (): boolean => {
    const was = points.length > 0
    gesture?.cancel()
    gesture = null
    points = []
    pressed = null
    feedback.clear()
    return was
  }

  const add = (made: object): void => {
    const result = bus.run('add', { type, name: name?.(), ...made })
    if (result.ok && result.created) selection.set(result.created)
    context.finish()
  }
  const end = (path: readonly Point[]): void => {
    stop()
    const { x, y, width, height, props: drawn } = pathOf(path)
    add({ x, y, width, height, props: drawn })
  }
  const putUsual = (middle: Point): void => {
    stop()
    const { width, height } = usual
    add({ ...props && { props }, x: Math.round(middle.x - width / 2), y: Math.round(middle.y - height / 2), width, height })
  }

  const take = (at: Point): void => {
    const [first, last] = [points[0], points.at(-1)]
    const isNear = (point: Point | undefined): boolean => point !== undefined && Math.hypot(point.x - at.x, point.y - at.y) * view.camera.scale <= clickReach
    if (isNear(last)) {
      if (points.length > 1) end(points)
      else putUsual(at)
    } else if (points.length > 2 && isNear(first) && context.catalog.get(type)?.isArea) end(points)
    else {
      points.push(at)
      if (points.length === mostPoints) end(points)
    }
  }

  return {
    cursor: 'crosshair',
    press(pointer) {
      // Undo and other commands end what is in hand.
      if (gesture?.isOver) stop()
      pressed = pointer
      if (points.length === 0) points = [placeOf(pointer)]
      else pressed = null
      // Asked once: later on what is being drawn is counted itself.
      if (!gesture) called = name?.() ?? type
      gesture ??= bus.gesture('draw')
    },
    move(pointer) {
      if (gesture?.isOver) stop()
      if (points.length === 0 || !gesture) return
      const path = pathOf([...points, placeOf(pointer)])
      gesture.update((tx) => tx.add(path))
    },
    release(pointer) {
      if (points.length === 0) return
      // The press that began it has set the first point; what is let go elsewhere was a drag.
      if (!pressed) take(placeOf(pointer))
      else if (isFar(pressed, pointer)) end([...points, placeOf(pointer)])
      pressed = null
    },
    confirm() {
      if (points.length > 1) end(points)
      else putUsual(points[0] ?? centreOf(view.camera.visible))
      return true
    },
    cancel: stop,
  }
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

function inEighths(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const angle = Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) * (Math.PI / 4)
  // Along the direction as far as the pointer is along it: the end stays beside the pointer.
  const reach = dx * Math.cos(angle) + dy * Math.sin(angle)
  return { x: from.x + Math.cos(angle) * reach, y: from.y + Math.sin(angle) * reach }
}

function straightened(from: Point, to: Point, reach: number): Point {
  if (Math.abs(to.x - from.x) <= reach) return { x: from.x, y: to.y }
  return Math.abs(to.y - from.y) <= reach ? { x: to.x, y: from.y } : to
}

function isFar(from: ToolPointer, to: ToolPointer): boolean {
  return Math.hypot(to.screen.x - from.screen.x, to.screen.y - from.screen.y) > clickReach
}
