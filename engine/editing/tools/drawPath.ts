import { makeComponent, ranksBetween, type Component } from '../../document/index.ts'
import { getCentre, fitPath, snapToGrid, type Box, type Point } from '../../geometry/index.ts'
import { getDraggedBox } from './place.ts'
import { snapReach, type Placing, type Tool, type ToolContext, type ToolPointer } from './tool.ts'

const clickReach = 4
/** Maximum number of points in a points field. */
const maxPoints = 256

/**
 * Draws a line or pipe through clicked points. Ends with a second click at the last point, with Enter, or for an area
 * with a click at its first point. A drag draws a single segment; for an area, a drag or two points define its box.
 * Shift snaps to multiples of 45°; otherwise nearly horizontal or vertical segments are straightened. A double click,
 * or Enter before the first point, places the component in its default size. Then the select tool becomes active.
 */
export function drawPathTool(context: ToolContext, { place: type, name, props, size }: Placing, field: string): Tool {
  const { bus, document, feedback, selection, view } = context
  const usual = size ?? context.catalog.get(type)?.size ?? { width: 100, height: 20 }
  let points: Point[] = []
  let pressed: ToolPointer | null = null
  let gesture: ReturnType<typeof bus.gesture> | null = null
  let called = type

  const toPoint = (pointer: ToolPointer): Point => {
    const { shift, free } = pointer
    const at = onGrid(pointer)
    const before = points.at(-1)
    if (!before || free) return roundPoint(at)
    return roundPoint(shift ? inEighths(before, at) : straighten(before, at, snapReach / view.camera.scale))
  }

  const createPath = (path: readonly Point[]): Component => {
    const plain = makeComponent({
      type,
      name: called,
      rank: ranksBetween(document.children(null).at(-1)?.rank ?? null, null, 1)[0],
    })
    const { box, shares } = fitPath(plain, path)
    return { ...plain, ...box, props: { ...props, [field]: shares } }
  }

  const isArea = context.catalog.get(type)?.isArea ?? false
  const onGrid = ({ world, free }: ToolPointer): Point => {
    const { snapToGrid: isOn, gridSize } = context.aids.state
    return isOn && !free ? { x: snapToGrid(world.x, gridSize), y: snapToGrid(world.y, gridSize) } : world
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

  const add = (fields: object): void => {
    const result = bus.run('add', { type, name: name?.(), ...fields })
    if (result.ok && result.created) selection.set(result.created)
    context.finish()
  }
  const addBox = (box: Box): void => {
    stop()
    add({ ...(props && { props }), ...box })
  }
  const end = (path: readonly Point[]): void => {
    const [from, to] = path
    // Two points do not enclose an area, so they define its box.
    if (isArea && path.length === 2 && from && to)
      return addBox(getDraggedBox(from, { world: to, screen: to, shift: false, alt: false, free: true }, usual))
    stop()
    const { x, y, width, height, props: drawn } = createPath(path)
    add({ x, y, width, height, props: drawn })
  }
  const addDefaultBox = (middle: Point): void => {
    const { width, height } = usual
    addBox({ x: Math.round(middle.x - width / 2), y: Math.round(middle.y - height / 2), width, height })
  }
  /** Box of the area if the drag ended here. */
  const boxTo = (pointer: ToolPointer): Box | null => {
    const [from] = points
    return isArea && pressed && from && isFar(pressed, pointer)
      ? getDraggedBox(from, { ...pointer, world: onGrid(pointer) }, usual)
      : null
  }

  const take = (at: Point): void => {
    const [first, last] = [points[0], points.at(-1)]
    const isNear = (point: Point | undefined): boolean =>
      point !== undefined && Math.hypot(point.x - at.x, point.y - at.y) * view.camera.scale <= clickReach
    if (isNear(last)) {
      if (points.length > 1) end(points)
      else addDefaultBox(at)
    } else if (points.length > 2 && isNear(first) && isArea) end(points)
    else {
      points.push(at)
      if (points.length === maxPoints) end(points)
    }
  }

  return {
    cursor: 'crosshair',
    press(pointer) {
      // Undo and other commands end the gesture.
      if (gesture?.isOver) stop()
      pressed = pointer
      if (points.length === 0) points = [toPoint(pointer)]
      else pressed = null
      // Requested once, because later the component being drawn would count itself.
      if (!gesture) called = name?.() ?? type
      gesture ??= bus.gesture('draw')
    },
    move(pointer) {
      if (gesture?.isOver) stop()
      if (points.length === 0 || !gesture) return
      const box = boxTo(pointer)
      const path = box
        ? { ...createPath([...points, toPoint(pointer)]), ...box, props: props ?? {} }
        : createPath([...points, toPoint(pointer)])
      gesture.update((tx) => tx.add(path))
    },
    release(pointer) {
      if (points.length === 0) return
      // The press already set the first point; a release elsewhere is a drag.
      const box = boxTo(pointer)
      if (box) addBox(box)
      else if (!pressed) take(toPoint(pointer))
      else if (isFar(pressed, pointer)) end([...points, toPoint(pointer)])
      pressed = null
    },
    confirm() {
      if (points.length > 1) end(points)
      else addDefaultBox(points[0] ?? getCentre(view.camera.visible))
      return true
    },
    cancel: stop,
  }
}

const roundPoint = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

function inEighths(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const angle = Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) * (Math.PI / 4)
  // Project the pointer onto the direction, so the end stays next to the pointer.
  const reach = dx * Math.cos(angle) + dy * Math.sin(angle)
  return { x: from.x + Math.cos(angle) * reach, y: from.y + Math.sin(angle) * reach }
}

function straighten(from: Point, to: Point, reach: number): Point {
  if (Math.abs(to.x - from.x) <= reach) return { x: from.x, y: to.y }
  return Math.abs(to.y - from.y) <= reach ? { x: to.x, y: from.y } : to
}

function isFar(from: ToolPointer, to: ToolPointer): boolean {
  return Math.hypot(to.screen.x - from.screen.x, to.screen.y - from.screen.y) > clickReach
}
