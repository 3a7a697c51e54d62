import { Router, TagTable } from '@mimic/engine/bindings'
import { catalog, feedsOf } from '@mimic/engine/catalog'
import type { Component, Drawing } from '@mimic/engine/document'
import { DrawingDocument, ownComponents, readDrawingToShow } from '@mimic/engine/document'
import { parseTag } from '../../../../contract/telemetry/tags.ts'
import type { Db } from '../../../database/index.ts'

/** A drawing as it is shown by links: what it holds, and which points of its own project are bound in it. */
export interface Picture {
  readonly revision: number
  readonly drawing: Drawing
  /** The version of what is stored, where a newer program saved it and `drawing` is what this one knows of it. */
  readonly newer: number | null
  /** In the order by which values name them. */
  readonly tags: readonly string[]
  /** Points whose past it draws; bound ones among them. */
  readonly pasts: ReadonlySet<string>
}

/** By how long the drawings are as they are stored: a screen full of large ones does not push each other out, and the memory has an end. */
const keptLength = 64 * 1024 * 1024
const keptPictures = 500

interface Kept {
  readonly picture: Picture
  readonly length: number
}

/**
 * Reads drawings that are shown, once for all who ask at the same time, and keeps the last ones until they are saved anew. A point of
 * another project that is bound in a drawing is left out: else whoever may change the drawing could read by its link what he may not see
 * himself.
 */
export function createPictures(db: Db) {
  const pictures = new Map<string, Kept>()
  const underway = new Map<string, Promise<Picture | undefined>>()

  const read = async (id: string): Promise<Picture | undefined> => {
    const row = await db.selectFrom('drawing').select(['body', 'revision', 'project']).where('id', '=', id).executeTakeFirst()
    const stored = row && readDrawingToShow(row.body, catalog)
    if (!stored || stored.problems) return undefined
    const { drawing, newer } = stored.value
    const components = [...new DrawingDocument(drawing).components.values()]
    const isOwn = (tag: string): boolean => parseTag(tag)?.project === row.project
    const tags = new Router(components, new TagTable(), catalog).tags.filter(isOwn)
    const pasts = new Set([...tags, ...components.flatMap(pastsOf).filter(isOwn)])
    const picture = { revision: row.revision, drawing: { ...drawing, components: ownComponents(drawing) }, newer, tags, pasts }
    pictures.delete(id)
    pictures.set(id, { picture, length: row.body.length })
    forgetOldest()
    return picture
  }
  const forgetOldest = (): void => {
    let length = [...pictures.values()].reduce((sum, kept) => sum + kept.length, 0)
    for (const [id, kept] of pictures) {
      if (pictures.size <= 1 || (pictures.size <= keptPictures && length <= keptLength)) return
      pictures.delete(id)
      length -= kept.length
    }
  }
  const readOnce = (id: string): Promise<Picture | undefined> => {
    const reading = underway.get(id) ?? read(id).finally(() => underway.delete(id))
    underway.set(id, reading)
    return reading
  }

  /** The drawing as it is at this revision, or at a later one. */
  return async (id: string, revision: number): Promise<Picture | undefined> => {
    const known = pictures.get(id)
    if (known && known.picture.revision >= revision) {
      pictures.delete(id)
      pictures.set(id, known)
      return known.picture
    }
    const joined = await readOnce(id)
    // What was under way already may have begun before the drawing was saved.
    return joined && joined.revision < revision ? readOnce(id) : joined
  }
}

/** The points whose past a component asks for. */
const pastsOf = (component: Component): readonly string[] => feedsOf(component, catalog).flatMap((feed) => (feed.kind === 'history' ? feed.tags : []))
