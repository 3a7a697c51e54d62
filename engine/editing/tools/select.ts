import { isEffectivelyLocked } from '../../commands/index.ts'
import { groupType, type Component, type Id } from '../../document/index.ts'
import type { Point } from '../../geometry/index.ts'
import { resizeCursor } from '../frames.ts'
import { gripAt, gripReach, type Grip } from '../handles.ts'
import { findNearestOnPath } from '../pathPoints.ts'
import { pick } from '../selection.ts'
import { marqueeDrag } from './marqueeDrag.ts'
import { moveDrag } from './moveDrag.ts'
import { pointDrag } from './pointDrag.ts'
import { resizeDrag } from './resizeDrag.ts'
import { rotateDrag } from './rotateDrag.ts'
import type { Drag, Tool, ToolContext, ToolPointer } from './tool.ts'

const dragReach = 3

type State =
  | { readonly kind: 'idle' }
  /** The pointer is down and has not moved far enough to distinguish a drag from a click. */
  | {
      readonly kind: 'pressed'
      readonly from: ToolPointer
      readonly grip?: Grip
      readonly id?: Id
      readonly wasSelected: boolean
    }
  | { readonly kind: 'dragging'; readonly drag: Drag }

/**
 * Selects, moves, resizes and rotates. A click selects the outermost group, Shift adds or removes, a double click
 * enters a group. A drag that starts on empty space or on a locked component is a marquee. On the selected path it
 * drags points; a double click (or Alt+click) adds a point, a double click on a point removes it.
 */
export function selectTool(context: ToolContext): Tool {
  const { document, selection, feedback, view, points } = context
  let state: State = { kind: 'idle' }

  const gripUnder = (pointer: ToolPointer): Grip | undefined => {
    const { frame, isLocked } = context.selected
    if (!frame || isLocked) return undefined
    return gripAt(frame, points.path, pointer.screen, {
      scale: view.camera.scale,
      isCoarse: pointer.isCoarse ?? false,
      toScreen: (point) => view.camera.toScreen(point),
    })
  }

  /** Position on the selected path where a point can be added. */
  const placeOnPath = (pointer: ToolPointer): { readonly part: number; readonly at: Point } | null => {
    const { path } = points
    const nearest = path?.canBend ? findNearestOnPath(path, pointer.world) : null
    return nearest && nearest.distance * view.camera.scale <= gripReach(pointer.isCoarse ?? false) ? nearest : null
  }

  const press = (pointer: ToolPointer): void => {
    const grip = gripUnder(pointer)
    if (points.chosen !== null) points.choose(null)
    if (grip) {
      state = { kind: 'pressed', from: pointer, grip, wasSelected: true }
      if (grip.kind === 'point') points.choose(grip.index)
      return
    }
    const hit = view.hitTest(pointer.world)
    const picked = hit && pick(document, hit, selection.scope)
    if (selection.scope !== null && (!picked || picked.left)) selection.enter(null)
    const wasSelected = picked !== null && selection.has(picked.id)
    if (picked && !wasSelected && !pointer.shift) selection.set([picked.id])
    if (!picked && !pointer.shift) selection.clear()
    state = { kind: 'pressed', from: pointer, id: picked?.id, wasSelected }
  }

  const beginDrag = (pressed: State & { kind: 'pressed' }): Drag | undefined => {
    const { from, grip, id } = pressed
    const { path } = points
    if (path && grip?.kind === 'point') return pointDrag(context, path, grip.index, false)
    if (path && grip?.kind === 'insert') return pointDrag(context, path, grip.part + 1, true)
    if (grip?.kind === 'resize') return resizeDrag(context, from, grip.handle)
    if (grip?.kind === 'rotate') return rotateDrag(context, from)
    const component = id && document.get(id)
    if (component && !isEffectivelyLocked(document, component)) {
      if (!selection.has(component.id)) selection.toggle(component.id)
      return moveDrag(context, from)
    }
    return marqueeDrag(context, from)
  }

  const click = (pressed: State & { kind: 'pressed' }): void => {
    const { id, from, grip, wasSelected } = pressed
    if (grip || !id) return
    const place = from.alt ? placeOnPath(from) : null
    if (place) return void points.insert(place.part, place.at)
    if (from.shift) selection.toggle(id)
    else if (wasSelected) selection.set([id])
  }

  const passOver = (pointer: ToolPointer): void => {
    const grip = gripUnder(pointer)
    const hit = grip ? null : view.hitTest(pointer.world)
    feedback.show({
      hover: hit && pick(document, hit, selection.scope).id,
      cursor: getCursor(grip, hit, context.selected.frame?.angleDeg ?? 0),
    })
  }

  return {
    cursor: 'default',
    press,
    move(pointer, pressed) {
      if (!pressed) return passOver(pointer)
      if (state.kind === 'pressed' && isFar(state.from, pointer)) {
        feedback.show({ hover: null })
        const drag = beginDrag(state)
        state = drag ? { kind: 'dragging', drag } : { kind: 'idle' }
      }
      if (state.kind === 'dragging') state.drag.move(pointer)
    },
    release(pointer) {
      if (state.kind === 'dragging') state.drag.finish()
      else if (state.kind === 'pressed') click(state)
      state = { kind: 'idle' }
      passOver(pointer)
    },
    doubleClick(pointer) {
      const grip = gripUnder(pointer)
      if (grip?.kind === 'point') return void points.remove(grip.index)
      const place = grip?.kind === 'resize' || grip?.kind === 'rotate' ? null : placeOnPath(pointer)
      if (place) return void points.insert(place.part, place.at)
      const hit = view.hitTest(pointer.world)
      const picked = hit && pick(document, hit, selection.scope)
      if (!hit || !picked || document.get(picked.id)?.type !== groupType) return
      selection.enter(picked.id)
      selection.set([pick(document, hit, picked.id).id])
    },
    choose(pointer) {
      const hit = view.hitTest(pointer.world)
      const picked = hit && pick(document, hit, selection.scope)
      if (!picked) selection.clear()
      else if (!selection.has(picked.id)) selection.set([picked.id])
    },
    cancel() {
      const was = state.kind !== 'idle'
      if (state.kind === 'dragging') state.drag.cancel()
      state = { kind: 'idle' }
      return was
    },
  }
}

function getCursor(grip: Grip | undefined, hit: Component | null, angleDeg: number): string {
  if (grip?.kind === 'resize') return resizeCursor(grip.handle, angleDeg)
  if (grip?.kind === 'rotate') return 'grab'
  if (grip) return grip.kind === 'insert' ? 'copy' : 'crosshair'
  return hit && !hit.locked ? 'move' : 'default'
}

function isFar(from: ToolPointer, to: ToolPointer): boolean {
  return Math.hypot(to.screen.x - from.screen.x, to.screen.y - from.screen.y) > dragReach
}
