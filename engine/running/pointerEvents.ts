import type { Component } from '../document/model/component.ts'

interface Point {
  readonly x: number
  readonly y: number
}

type Pointing = 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'
/** The part of a browser's pointer event that `watchPointer` uses. */
export type PointedEvent = Pick<
  PointerEvent,
  'isPrimary' | 'button' | 'buttons' | 'pointerId' | 'offsetX' | 'offsetY'
> &
  Partial<Pick<PointerEvent, 'pointerType' | 'timeStamp'>>

/** The part of the stage that `watchPointer` uses: canvas, camera and hit testing. */
export interface PointedStage {
  readonly canvas: {
    readonly style: { cursor: string }
    addEventListener(type: Pointing, listener: (event: PointedEvent) => void): void
    removeEventListener(type: Pointing, listener: (event: PointedEvent) => void): void
  }
  readonly camera: { toWorld(point: Point): Point }
  hitTest(world: Point): Component | null
}

/** Maximum movement in CSS pixels between press and release for a click; beyond it the user is panning. */
const clickSlackPx = 4
/**
 * Duration in milliseconds of a long press, which shows a component's prompt. A longer touch does not operate the
 * component.
 */
export const longPressMs = 500

/**
 * Distinguishes clicks from panning on a running drawing and sets the cursor for clickable and disabled components.
 * `actor` returns the component that handles a click on the one under the pointer; `clicked` and `isOff` receive the
 * latter. Returns a function that removes the listeners.
 */
export function watchPointer(
  stage: PointedStage,
  actor: (hit: Component | null) => Component | null,
  clicked: (hit: Component) => void,
  isOff: (hit: Component) => boolean = () => false,
): () => void {
  const { canvas, camera } = stage
  let pressed: {
    readonly pointer: number
    readonly isPen: boolean
    readonly x: number
    readonly y: number
    readonly at: number
  } | null = null
  const hitAt = (event: PointedEvent): Component | null => {
    const hit = stage.hitTest(camera.toWorld({ x: event.offsetX, y: event.offsetY }))
    return actor(hit) ? hit : null
  }

  const handleDown = (event: PointedEvent) => {
    // Ignore the palm of the hand that holds the pen.
    if (pressed?.isPen && event.pointerType === 'touch') return
    pressed =
      event.isPrimary && event.button === 0
        ? {
            pointer: event.pointerId,
            isPen: event.pointerType === 'pen',
            x: event.offsetX,
            y: event.offsetY,
            at: event.timeStamp ?? 0,
          }
        : null
  }
  const handleMove = (event: PointedEvent) => {
    if (event.buttons !== 0) return
    const hit = hitAt(event)
    canvas.style.cursor = hit === null ? '' : isOff(hit) ? 'not-allowed' : 'pointer'
  }
  const handleUp = (event: PointedEvent) => {
    const start = pressed
    if (!start || start.pointer !== event.pointerId) return
    pressed = null
    if (Math.hypot(event.offsetX - start.x, event.offsetY - start.y) > clickSlackPx) return
    if (event.pointerType === 'touch' && (event.timeStamp ?? 0) - start.at >= longPressMs) return
    const hit = hitAt(event)
    if (hit) clicked(hit)
  }
  const handleCancel = (event: PointedEvent) => {
    if (pressed?.pointer === event.pointerId) pressed = null
  }

  canvas.addEventListener('pointerdown', handleDown)
  canvas.addEventListener('pointermove', handleMove)
  canvas.addEventListener('pointerup', handleUp)
  canvas.addEventListener('pointercancel', handleCancel)
  return () => {
    canvas.removeEventListener('pointerdown', handleDown)
    canvas.removeEventListener('pointermove', handleMove)
    canvas.removeEventListener('pointerup', handleUp)
    canvas.removeEventListener('pointercancel', handleCancel)
    canvas.style.cursor = ''
  }
}
