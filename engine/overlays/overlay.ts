import type { Quality } from '../bindings/quality.ts'
import type { DomOverlay } from '../components/define.ts'

/**
 * Visibility of an overlay: `seen` is on or near the screen, `aside` is far outside the visible area, `hidden` belongs
 * to a component that is not shown.
 */
export type Visibility = 'seen' | 'aside' | 'hidden'

/** A DOM element that represents a component while a drawing runs. */
export interface Overlay {
  readonly element: HTMLElement
  /**
   * Applies changed content and quality without recreating the element. Returns false if the element must be recreated.
   */
  update?(pin: DomOverlay, mark: Quality): boolean
  /** Whether the element covers its whole box. If not, the component's own picture shows through. Default: true. */
  isWhole?(): boolean
  /**
   * Mirrors the picture but not its texts. Absent if the element has no picture to mirror. A new element is not
   * mirrored.
   */
  mirror?(across: boolean, upsideDown: boolean): void
  /**
   * Pauses work and sound while the element is not visible and resumes them afterwards. A new element counts as `seen`.
   */
  setVisibility?(attention: Visibility): void
  /**
   * Reports whether any part of the element is on the screen; the Tab key skips elements that are not. A new element
   * counts as on the screen.
   */
  setOnScreen?(isOnScreen: boolean): void
  /**
   * Called before each frame of the stage with the inner size in drawing pixels. Returns true to request another frame.
   */
  frame?(nowMs: number, width: number, height: number): boolean
  destroy(): void
}

/** Texts that an overlay shows or announces. */
export interface OverlayTexts {
  readonly loading: string
  readonly failed: string
  readonly retry: string
  /** Description of the keys that rotate a model. Default: English. */
  readonly turning?: string
  /** Accessible name of a model whose component has no name. Default: "3D model". */
  readonly model?: string
}

/**
 * CSS custom property with the size of one screen pixel in drawing pixels. Use it for widths that must not depend on
 * the zoom.
 */
export const screenPx = '--mimic-screen-px'
