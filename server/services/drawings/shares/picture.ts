import { Router, TagTable } from '@mimic/engine/bindings'
import { catalog, getFeeds } from '@mimic/engine/catalog'
import type { Component, Drawing } from '@mimic/engine/document'
import { DrawingDocument, getOwnComponents, readDrawingToShow } from '@mimic/engine/document'
import { parseTag } from '../../../../contract/telemetry/tags.ts'
import type { Db } from '../../../database/index.ts'

/** A shared drawing with the points of its own project bound in it. */
export interface Picture {
  readonly revision: number
  readonly drawing: Drawing
  /** Version of the stored drawing if a newer version saved it; `drawing` is then incomplete. */
  readonly newer: number | null
  /** Points in the order used by the values. */
  readonly tags: readonly string[]
  /** Points whose history is drawn, including bound ones. */
  readonly historyTags: ReadonlySet<string>
}

/** Cache limit by stored text length, so that several large drawings fit while memory stays bounded. */
const maxCachedLength = 64 * 1024 * 1024
const maxCachedPictures = 500

interface CachedPicture {
  readonly picture: Picture
  readonly length: number
}

/**
 * Reads shared drawings, once for concurrent requests, and caches recent ones until saved again. Points of other
 * projects are removed: otherwise an editor could read points through a link without permission.
 */
export function createPictures(db: Db) {
  const pictures = new Map<string, CachedPicture>()
  const pendingReads = new Map<string, Promise<Picture | undefined>>()

  const read = async (id: string): Promise<Picture | undefined> => {
    const row = await db
      .selectFrom('drawing')
      .select(['body', 'revision', 'project'])
      .where('id', '=', id)
      .executeTakeFirst()
    const stored = row && readDrawingToShow(row.body, catalog)
    if (!stored || stored.problems) return undefined
    const { drawing, newer } = stored.value
    const components = [...new DrawingDocument(drawing).components.values()]
    const isOwn = (tag: string): boolean => parseTag(tag)?.project === row.project
    const tags = new Router(components, new TagTable(), catalog).tags.filter(isOwn)
    const historyTags = new Set([...tags, ...components.flatMap(getHistoryTags).filter(isOwn)])
    const picture = {
      revision: row.revision,
      drawing: { ...drawing, components: getOwnComponents(drawing) },
      newer,
      tags,
      historyTags,
    }
    pictures.delete(id)
    pictures.set(id, { picture, length: row.body.length })
    evictOldest()
    return picture
  }
  const evictOldest = (): void => {
    let length = [...pictures.values()].reduce((sum, cachedPicture) => sum + cachedPicture.length, 0)
    for (const [id, cachedPicture] of pictures) {
      if (pictures.size <= 1 || (pictures.size <= maxCachedPictures && length <= maxCachedLength)) return
      pictures.delete(id)
      length -= cachedPicture.length
    }
  }
  const readOnce = (id: string): Promise<Picture | undefined> => {
    const reading = pendingReads.get(id) ?? read(id).finally(() => pendingReads.delete(id))
    pendingReads.set(id, reading)
    return reading
  }

  /** Returns the drawing at this revision or a later one. */
  return async (id: string, revision: number): Promise<Picture | undefined> => {
    const cached = pictures.get(id)
    if (cached && cached.picture.revision >= revision) {
      pictures.delete(id)
      pictures.set(id, cached)
      return cached.picture
    }
    const shared = await readOnce(id)
    // The shared read may have started before the drawing was saved.
    return shared && shared.revision < revision ? readOnce(id) : shared
  }
}

/** Points whose history a component displays. */
const getHistoryTags = (component: Component): readonly string[] =>
  getFeeds(component, catalog).flatMap((feed) => (feed.kind === 'history' ? feed.tags : []))
