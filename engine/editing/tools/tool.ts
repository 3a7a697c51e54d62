import type { Catalog } from '../../components/catalog.ts'
import type { CommandBus } from '../../commands/index.ts'
import type { DrawingDocument } from '../../document/index.ts'
import type { Point } from '../../geometry/index.ts'
import type { Size } from '../../paint/brush/brush.ts'
import type { FieldValue } from '../../schema/index.ts'
import type { Stage } from '../../stage/index.ts'
import type { SnapSettings } from '../snapSettings.ts'
import type { Feedback } from '../feedback.ts'
import type { Guides } from '../guides.ts'
import type { PathPoints } from '../pathPoints.ts'
import type { SelectionCache } from '../selectionCache.ts'
import type { Selection } from '../selection.ts'

/** A pointer event in drawing (`world`) and screen coordinates with its modifier keys. */
export interface ToolPointer {
  readonly world: Point
  readonly screen: Point
  readonly shift: boolean
  readonly alt: boolean
  /** Ctrl or Cmd is held: disables snapping. */
  readonly free: boolean
  /** The pointer is a finger, which is less precise. */
  readonly isCoarse?: boolean
}

/** Everything a tool can access: no canvas, history or clipboard, so that tests need only a minimal stage. */
export interface ToolContext {
  readonly document: DrawingDocument
  readonly catalog: Catalog
  readonly bus: Pick<CommandBus, 'run' | 'gesture' | 'getBaseName'>
  readonly selection: Selection
  readonly selected: SelectionCache
  readonly feedback: Feedback
  readonly aids: Pick<SnapSettings, 'state'>
  readonly guides: Pick<Guides, 'state'>
  readonly points: PathPoints
  readonly view: Pick<Stage, 'hitTest' | 'within'> & {
    readonly camera: Pick<Stage['camera'], 'scale' | 'toScreen' | 'toWorld' | 'moveBy' | 'visible'>
  }
  /** Activates the select tool, called by single-use tools when they are done. */
  finish(): void
}

/** A tool is a state machine over `press`, `move` and `release`. Between `press` and `release` it owns the pointer. */
export interface Tool {
  readonly cursor: string
  press(pointer: ToolPointer): void
  /** `pressed` is true while the pointer is down, false while it hovers. */
  move(pointer: ToolPointer, pressed: boolean): void
  release(pointer: ToolPointer): void
  doubleClick?(pointer: ToolPointer): void
  /** Secondary button: selects the component under the pointer before the context menu opens. */
  choose?(pointer: ToolPointer): void
  /** Enter: performs the tool's action without a pointer. Returns false if there is nothing to do. */
  confirm?(): boolean
  /** Cancels the current action without effect. Returns true if there was one. */
  cancel(): boolean
}

/** A drag of the select tool. Starts when the pointer has moved a few pixels. */
export interface Drag {
  move(pointer: ToolPointer): void
  finish(): void
  cancel(): void
}

/** Snap distance in screen pixels. */
export const snapReach = 6

/**
 * Placement of a component: type and deviations from the type's defaults. `name` is called on placement and returns the
 * localized name.
 */
export interface Placing {
  readonly place: string
  readonly name?: () => string
  readonly props?: Readonly<Record<string, FieldValue>>
  readonly size?: Size
}
/**
 * `connect` draws connectors of the first such type in the catalog. Placing a connector type does the same with that
 * type.
 */
export type ToolChoice = 'select' | 'pan' | 'connect' | Placing
