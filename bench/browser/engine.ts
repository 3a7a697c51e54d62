import type { Change, Item } from './workload.ts'

/** `run`: operator page, only values change. `edit`: designer page with move and undo. */
export type Mode = 'run' | 'edit'

/** The entry point of an engine, before a drawing is opened. */
export interface EngineKind {
  /** Serializes the drawing in the engine's own file format. Not timed. */
  write(items: readonly Item[]): string
  /** Creates canvas, context and other engine resources on the page. Timed as part of the first opening. */
  start(root: HTMLDivElement): Engine
}

/**
 * A drawing engine under test, used with the performance settings of its documentation. An adapter may keep state that
 * any application would keep, such as its nodes by index, but nothing specific to the benchmark.
 */
export interface Engine {
  /** Opens a file and draws the first frame. Only the text may be used. */
  open(text: string, mode: Mode): Promise<void>
  set(change: Change): void
  /** Draws the changes since the last call. */
  flush(): void
  pan(x: number, y: number): void
  zoom(scale: number): void
  /** Selects the items that `move` moves. Not timed. */
  select?(indexes: readonly number[]): void
  /** Moves the selection with one command and draws. */
  move?(dx: number, dy: number): void
  /** Undoes the last move and draws. */
  undo?(): void
  destroy(): void
}
