import type { Component } from '@mimic/engine'
import { catalog, resolveProps } from '@mimic/engine/catalog'
import { getAncestors, type DrawingDocument } from '@mimic/engine/document'
import { getTags } from '../hover/valueRows.ts'

/**
 * Tags of a clicked component: those of its bindings, its action and its history curve. If it has none, those of the nearest
 * group around it.
 */
export function findClickedTags(document: DrawingDocument, hit: Component): readonly string[] {
  for (const component of [hit, ...getAncestors(document, hit)]) {
    const tags = [...getTags(component), ...getCurveTags(component)]
    if (tags.length > 0) return [...new Set(tags)]
  }
  return []
}

function getCurveTags(component: Component): readonly string[] {
  const type = catalog.get(component.type)
  const feeds = type?.feeds?.(resolveProps(type, component.props, {})) ?? []
  return feeds.flatMap((feed) => (feed.kind === 'history' ? feed.tags : []))
}
