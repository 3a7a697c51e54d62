import type { Quality, TagTable } from '../bindings/index.ts'
import { quality, Router } from '../bindings/index.ts'
import type { Component, Id, Props } from '../document/component.ts'
import type { Fields, Problem } from '../schema/index.ts'
import { isAnswer, wishesOf } from './feeds.ts'
import type { LiveProps } from './liveProps.ts'
import { LiveTable } from './liveProps.ts'

/** What a running drawing shows at one moment: what `svgOf` needs beside the drawing. */
export interface DrawingState {
  readonly overrides: ReadonlyMap<Id, Props>
  /** Worst quality of the tags of each bound component. */
  readonly qualities: ReadonlyMap<Id, Quality>
  /** Bindings that cannot play, by component and property. */
  readonly problems: readonly Problem[]
  /** Every tag the drawing needs. */
  readonly needed: readonly string[]
}

/**
 * A drawing with the values that a table of tags has now, resolved as the runner resolves them. The table's dirty tags
 * are left alone: whoever draws from it has missed nothing.
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
      set: (prop, value) => { values[prop] = value },
      show: (mark) => { qualities.set(id, mark) },
    })
    overrides.set(id, values)
  }
  return { overrides, qualities, problems: router.problems, needed: router.tags }
}

/**
 * The state with what feeds would have brought: clocks show `timeMs`; of the rest nothing has come, so they are stale
 * where `isLive`, as in a drawing that runs without a network; what is for the designer alone is then not shown.
 */
export function fedAt(
  components: Iterable<Component>,
  catalog: Parameters<typeof wishesOf>[1],
  state: Pick<DrawingState, 'overrides' | 'qualities'>,
  timeMs: number | undefined,
  isLive: boolean,
): Pick<DrawingState, 'overrides' | 'qualities'> {
  const overrides = new Map(state.overrides)
  const qualities = new Map(state.qualities)
  for (const [id, feeds] of wishesOf(components, catalog)) {
    for (const feed of feeds) {
      if (feed.kind === 'clock' && timeMs !== undefined) overrides.set(id, { ...overrides.get(id), [feed.prop]: timeMs })
      else if (feed.kind === 'blank') {
        if (isLive) overrides.set(id, { ...overrides.get(id), [feed.prop]: '' })
      } else if (isLive) {
        qualities.set(id, quality.stale)
        if (isAnswer(feed)) overrides.set(id, { [feed.prop]: '', ...overrides.get(id) })
      }
    }
  }
  return { overrides, qualities }
}
