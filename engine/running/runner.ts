import type { Quality, TagTable } from '../bindings/index.ts'
import type { Feed } from '../components/define.ts'
import type { Action, Component, Id } from '../document/model/component.ts'
import type { Fields, FieldValue, Problem } from '../schema/index.ts'
import type { ActionState, Disabled } from './actions.ts'
import { getAction, findActor, isDisabled, resolveAction } from './actions.ts'
import { noFeeds, getFeedsByComponent, type FeedSource } from './feeds.ts'
import type { LiveProps, LiveHandle } from './liveProps.ts'
import { Player } from './player.ts'
import type { PointedStage } from './pointerEvents.ts'
import { watchPointer } from './pointerEvents.ts'

/** The part of the stage that a runner uses. */
export interface RunnerStage extends PointedStage {
  override(id: Id, props: Readonly<Record<string, FieldValue>> | null, mark?: Quality): void
  /** Returns the receiver for live values of one component, kept for the whole run to avoid lookups. */
  getLiveHandle(id: Id): LiveHandle
  /** Returns the live values and quality shown over a component's own values, or null if there are none. */
  getLive(id: Id): { readonly values: Readonly<Record<string, FieldValue>> | null; readonly quality: Quality } | null
  /** Shows a single colour or text by a handle's row. Returns false if it must be shown by the handle itself. */
  showFast?(row: number, value: string): boolean
  requestFrame(): void
  beforeDraw(play: (nowMs: number) => boolean | void): () => void
}

/** The part of the document that a runner reads. It must not change while the runner exists. */
export interface RunnerDocument {
  readonly components: ReadonlyMap<Id, Component>
  get(id: Id): Component | undefined
}

/**
 * Called for each click that has an action: the action, its component, the result for the values shown, and the
 * component that was clicked, which may be a member of a group with the action.
 */
export type ActionListener = (action: Action, component: Component, state: ActionState, hit: Component) => void

/** A drawing running on a stage. It sends nothing itself; listeners of `onAction` execute actions. */
export interface Runner {
  /** All tags that the drawing uses and the page must subscribe to. */
  readonly requiredTags: readonly string[]
  /** Bindings that cannot be evaluated, by component and property. */
  readonly problems: readonly Problem[]
  /** Components that have an action, for keyboard operation. */
  readonly actors: readonly Component[]
  /** Acts like a click on the component. Returns false if neither it nor a surrounding group has an action. */
  activate(id: Id): boolean
  /** Why the component currently rejects clicks, or null if it accepts them. */
  getDisabledReason(id: Id): Disabled | null
  /** Adds a listener for clicks and returns a function that removes it. */
  onAction(listener: ActionListener): () => void
  /** Removes the live values from the stage and stops listening to tags and pointer. */
  destroy(): void
}

/** The part of a component type that a runner uses. */
export interface RunnerType {
  readonly fields: Fields
  readonly defaults?: Readonly<Record<string, FieldValue>>
  readonly disabledProp?: string
  readonly operates?: { readonly prop: string; readonly kind: 'switch' | 'write'; readonly inverse?: string }
  feeds?(props: Readonly<Record<string, FieldValue>>, bound?: ReadonlySet<string>): readonly Feed[]
}

interface Overlays {
  setClickThrough(isClickThrough: (component: Component) => boolean): void
  show(id: Id, live: Readonly<Record<string, FieldValue>>, mark: Quality): void
  frame(nowMs: number): boolean
  destroy(): void
}

/** Optional inputs of a running drawing, besides its tags. */
export interface RunnerOptions {
  /** Source of data other than tags. Default: none. */
  readonly feeds?: FeedSource
  /** Overlay elements created by `createOverlays`. The runner updates and removes them. */
  readonly overlays?: Overlays | null
  /** Click handlers of the page for components without an action. */
  readonly clickHandlers?: ReadonlyMap<Id, (component: Component) => void>
}

