import type { CommandBus } from '@mimic/engine/commands'
import { writeDrawing } from '@mimic/engine/document'
import { type DraftHistory, StepLog, restoreSteps } from './draftHistory.ts'

/** Undo and redo steps of a saved drawing, which has no draft. */
export interface SavedSteps {
  readonly account: string
  readonly drawingId: string
  readonly revision: number
  /** Hash of the drawing: a server restored from a backup may have another drawing at the same revision. */
  readonly hash: string
  readonly at: number
  readonly kept: DraftHistory
}

/** Maximum number of drawings with saved steps per browser; the oldest are removed first. */
export const maxSavedSteps = 20

/** Steps of a bus, to be stored for the revision just saved. */
export function createSavedSteps(
  bus: CommandBus,
  owner: Pick<SavedSteps, 'account' | 'drawingId'>,
  revision: number,
  hash: string,
): SavedSteps {
  return {
    account: owner.account,
    drawingId: owner.drawingId,
    revision,
    hash,
    at: Date.now(),
    kept: new StepLog().snapshot(bus.steps),
  }
}

/** Restores undo and redo after a reload. Returns false if the revision or the hash differs. */
export function restoreSavedSteps(bus: CommandBus, saved: SavedSteps | null, revision: number): boolean {
  if (!saved || saved.revision !== revision || saved.hash !== computeHash(bus)) return false
  bus.restoreSteps(restoreSteps([saved.kept]))
  return true
}

/**
 * 53-bit hash of a drawing's text, to compare states; not for security. The format version is normalised to 5, so that
 * steps stored by version 5 or later survive an upgrade that does not change the drawing.
 */
export function computeHash(bus: Pick<CommandBus, 'document'>): string {
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
