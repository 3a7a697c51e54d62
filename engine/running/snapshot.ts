import type { Quality, TagTable } from '../bindings/index.ts'
import { quality, Router } from '../bindings/index.ts'
import type { Component, Id, Props } from '../document/model/component.ts'
import type { Fields, Problem } from '../schema/index.ts'
import { isResponse, getFeedsByComponent } from './feeds.ts'
import type { LiveProps } from './liveProps.ts'
import { LiveTable } from './liveProps.ts'

/** State of a running drawing at one moment, as input for `svgOf`. */
export interface DrawingState {
  readonly overrides: ReadonlyMap<Id, Props>
  /** Worst quality of the tags of each bound component. */
  readonly qualities: ReadonlyMap<Id, Quality>
  /** Bindings that cannot be evaluated, by component and property. */
  readonly problems: readonly Problem[]
  /** All tags that the drawing uses. */
  readonly requiredTags: readonly string[]
}

/**
 * Returns the state of a drawing for the current values of a tag table, evaluated as by the runner. The table's changed
 * tags are not drained, so a runner on the same table misses nothing.
 */
export function snapshotAt(
  drawing: { readonly components: Iterable<Component> },
  catalog: { get(type: string): { readonly fields: Fields } | undefined },
  tags: TagTable,
): DrawingState {
  const router = new Router(drawing.components, tags, catalog)
  const live = new LiveTable(router, tags)
  const overrides = new Map<Id, Props>()
  const qualities = new Map<Id, Quality>()
  for (const [place, id] of live.ids.entries()) {
    const values: LiveProps = {}
    live.refresh(place)
    live.show(place, {
      set: (prop, value) => {
        values[prop] = value
      },
      show: (mark) => {
        qualities.set(id, mark)
      },
    })
    overrides.set(id, values)
  }
  return { overrides, qualities, problems: router.problems, requiredTags: router.tags }
}

/**
 * Adds the effect of feeds to a state. Clocks show `timeMs` (milliseconds since 1970). If `isLive`, other feeds count
 * as stale, as in a running drawing without a network, and sample content for the designer is hidden.
 */
export function applyFeeds(
  components: Iterable<Component>,
  catalog: Parameters<typeof getFeedsByComponent>[1],
  state: Pick<DrawingState, 'overrides' | 'qualities'>,
  timeMs: number | undefined,
  isLive: boolean,
): Pick<DrawingState, 'overrides' | 'qualities'> {
  const overrides = new Map(state.overrides)
  const qualities = new Map(state.qualities)
  for (const [id, feeds] of getFeedsByComponent(components, catalog)) {
    for (const feed of feeds) {
      if (feed.kind === 'clock' && timeMs !== undefined)
        overrides.set(id, { ...overrides.get(id), [feed.prop]: timeMs })
      else if (feed.kind === 'blank') {
        if (isLive) overrides.set(id, { ...overrides.get(id), [feed.prop]: '' })
      } else if (isLive) {
        qualities.set(id, quality.stale)
        if (isResponse(feed)) overrides.set(id, { [feed.prop]: '', ...overrides.get(id) })
      }
    }
  }
  return { overrides, qualities }
}
