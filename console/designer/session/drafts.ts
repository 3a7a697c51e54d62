import { composeDiffs, noDiff, type Component, type Diff, type Drawing, type Id } from '@mimic/engine/document'

/** Unsaved work of one opened drawing, as the browser keeps it. */
export interface Draft {
  readonly key: string
  readonly drawingId: string
  readonly account: string
  /** The server's revision that the work began with: a save of it must still name that one. */
  readonly revision: number
  readonly at: number
  readonly drawing: Drawing
}

/** What a draft began with. */
export interface Head {
  readonly key: string
  readonly owner: string
  readonly drawingId: string
  readonly account: string
  readonly revision: number
  readonly at: number
  readonly base: Drawing
}

/** One stretch of editing after it. */
export interface Step {
  readonly key: string
  readonly sequence: number
  readonly at: number
  readonly diff: Diff
}

/** One browser's unsaved work. A draft is the drawing it began with and the steps since: writing costs what was edited. */
export interface DraftShelf {
  begin(draft: Draft): Promise<void>
  append(key: string, sequence: number, at: number, diff: Diff): Promise<void>
  remove(key: string): Promise<void>
  /** Newest first; whole drawings, not yet checked. */
  of(account: string, drawingId: string): Promise<Draft[]>
  close(): void
}

/** The drawing of a draft: its base with the steps played upon it. */
export function draftOf({ base, owner: _, ...head }: Head, list: readonly Step[]): Draft {
  const change = list.reduce((whole, { diff }) => composeDiffs(whole, diff), noDiff)
  const components = new Map<Id, Component>(base.components.map((component) => [component.id, component]))
  for (const component of change.removed) components.delete(component.id)
  for (const component of change.added) components.set(component.id, component)
  for (const [, after] of change.updated) components.set(after.id, after)
  const drawing: Drawing = {
    version: base.version,
    name: change.name?.[1] ?? base.name,
    layer: change.layer?.[1] ?? base.layer,
    components: [...components.values()],
  }
  return { ...head, at: list.at(-1)?.at ?? head.at, drawing }
}
