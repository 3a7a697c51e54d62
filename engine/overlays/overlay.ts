import type { Quality } from '../bindings/quality.ts'
import type { DomOverlay } from '../components/define.ts'

/** How much is seen of an element: `aside`: it is far outside of what the screen shows; `hidden`: its component is not shown. */
export type Visibility = 'seen' | 'aside' | 'hidden'

/** An element that stands for a component while a drawing runs. */
export interface Overlay {
  readonly element: HTMLElement
  /** Shows what changed without being made anew, and how far it may be trusted; false: it cannot. */
  update?(pin: DomOverlay, mark: Quality): boolean
  /** Whether it covers its whole box; absent: it does. Else the component's own picture is seen through it. */
  isWhole?(): boolean
  /** Shows its picture mirrored, the words it may have to say as they are; absent: it has none that could be. An element is made unmirrored. */
  mirror?(across: boolean, upsideDown: boolean): void
  /** Stops what costs or sounds while nobody sees it, and goes on with it. An element is made for being seen. */
  attend?(attention: Visibility): void
  /** Whether any of it is on the screen: the tab key stops at nothing that is not. An element is made as one that is. */
  reach?(isOnScreen: boolean): void
  /** Before each frame of the stage; true wants another one. */
  frame?(nowMs: number, width: number, height: number): boolean
  destroy(): void
}

/** The words a pinned element may have to say. */
export interface OverlayTexts {
  readonly loading: string
  readonly failed: string
  readonly retry: string
  /** How a model is turned by keys; absent: in English. */
  readonly turning?: string
  /** What a model is called whose component has no name; absent: "3D model". */
  readonly model?: string
}

/** The custom property that says how much of a drawing pixel a pixel of the screen is: what should be as wide on any screen is counted in it. */
export const screenPx = '--mimic-screen-px'
