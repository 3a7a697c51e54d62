import { groupType, type Component, type Id } from '../../document/index.ts'
import { frameOf, resizeCursor } from '../frames.ts'
import { gripAt, type Grip } from '../handles.ts'
import { isHeld } from '../members.ts'
import { pick } from '../selection.ts'
import { marqueeDrag } from './marqueeDrag.ts'
import { moveDrag } from './moveDrag.ts'
import { resizeDrag } from './resizeDrag.ts'
import { rotateDrag } from './rotateDrag.ts'
import type { Drag, Tool, ToolContext, ToolPointer } from './tool.ts'

const dragReach = 3

type State =
  | { readonly kind: 'idle' }
  /** The pointer is down and has not moved enough yet to say whether this is a click. */
  | { readonly kind: 'pressed'; readonly from: ToolPointer; readonly grip?: Grip; readonly id?: Id; readonly wasSelected: boolean }
  | { readonly kind: 'dragging'; readonly drag: Drag }

/**
 * Selects, moves, resizes and turns. A click selects the outermost group under the pointer, shift adds or takes
 * away, a double click enters the group; a drag from an empty place (or from something locked) is a marquee.
 */
export function selectTool(context: ToolContext): Tool {
  const { document, selection, feedback, view } = context
  let state: State = { kind: 'idle' }

  const gripUnder = (pointer: ToolPointer): Grip | undefined => {
    const chosen = selection.components()
    const frame = frameOf(chosen)
    if (!frame || chosen.some((component) => isHeld(document, component))) return undefined
    return gripAt(frame, pointer.screen, view.camera.scale, (point) => view.camera.toScreen(point))
  }

  const press = (pointer: ToolPointer): void => {
    const grip = gripUnder(pointer)
    if (grip) {
      state = { kind: 'pressed', from: pointer, grip, wasSelected: true }
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
    if (grip?.kind === 'resize') return resizeDrag(context, from, grip.handle)
    if (grip?.kind === 'rotate') return rotateDrag(context, from)
    const component = id && document.get(id)
    if (component && !isHeld(document, component)) {
      if (!selection.has(component.id)) selection.toggle(component.id)
      return moveDrag(context, from)
    }
    return marqueeDrag(context, from)
  }

  const click = (pressed: State & { kind: 'pressed' }): void => {
    const { id, from, grip, wasSelected } = pressed
    if (grip || !id) return
    if (from.shift) selection.toggle(id)
    else if (wasSelected) selection.set([id])
  }

  const passOver = (pointer: ToolPointer): void => {
    const grip = gripUnder(pointer)
    const hit = grip ? null : view.hitTest(pointer.world)
    feedback.show({ hover: hit && pick(document, hit, selection.scope).id, cursor: cursorOf(grip, hit, selection.components()) })
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

function cursorOf(grip: Grip | undefined, hit: Component | null, chosen: readonly Component[]): string {
  if (grip?.kind === 'resize') return resizeCursor(grip.handle, frameOf(chosen)?.angleDeg ?? 0)
  if (grip?.kind === 'rotate') return 'grab'
  return hit && !hit.locked ? 'move' : 'default'
}

function isFar(from: ToolPointer, to: ToolPointer): boolean {
  return Math.hypot(to.screen.x - from.screen.x, to.screen.y - from.screen.y) > dragReach
}
