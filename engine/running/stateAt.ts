import { poseAt } from '../animation/motion.ts'
import type { Quality, TagTable } from '../bindings/index.ts'
import { quality, Router } from '../bindings/index.ts'
import { groupType } from '../document/component.ts'
import type { Component, Id, Props } from '../document/component.ts'
import type { Fields, FieldValue, Problem } from '../schema/index.ts'
import { wishesOf } from './feeds.ts'
import { livePartsOf, LiveReader } from './liveProps.ts'

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
export function stateAt(
  drawing: { readonly components: Iterable<Component> },
  catalog: { get(type: string): { readonly fields: Fields } | undefined },
  tags: TagTable,
): DrawingState {
  const router = new Router(drawing.components, tags, catalog)
  const reader = new LiveReader(tags)
  const overrides = new Map<Id, Props>()
  const qualities = new Map<Id, Quality>()
  for (const part of livePartsOf(router)) {
    reader.refresh(part)
    overrides.set(part.bound.id, part.live)
    qualities.set(part.bound.id, part.mark)
  }
  return { overrides, qualities, problems: router.problems, needed: router.tags }
}

/**
 * The state with what feeds would have brought: clocks show `timeMs`; of the rest nothing has come, so they are stale
 * where `isLive`, as in a drawing that runs without a network.
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
      else if (isLive) qualities.set(id, quality.stale)
    }
  }
  return { overrides, qualities }
}

/** The overrides with every animation standing where it is after `elapsedMs`; groups move nothing, as on the stage. */
export function posedAt(components: Iterable<Component>, overrides: ReadonlyMap<Id, Props>, elapsedMs: number): Map<Id, Props> {
  const posed = new Map(overrides)
  for (const component of components) {
    if (!component.animation || component.type === groupType) continue
    const { dx, dy, turnDeg, opacity } = poseAt(component.animation, elapsedMs)
    const live = overrides.get(component.id)
    const shown = (name: 'x' | 'y' | 'angleDeg' | 'opacity') => numberOf(live?.[name], component[name])
    posed.set(component.id, {
      ...live, x: shown('x') + dx, y: shown('y') + dy, angleDeg: shown('angleDeg') + turnDeg, opacity: shown('opacity') * opacity,
    })
  }
  return posed
}

const numberOf = (live: FieldValue | undefined, own: number): number => (typeof live === 'number' ? live : own)
