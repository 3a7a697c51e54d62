import type { Catalog } from '../../components/catalog.ts'
import type { CommandBus } from '../../commands/index.ts'
import type { DrawingDocument } from '../../document/index.ts'
import type { Point } from '../../geometry/index.ts'
import type { Stage } from '../../stage/index.ts'
import type { Feedback } from '../feedback.ts'
import type { Selection } from '../selection.ts'

/** One pointer event, in drawing and in screen coordinates, with the keys held. */
export interface ToolPointer {
  readonly world: Point
  readonly screen: Point
  readonly shift: boolean
  readonly alt: boolean
  /** Ctrl or Cmd is held: nothing snaps. */
  readonly free: boolean
}

/** All that a tool may touch: no canvas, no history, no clipboard. A test gives it a stage of three lines. */
export interface ToolContext {
  readonly document: DrawingDocument
  readonly catalog: Catalog
  readonly bus: Pick<CommandBus, 'run' | 'gesture'>
  readonly selection: Selection
  readonly feedback: Feedback
  readonly view: Pick<Stage, 'hitTest' | 'within'> & {
    readonly camera: Pick<Stage['camera'], 'scale' | 'toScreen' | 'toWorld' | 'moveBy' | 'visible'>
  }
  /** Back to the selecting tool, once a tool that does one thing has done it. */
  finish(): void
}

/** A tool is a small state machine over three events. Between `press` and `release` it owns the pointer. */
export interface Tool {
  readonly cursor: string
  press(pointer: ToolPointer): void
  /** `pressed`: the pointer is down; otherwise it only passes over. */
  move(pointer: ToolPointer, pressed: boolean): void
  release(pointer: ToolPointer): void
  doubleClick?(pointer: ToolPointer): void
  /** The other button asks what can be done here: what lies under the pointer is chosen first. */
  choose?(pointer: ToolPointer): void
  /** Stops what is going on as if it had not begun; true: there was something to stop. */
  cancel(): boolean
}

/** One drag of the selecting tool: begun when the pointer has left its first few pixels. */
export interface Drag {
  move(pointer: ToolPointer): void
  finish(): void
  cancel(): void
}

/** Screen pixels within which a moved edge sticks to another. */
export const snapReach = 6

/** `name` is asked when the component is put: what it is called in the person's language. */
export type ToolChoice = 'select' | 'pan' | { readonly place: string; readonly name?: () => string }
