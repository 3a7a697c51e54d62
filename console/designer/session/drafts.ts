import { composeDiffs, noDiff, type Component, type Diff, type Drawing, type Id } from '@mimic/engine/document'
import { stepsOf, type KeptSteps, type LooseSteps } from './keptSteps.ts'

/** Unsaved work of one opened drawing, as the browser keeps it. */
export interface Draft {
  readonly key: string
  readonly drawingId: string
  readonly account: string
  /** The server's revision that the work began with: a save of it must still name that one. */
  readonly revision: number
  readonly at: number
  readonly drawing: Drawing
  /** What could be undone and redone. */
  readonly steps: LooseSteps
}

/** A draft as it begins. */
export interface NewDraft extends Omit<Draft, 'steps'> {
  readonly kept: KeptSteps
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
  /** Absent in drafts of versions that did not keep them, here and in a step. */
  readonly kept?: KeptSteps
}

/** One stretch of editing after it. */
export interface Step {
  readonly key: string
  readonly sequence: number
  readonly at: number
  readonly diff: Diff
  readonly kept?: KeptSteps
}

/** One browser's unsaved work. A draft is the drawing it began with and the steps since: writing costs what was edited. */
export interface DraftShelf {
  begin(draft: NewDraft): Promise<void>
  append(step: Step): Promise<void>
  remove(key: string): Promise<void>
  /** Newest first; whole drawings, not yet checked. */
  of(account: string, drawingId: string): Promise<Draft[]>
  close(): void
}

/** The drawing of a draft: its base with the steps played upon it. */
export function draftOf({ base, owner: _, kept, ...head }: Head, list: readonly Step[]): Draft {
  const change = list.reduce((whole, { diff }) => composeDiffs(whole, diff), noDiff)
  const components = new Map<Id, Component>(base.components.map((component) => [component.id, component]))
  for (const component of change.removed) components.delete(component.id)
  for (const component of change.added) components.set(component.id, component)
  for (const [, after] of change.updated) components.set(after.id, after)
  const drawing: Drawing = {
    version: base.version,
    name: change.name?.[1] ?? base.name,
    layer: change.layer?.[1] ?? base.layer,
    components: withoutMembers(components),
    symbols: change.symbols?.[1] ?? base.symbols ?? [],
  }
  return { ...head, at: list.at(-1)?.at ?? head.at, drawing, steps: stepsOf([kept, ...list.map((step) => step.kept)]) }
}

/** Members of instances are made from their symbols when a drawing is read; written beside them they would be refused. */
function withoutMembers(components: ReadonlyMap<Id, Component>): Component[] {
  const isMade = ({ parent }: Component): boolean => {
    const group = parent === null ? undefined : components.get(parent)
    return group !== undefined && (group.link !== null || isMade(group))
  }
  return [...components.values()].filter((component) => !isMade(component))
}
