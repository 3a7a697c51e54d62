import type { CommandBus } from '@mimic/engine/commands'
import { writeDrawing } from '@mimic/engine/document'
import { type DraftHistory, StepLog, stepsOf } from './draftHistory.ts'

/** What could be undone and redone of a drawing as the server has it: nothing of it is unsaved, so no draft keeps it. */
export interface SavedSteps {
  readonly account: string
  readonly drawingId: string
  readonly revision: number
  /** Of the drawing's text: a server set back to an older state may have the same revision of another drawing. */
  readonly hash: string
  readonly at: number
  readonly kept: DraftHistory
}

/** So many drawings' steps are kept in one browser; the oldest go first. */
export const savedStepsAtMost = 20

/** What a bus holds now, to be kept beside the revision that has just become the server's. */
export function savedStepsOf(bus: CommandBus, owner: Pick<SavedSteps, 'account' | 'drawingId'>, revision: number, hash: string): SavedSteps {
  return { account: owner.account, drawingId: owner.drawingId, revision, hash, at: Date.now(), kept: new StepLog().whole(bus.steps) }
}

/** Gives undo and redo back after a reload. Refused when the server has another revision, or another drawing under this one. */
export function restoreSavedSteps(bus: CommandBus, saved: SavedSteps | null, revision: number): boolean {
  if (!saved || saved.revision !== revision || saved.hash !== hashOf(bus)) return false
  bus.restoreSteps(stepsOf([saved.kept]))
  return true
}

/**
 * 53 bits of a drawing's text: to tell two states of one drawing apart, not to guard against anybody. Whatever its version says: an upgrade
 * that leaves the drawing as it is takes no steps away, and those kept of version 5 or later hold.
 */
export function hashOf(bus: Pick<CommandBus, 'document'>): string {
  const text = writeDrawing(bus.document.toDrawing()).replace(/^\{"version":\d+/, '{"version":5')
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return `${text.length}/${4294967296 * (2097151 & low) + (high >>> 0)}`
}