/**
 * Runs a drawing on a stage: applies live values before each frame, requests frames when values arrive, and reports
 * clicks. The document is only read; live values are overrides, removed by `destroy`.
 *
 * ```ts
 * const runner = createRunner(stage, drawing, tags, catalog)
 * runner.onAction((action, component, state) => {
 *   if (state.kind === 'send') send(state.tag, state.value)
 * })
 * ```
 */
export function createRunner(
  stage: RunnerStage,
  document: RunnerDocument,
  tags: TagTable,
  catalog: { get(type: string): RunnerType | undefined },
  { feeds = noFeeds, overlays, clickHandlers }: RunnerOptions = {},
): Runner {
  const feedsByComponent = getFeedsByComponent(document.components.values(), catalog)
  const getHandle = (id: Id): LiveHandle =>
    overlays ? withOverlays(id, stage.getLiveHandle(id), overlays) : stage.getLiveHandle(id)
  const player = new Player(
    document.components.values(),
    tags,
    catalog,
    getHandle,
    feedsByComponent,
    (row, value) => stage.showFast?.(row, value) ?? false,
  )
  const { router } = player
  const get = (id: Id) => document.get(id)
  let listeners: readonly ActionListener[] = []

  const isOff = (component: Component): boolean => isDisabled(component, catalog, stage.getLive(component.id)?.values)
  const explainDisabled = ({ id, type }: Component): Disabled =>
    player.isUnknown(id, catalog.get(type)?.disabledProp ?? '') ? 'control.unknown' : 'control.off'
  // A member of a group with an action belongs to the group, unless the page handles the member itself.
  const actorAt = (hit: Component | null): Component | null =>
    hit && clickHandlers?.has(hit.id) ? hit : findActor(hit, get, catalog)
  overlays?.setClickThrough((component) => actorAt(component) !== null)
  const act = (hit: Component): boolean => {
    const component = actorAt(hit)
    if (!component) return false
    const action = getAction(component, catalog, stage.getLive(component.id)?.values)
    if (action) {
      // A disabled member also rejects the action of its group.
      const state: ActionState = isOff(hit)
        ? { kind: 'refused', code: explainDisabled(hit) }
        : resolveAction(action, tags)
      for (const listener of listeners) listener(action, component, state, hit)
    } else clickHandlers?.get(component.id)?.(component)
    return true
  }
  const disposers = [
    stage.beforeDraw((nowMs) => {
      player.play()
      return overlays?.frame(nowMs) ?? false
    }),
    tags.onDirty(() => stage.requestFrame()),
    watchPointer(stage, actorAt, act, isOff),
  ]
  for (const [id, componentFeeds] of feedsByComponent) {
    for (const feed of componentFeeds) {
      if (feed.kind === 'blank') {
        player.feed(id, feed.prop, '')
        continue
      }
      disposers.push(
        feeds.open(feed, (value) => {
          player.feed(id, feed.prop, value)
          stage.requestFrame()
        }),
      )
    }
  }
  stage.requestFrame()

  return {
    requiredTags: router.tags,
    problems: router.problems,
    actors: [...document.components.values()].filter(
      (component) => getAction(component, catalog) !== null || clickHandlers?.has(component.id),
    ),
    activate(id) {
      const component = get(id)
      return component !== undefined && act(component)
    },
    getDisabledReason(id) {
      const component = get(id)
      return component && isOff(component) ? explainDisabled(component) : null
    },
    onAction(listener) {
      listeners = [...listeners, listener]
      return () => {
        listeners = listeners.filter((other) => other !== listener)
      }
    },
    destroy() {
      for (const dispose of disposers) dispose()
      overlays?.destroy()
      listeners = []
      for (const { id } of router.components) stage.override(id, null)
      for (const id of feedsByComponent.keys()) stage.override(id, null)
    },
  }
}

function withOverlays(id: Id, handle: LiveHandle, overlays: Overlays): LiveHandle {
  const live: LiveProps = {}
  return {
    set(prop, value) {
      live[prop] = value
      handle.set(prop, value)
    },
    show(mark) {
      handle.show(mark)
      overlays.show(id, live, mark)
    },
  }
}
