import { composeDiffs, noDiff, type Component, type Diff, type Drawing, type Id } from '@mimic/engine/document'
import { stepsOf, type DraftHistory, type DetachedSteps } from './draftHistory.ts'
import type { SavedSteps } from './savedSteps.ts'

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
  readonly steps: DetachedSteps
  /** The symbol that was open, as it stood in its own drawing. */
  readonly symbol: SymbolDraft | null
}

/** Work in a symbol that was taken out of its drawing and not put back yet. */
export interface SymbolDraft {
  readonly id: Id
  readonly drawing: Drawing
  readonly steps: DetachedSteps
}

/** A draft as it begins. */
export interface NewDraft extends Omit<Draft, 'steps' | 'symbol'> {
  /** Of a symbol's own drawing: which one it is. */
  readonly symbol?: Id
  readonly kept: DraftHistory
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
  /** What was edited is this symbol of the drawing, whose draft has the key without its end. */
  readonly symbol?: Id
  /** Absent in drafts of versions that did not keep them, here and in a step. */
  readonly kept?: DraftHistory
}

/** One stretch of editing after it. */
export interface Step {
  readonly key: string
  readonly sequence: number
  readonly at: number
  readonly diff: Diff
  readonly kept?: DraftHistory
}

/** One browser's unsaved work. A draft is the drawing it began with and the steps since: writing costs what was edited. */
export interface DraftShelf {
  begin(draft: NewDraft): Promise<void>
  /** False where the draft's beginning is gone, so that the step leads nowhere: another tab has removed it. */
  append(step: Step): Promise<boolean>
  remove(key: string): Promise<void>
  /** Newest first; whole drawings, not yet checked. */
  of(account: string, drawingId: string): Promise<Draft[]>
  /** In the place of those of the same drawing. */
  keepSteps(saved: SavedSteps): Promise<void>
  savedSteps(account: string, drawingId: string): Promise<SavedSteps | null>
  close(): void
}

/** The drafts of a drawing that were kept by any of these accounts, newest first. */
export async function draftsOfAny(shelf: DraftShelf, accounts: readonly string[], drawingId: string): Promise<Draft[]> {
  const lists = await Promise.all(accounts.map((account) => shelf.of(account, drawingId)))
  return lists.flat().toSorted((a, b) => b.at - a.at)
}

/** The newest steps that were kept by any of these accounts. */
export async function savedStepsOfAny(shelf: DraftShelf, accounts: readonly string[], drawingId: string): Promise<SavedSteps | null> {
  const found = await Promise.all(accounts.map((account) => shelf.savedSteps(account, drawingId)))
  return found.filter((saved) => saved !== null).toSorted((a, b) => b.at - a.at)[0] ?? null
}

/** The key of what is edited of a symbol beside the draft of its drawing. */
export const symbolKeyOf = (key: string): string => `${key}/symbol`

/** The drafts of drawings, newest first, each with the symbol that was open in it. One of a symbol alone leads nowhere. */
export function draftsOf(heads: readonly Head[], stepsOfKey: (key: string) => readonly Step[]): Draft[] {
  const symbols = new Map(heads.flatMap((head) => (head.symbol === undefined ? [] : [[head.key, { head, id: head.symbol }]])))
  const drafts = heads.filter((head) => head.symbol === undefined).map((head): Draft => {
    const draft = draftOf(head, stepsOfKey(head.key))
    const open = symbols.get(symbolKeyOf(head.key))
    if (!open) return draft
    const { at, drawing, steps } = draftOf(open.head, stepsOfKey(open.head.key))
    return { ...draft, at: Math.max(draft.at, at), symbol: { id: open.id, drawing, steps } }
  })
  return drafts.toSorted((a, b) => b.at - a.at)
}

/** The drawing of a draft: its base with the steps played upon it. */
export function draftOf({ base, owner: _, symbol: __, kept, ...head }: Head, list: readonly Step[]): Draft {
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
  return { ...head, at: list.at(-1)?.at ?? head.at, drawing, steps: stepsOf([kept, ...list.map((step) => step.kept)]), symbol: null }
}

/** Members of instances are made from their symbols when a drawing is read; written beside them they would be refused. */
function withoutMembers(components: ReadonlyMap<Id, Component>): Component[] {
  const isMade = ({ parent }: Component): boolean => {
    const group = parent === null ? undefined : components.get(parent)
    return group !== undefined && (group.link !== null || isMade(group))
  }
  return [...components.values()].filter((component) => !isMade(component))
}
