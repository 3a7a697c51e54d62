import { catalog } from '@mimic/engine/catalog'
import { listTags } from '@mimic/engine/commands'
import { type Component, type DrawingDocument, type Id, isId } from '@mimic/engine/document'
import type { DrawingSession } from './drawingSession.ts'

/**
 * Returns true if the clipboard text was copied from another drawing: none of its components was ever part of this one.
 */
export function isForeign(text: string, session: Pick<DrawingSession, 'hasComponent'>): boolean {
  const ids = [...text.matchAll(/^\{"id":"([^"]+)"/gm)].map(([, id]) => id).filter(isId)
  return ids.length > 0 && !ids.some((id) => session.hasComponent(id))
}

/** Components with all their descendants, each once. */
export function withDescendants(document: DrawingDocument, ids: readonly Id[]): Component[] {
  const found = new Map<Id, Component>()
  for (const id of ids) {
    const component = document.get(id)
    if (component) found.set(id, component)
    for (const member of document.descendants(id)) found.set(member.id, member)
  }
  return [...found.values()]
}

/** Returns true if the components or their descendants use tags. */
export function usesTags(document: DrawingDocument, ids: readonly Id[]): boolean {
  return listTags(withDescendants(document, ids), catalog, document).length > 0
}
