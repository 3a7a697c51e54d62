import type { Catalog } from '../../components/catalog.ts'
import type { CommandBus } from '../../commands/index.ts'
import type { DrawingDocument } from '../../document/index.ts'
import type { Point } from '../../geometry/index.ts'
import type { Size } from '../../paint/brush.ts'
import type { FieldValue } from '../../schema/index.ts'
import type { Stage } from '../../stage/index.ts'
import type { SnapSettings } from '../snapSettings.ts'
import type { Feedback } from '../feedback.ts'
import type { Guides } from '../guides.ts'
import type { PathPoints } from '../pathPoints.ts'
import type { SelectionCache } from '../selectionCache.ts'
import type { Selection } from '../selection.ts'

/** One pointer event, in drawing and in screen coordinates, with the keys held. */
export interface ToolPointer {
  readonly world: Point
  readonly screen: Point
  readonly shift: boolean
  readonly alt: boolean
  /** Ctrl or Cmd is held: nothing snaps. */
  readonly free: boolean
  /** A finger: it covers more than it points at. */
  readonly isCoarse?: boolean
}

/** All that a tool may touch: no canvas, no history, no clipboard. A test gives it a stage of three lines. */
export interface ToolContext {
  readonly document: DrawingDocument
  readonly catalog: Catalog
  readonly bus: Pick<CommandBus, 'run' | 'gesture' | 'nameOf'>
  readonly selection: Selection
  readonly selected: SelectionCache
  readonly feedback: Feedback
  readonly aids: Pick<SnapSettings, 'state'>
  readonly guides: Pick<Guides, 'state'>
  readonly points: PathPoints
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
  /** Enter: does with the keys alone what the tool is for. False: there is nothing to do. */
  confirm?(): boolean
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

/**
 * The placing of a component: its type, and what of it is not as the type's defaults are. `name` is asked when it is put:
 * what it is called in the person's language.
 */
export interface Placing {
  readonly place: string
  readonly name?: () => string
  readonly props?: Readonly<Record<string, FieldValue>>
  readonly size?: Size
}
/** `connect` draws lines that stick, of the catalog's first such type; placing such a type does the same. */
export type ToolChoice = 'select' | 'pan' | 'connect' | Placing
