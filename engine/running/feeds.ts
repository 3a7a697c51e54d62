import { getFeeds } from '../components/catalog.ts'
import type { Feed, OpenedFeed } from '../components/define.ts'
import type { Component, Id } from '../document/model/component.ts'
import type { FieldValue } from '../schema/index.ts'

/**
 * Provides data other than tags to a running drawing. Implemented by the page, because the engine has no network,
 * session or clock.
 */
export interface FeedSource {
  /**
   * Opens a feed and returns a function that closes it. `deliver` receives each new value: null marks the last value as
   * stale, undefined reports that there is no value, which is shown as bad.
   */
  open(feed: OpenedFeed, deliver: (value: FieldValue | null | undefined) => void): () => void
}

/** Feed source without data; components with feeds are shown as stale. */
export const noFeeds: FeedSource = { open: () => () => undefined }

/**
 * Whether the feed delivers a text in response to a request. Until the response arrives the text is empty, regardless
 * of the drawing's content: sample rows or alarms could be mistaken for the last known ones.
 */
export function isResponse({ kind }: { readonly kind?: Feed['kind'] }): boolean {
  return kind === 'request' || kind === 'alarms' || kind === 'history'
}

/** Returns the feeds that components need, by component. */
export function getFeedsByComponent(
  components: Iterable<Component>,
  types: Parameters<typeof getFeeds>[1],
): ReadonlyMap<Id, readonly Feed[]> {
  const feedsByComponent = new Map<Id, readonly Feed[]>()
  for (const component of components) {
    const feeds = getFeeds(component, types)
    if (feeds.length > 0) feedsByComponent.set(component.id, feeds)
  }
  return feedsByComponent
}
