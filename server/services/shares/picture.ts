import { Router, TagTable } from '@mimic/engine/bindings'
import { catalog } from '@mimic/engine/catalog'
import type { Component, Drawing } from '@mimic/engine/document'
import { DrawingDocument, ownComponents, readDrawing } from '@mimic/engine/document'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { Db } from '../../database/index.ts'

/** A drawing as it is shown by links: what it holds, and which points of its own project are bound in it. */
export interface Picture {
  readonly revision: number
  readonly drawing: Drawing
  /** In the order by which values name them. */
  readonly tags: readonly string[]
  /** Points whose past it draws; bound ones among them. */
  readonly pasts: ReadonlySet<string>
}

const kept = 20

/**
 * Reads drawings that are shown, and keeps the last ones until they are saved anew. A point of another project that is bound in a
 * drawing is left out: else whoever may change the drawing could read by its link what he may not see himself.
 */
export function createPictures(db: Db) {
  const pictures = new Map<string, Picture>()
  return async (id: string, revision: number): Promise<Picture | undefined> => {
    const known = pictures.get(id)
    pictures.delete(id)
    if (known?.revision === revision) {
      pictures.set(id, known)
      return known
    }
    const row = await db.selectFrom('drawing').select(['body', 'revision', 'project']).where('id', '=', id).executeTakeFirst()
    const read = row && readDrawing(row.body, catalog)
    if (!read || read.problems) return undefined
    const { drawing } = read.value
    const components = [...new DrawingDocument(drawing).components.values()]
    const isOwn = (tag: string): boolean => parseTag(tag)?.project === row.project
    const tags = new Router(components, new TagTable(), catalog).tags.filter(isOwn)
    const pasts = new Set([...tags, ...components.flatMap(pastsOf).filter(isOwn)])
    const picture = { revision: row.revision, drawing: { ...drawing, components: ownComponents(drawing) }, tags, pasts }
    pictures.set(id, picture)
    for (const oldest of [...pictures.keys()].slice(0, Math.max(0, pictures.size - kept))) pictures.delete(oldest)
    return picture
  }
}

/** The points whose past a component asks for. */
function pastsOf({ type, props, bindings }: Component): readonly string[] {
  const known = catalog.get(type)
  const feeds = known?.feeds?.({ ...known.defaults, ...props }, new Set(bindings.map(({ prop }) => prop))) ?? []
  return feeds.flatMap((feed) => (feed.kind === 'history' ? feed.tags : []))
}
