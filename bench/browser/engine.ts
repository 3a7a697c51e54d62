import type { Change, Item } from './workload.ts'

/** An operator's page changes values only; a designer's page can move things and take it back. */
export type Mode = 'run' | 'edit'

/** What a page loads before it has a drawing. */
export interface EngineKind {
  /** The drawing as a file in the engine's own format. Not timed. */
  write(items: readonly Item[]): string
  /** Puts the engine up on the page: canvas, context, what it makes of its own. Timed as a part of the first opening. */
  start(root: HTMLDivElement): Engine
}

/**
 * One drawing engine under measurement, used the way its own documentation recommends for speed. An adapter may hold
 * what any application would hold (its nodes by index) and nothing that only a benchmark could know.
 */
export interface Engine {
  /** From the file's text to a drawn first frame; the text is all that may be used. */
  open(text: string, mode: Mode): Promise<void>
  set(change: Change): void
  /** Draws now what was changed since the last call. */
  flush(): void
  pan(x: number, y: number): void
  zoom(scale: number): void
  /** Marks what `move` moves, as a designer would before dragging. Not timed. */
  select?(indexes: readonly number[]): void
  /** Moves the selection by one command and draws. */
  move?(dx: number, dy: number): void
  /** Takes the last move back and draws. */
  undo?(): void
  destroy(): void
}
