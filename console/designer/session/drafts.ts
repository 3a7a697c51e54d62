import { composeDiffs, noDiff, type Component, type Diff, type Drawing, type Id } from '@mimic/engine/document'
import { restoreSteps, type DraftHistory, type DetachedSteps } from './draftHistory.ts'
import type { SavedSteps } from './savedSteps.ts'

/** Unsaved work of one drawing, as stored in the browser. */
export interface Draft {
  readonly key: string
  readonly drawingId: string
  readonly account: string
  /** Server revision the work is based on; saving must send this one. */
  readonly revision: number
  readonly at: number
  readonly drawing: Drawing
  /** Undo and redo steps. */
  readonly steps: DetachedSteps
  /** Symbol that was open for editing. */
  readonly symbol: SymbolDraft | null
}

/** Edits of a symbol that have not been applied to the drawing. */
export interface SymbolDraft {
  readonly id: Id
  readonly drawing: Drawing
  readonly steps: DetachedSteps
}

/** Start of a draft. */
export interface NewDraft extends Omit<Draft, 'steps' | 'symbol'> {
  /** Id of the symbol, for a symbol draft. */
  readonly symbol?: Id
  readonly kept: DraftHistory
}

/** Stored start of a draft. */
export interface Head {
  readonly key: string
  readonly owner: string
  readonly drawingId: string
  readonly account: string
  readonly revision: number
  readonly at: number
  readonly base: Drawing
  /** Id of the edited symbol. The draft of its drawing has the same key without the suffix. */
  readonly symbol?: Id
  /** Absent in drafts of older versions, here and in steps. */
  readonly kept?: DraftHistory
}

/** Edits of one write interval. */
export interface Step {
  readonly key: string
  readonly sequence: number
  readonly at: number
  readonly diff: Diff
  readonly kept?: DraftHistory
}

/**
 * Draft storage of one browser. A draft consists of the base drawing and the steps since, so that the cost of a write
 * depends on the edit.
 */
export interface DraftStorage {
  begin(draft: NewDraft): Promise<void>
  /** Returns false if the start of the draft is missing, because another tab has removed it. */
  append(step: Step): Promise<boolean>
  remove(key: string): Promise<void>
  /** Newest first; complete drawings, not validated. */
  of(account: string, drawingId: string): Promise<Draft[]>
  /** Replaces the saved steps of the same drawing. */
  keepSteps(saved: SavedSteps): Promise<void>
  savedSteps(account: string, drawingId: string): Promise<SavedSteps | null>
  close(): void
}

/** Drafts of a drawing under any of these accounts, newest first. */
export async function readDrafts(
  storage: DraftStorage,
  accounts: readonly string[],
  drawingId: string,
): Promise<Draft[]> {
  const lists = await Promise.all(accounts.map((account) => storage.of(account, drawingId)))
  return lists.flat().toSorted((a, b) => b.at - a.at)
}

/** Newest saved steps under any of these accounts. */
export async function readSavedSteps(
  storage: DraftStorage,
  accounts: readonly string[],
  drawingId: string,
): Promise<SavedSteps | null> {
  const found = await Promise.all(accounts.map((account) => storage.savedSteps(account, drawingId)))
  return found.filter((saved) => saved !== null).toSorted((a, b) => b.at - a.at)[0] ?? null
}

/** Key of the symbol draft that belongs to a drawing's draft. */
export const toSymbolKey = (key: string): string => `${key}/symbol`

/**
 * Combines stored records to drafts, newest first, each with its open symbol. A symbol draft without its drawing is
 * ignored.
 */
export function combineDrafts(heads: readonly Head[], getSteps: (key: string) => readonly Step[]): Draft[] {
  const symbols = new Map(
    heads.flatMap((head) => (head.symbol === undefined ? [] : [[head.key, { head, id: head.symbol }]])),
  )
  const drafts = heads
    .filter((head) => head.symbol === undefined)
    .map((head): Draft => {
      const draft = replayDraft(head, getSteps(head.key))
      const open = symbols.get(toSymbolKey(head.key))
      if (!open) return draft
      const { at, drawing, steps } = replayDraft(open.head, getSteps(open.head.key))
      return { ...draft, at: Math.max(draft.at, at), symbol: { id: open.id, drawing, steps } }
    })
  return drafts.toSorted((a, b) => b.at - a.at)
}

/** Applies the steps to the base drawing. */
export function replayDraft({ base, owner: _, symbol: __, kept, ...head }: Head, list: readonly Step[]): Draft {
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
  return {
    ...head,
    at: list.at(-1)?.at ?? head.at,
    drawing,
    steps: restoreSteps([kept, ...list.map((step) => step.kept)]),
    symbol: null,
  }
}

/** Removes members of instances: reading a drawing creates them from the symbols and rejects stored ones. */
function withoutMembers(components: ReadonlyMap<Id, Component>): Component[] {
  const isInstanceMember = ({ parent }: Component): boolean => {
    const group = parent === null ? undefined : components.get(parent)
    return group !== undefined && (group.link !== null || isInstanceMember(group))
  }
  return [...components.values()].filter((component) => !isInstanceMember(component))
}
