import type { Guide } from '../../geometry/index.ts'
import type { Guides } from '../guides.ts'
import { gripAt } from '../handles.ts'
import { rulerBreadth } from '../rulerTicks.ts'
import { snapPoint, snapTargets } from './snapTargets.ts'
import type { Tool, ToolContext, ToolPointer } from './tool.ts'

/** Tool for guides. It replaces the select tool while `accepts` returns true for the pointer. */
export interface GuideTool extends Tool {
  /** Whether the pointer acts on guides: on a ruler, or on an unlocked guide that is not under a handle. */
  accepts(pointer: ToolPointer): boolean
}

/** Half width of a guide's hit area in screen pixels. */
const reach = { fine: 3, coarse: 9 } as const

/**
 * Drags guides: creates one from a ruler, moves one, or removes one by dragging it back over a ruler or out of the
 * view.
 */
export function guideTool(context: ToolContext, guides: Guides): GuideTool {
  const {
    feedback,
    view: { camera },
  } = context
  let drag: {
    readonly axis: Guide['axis']
    readonly before: readonly Guide[]
    readonly others: readonly Guide[]
  } | null = null

  const rulerUnder = ({ screen }: ToolPointer): Guide['axis'] | null => {
    const isOn = { x: screen.x < rulerBreadth, y: screen.y < rulerBreadth }
    if (isOn.x === isOn.y) return null
    return isOn.x ? 'x' : 'y'
  }
  const guideUnder = ({ screen, isCoarse = false }: ToolPointer): Guide | null => {
    if (guides.state.isLocked) return null
    const far = (line: Guide): number =>
      Math.abs(camera.toScreen({ x: line.at, y: line.at })[line.axis] - screen[line.axis])
    const [nearest] = guides.state.lines.toSorted((a, b) => far(a) - far(b))
    return nearest && far(nearest) <= (isCoarse ? reach.coarse : reach.fine) ? nearest : null
  }
  const isGrip = ({ screen, isCoarse = false }: ToolPointer): boolean => {
    const {
      selected: { frame, isLocked },
      points,
    } = context
    return (
      !!frame &&
      !isLocked &&
      gripAt(frame, points.path, screen, {
        scale: camera.scale,
        isCoarse,
        toScreen: (point) => camera.toScreen(point),
      }) !== undefined
    )
  }
  const isAway = (axis: Guide['axis'], { world }: ToolPointer): boolean => {
    const { visible, scale } = camera
    const size = axis === 'x' ? visible.width : visible.height
    return world[axis] < visible[axis] + rulerBreadth / scale || world[axis] > visible[axis] + size
  }
  const getCursor = (axis: Guide['axis']): string => (axis === 'x' ? 'ew-resize' : 'ns-resize')
  const end = (): void => {
    drag = null
    feedback.show({ guides: [], label: null, cursor: 'default' })
  }

  return {
    cursor: 'default',
    accepts: (pointer) =>
      context.aids.state.showRulers &&
      (drag !== null || rulerUnder(pointer) !== null || (guideUnder(pointer) !== null && !isGrip(pointer))),
    press(pointer) {
      const axis = rulerUnder(pointer)
      const before = guides.state.lines
      const hitGuide = axis === null ? guideUnder(pointer) : null
      if (axis) drag = { axis, before, others: before }
      else if (hitGuide) drag = { axis: hitGuide.axis, before, others: before.filter((line) => line !== hitGuide) }
      if (drag) feedback.show({ hover: null, cursor: getCursor(drag.axis) })
    },
    move(pointer, pressed) {
      const axis = drag?.axis ?? rulerUnder(pointer) ?? guideUnder(pointer)?.axis
      if (!pressed) return feedback.show({ hover: null, cursor: axis ? getCursor(axis) : 'default' })
      if (!drag || !axis) return
      if (isAway(axis, pointer)) {
        guides.set({ lines: drag.others })
        return feedback.show({ guides: [], label: null })
      }
      // Snap to components only, not to other guides.
      const snapped = pointer.free
        ? { at: { x: Math.round(pointer.world.x), y: Math.round(pointer.world.y) }, guides: [] }
        : snapPoint(
            pointer.world,
            snapTargets({ ...context, guides: { state: { lines: [], isLocked: true } } }, new Set()),
          )
      guides.set({ lines: [...drag.others, { axis, at: snapped.at[axis] }] })
      feedback.show({
        guides: snapped.guides.filter((guide) => guide.axis === axis),
        label: { text: `${axis} ${snapped.at[axis]}`, at: pointer.world },
      })
    },
    release: end,
    cancel() {
      if (!drag) return false
      guides.set({ lines: drag.before })
      end()
      return true
    },
  }
}
