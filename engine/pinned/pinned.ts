import type { Quality } from '../bindings/quality.ts'
import type { Pin } from '../components/define.ts'

/** An element that stands for a component while a drawing runs. */
export interface Pinned {
  readonly element: HTMLElement
  /** Shows what changed without being made anew, and how far it may be trusted; false: it cannot. */
  update?(pin: Pin, mark: Quality): boolean
  /** Before each frame of the stage; true wants another one. */
  frame?(nowMs: number, width: number, height: number): boolean
  destroy(): void
}

/** The words a pinned element may have to say. */
export interface PinWords {
  readonly loading: string
  readonly failed: string
  readonly retry: string
}
