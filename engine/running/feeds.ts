import { feedsOf } from '../components/catalog.ts'
import type { Feed, OpenedFeed } from '../components/define.ts'
import type { Component, Id } from '../document/component.ts'
import type { FieldValue } from '../schema/index.ts'

/** What a running drawing is fed by: the page has a network, a session and a clock, the engine has none. */
export interface FeedSource {
  /**
   * Opens a feed. `deliver` is called with each value that comes; null says that what was delivered is no longer known
   * to be so, and is shown as stale; undefined that the source answered and has no value: shown as none, and as bad.
   * Answers how to close it.
   */
  open(feed: OpenedFeed, deliver: (value: FieldValue | null | undefined) => void): () => void
}

/** No feeds: nothing is known of what would be asked for, and what is shown is stale. */
export const noFeeds: FeedSource = { open: () => () => undefined }

/**
 * Whether the feed is a question whose answer is a text: until it comes there is none, whatever the drawing holds in its
 * place. Sample rows and alarms greyed on a wall would be taken for the plant's last known ones.
 */
export function isAnswer({ kind }: { readonly kind?: Feed['kind'] }): boolean {
  return kind === 'request' || kind === 'alarms' || kind === 'history'
}

/** The components that want to be fed, with what each wants. */
export function wishesOf(
  components: Iterable<Component>, types: Parameters<typeof feedsOf>[1],
): ReadonlyMap<Id, readonly Feed[]> {
  const wishes = new Map<Id, readonly Feed[]>()
  for (const component of components) {
    const feeds = feedsOf(component, types)
    if (feeds.length > 0) wishes.set(component.id, feeds)
  }
  return wishes
}
