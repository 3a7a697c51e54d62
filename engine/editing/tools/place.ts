import { getCentre, snapToGrid, type Box, type Point } from '../../geometry/index.ts'
import type { Size } from '../../paint/brush/brush.ts'
import type { Placing, Tool, ToolContext, ToolPointer } from './tool.ts'

const clickReach = 4
const minSide = 8

/**
 * Places one component: a click centres it under the pointer in its default size, a drag defines its box (Shift keeps
 * the aspect ratio, Alt draws from the centre), Enter places it in the middle of the view. Then the select tool becomes
 * active.
 */
export function placeTool(context: ToolContext, { place: type, name, props, size }: Placing): Tool {
  const usual = size ?? context.catalog.get(type)?.size ?? { width: 100, height: 100 }
  let start: ToolPointer | null = null

  const { aids } = context
  const onGrid = (point: Point, isFree: boolean): Point => {
    const { snapToGrid: isOn, gridSize } = aids.state
    return isOn && !isFree ? { x: snapToGrid(point.x, gridSize), y: snapToGrid(point.y, gridSize) } : point
  }
  const boxAt = (pointer: ToolPointer): Box => {
    if (start && isDrag(start.screen, pointer.screen)) {
      return getDraggedBox(
        onGrid(start.world, start.free),
        { ...pointer, world: onGrid(pointer.world, pointer.free) },
        usual,
      )
    }
    const box = centreBox(pointer.world, usual)
    return { ...box, ...onGrid(box, pointer.free) }
  }

  const placeBox = (box: Box): void => {
    const result = context.bus.run('add', { type, name: name?.(), ...(props && { props }), ...box })
    if (result.ok && result.created) context.selection.set(result.created)
    context.finish()
  }

  const stop = (): boolean => {
    const was = start !== null
    start = null
    context.feedback.clear()
    return was
  }

  return {
    cursor: 'crosshair',
    press(pointer) {
      start = pointer
    },
    move(pointer) {
      const ghost = boxAt(pointer)
      context.feedback.show({ ghost, label: start ? { text: formatSize(ghost), at: pointer.world } : null })
    },
    release(pointer) {
      const box = boxAt(pointer)
      stop()
      placeBox(box)
    },
    confirm() {
      stop()
      placeBox(centreBox(getCentre(context.view.camera.visible), usual))
      return true
    },
    cancel: stop,
  }
}

export const formatSize = (box: Size): string => `${Math.round(box.width)} × ${Math.round(box.height)}`

function isDrag(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > clickReach
}

function centreBox(at: Point, size: Size): Box {
  return {
    x: Math.round(at.x - size.width / 2),
    y: Math.round(at.y - size.height / 2),
    width: size.width,
    height: size.height,
  }
}

/**
 * Returns the box of a drag. Shift keeps the aspect ratio of `usual`, Alt draws from the centre. The box has a minimum
 * size of 8 px.
 */
export function getDraggedBox(from: Point, pointer: ToolPointer, usual: Size): Box {
  const dx = pointer.world.x - from.x
  const dy = pointer.world.y - from.y
  const reach = pointer.alt ? 2 : 1
  let width = Math.max(minSide, Math.abs(dx) * reach)
  let height = Math.max(minSide, Math.abs(dy) * reach)
  if (pointer.shift) {
    const factor = Math.max(width / usual.width, height / usual.height)
    width = usual.width * factor
    height = usual.height * factor
  }
  const x = pointer.alt ? from.x - width / 2 : dx < 0 ? from.x - width : from.x
  const y = pointer.alt ? from.y - height / 2 : dy < 0 ? from.y - height : from.y
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
}
