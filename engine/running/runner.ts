import type { Quality, TagTable } from '../bindings/index.ts'
import type { Feed } from '../components/define.ts'
import type { Action, Component, Id } from '../document/component.ts'
import type { Fields, FieldValue, Problem } from '../schema/index.ts'
import type { ActionState, Disabled } from './actions.ts'
import { actionOf, actorOf, isDisabled, resolveAction } from './actions.ts'
import { noFeeds, wishesOf, type FeedSource } from './feeds.ts'
import type { LiveProps, LiveSide } from './liveProps.ts'
import { Player } from './player.ts'
import type { PointedStage } from './pointerEvents.ts'
import { watchPointer } from './pointerEvents.ts'

/** The part of the stage that a runner uses. */
export interface RunnerStage extends PointedStage {
  override(id: Id, props: Readonly<Record<string, FieldValue>> | null, mark?: Quality): void
  /** Where live values of one component are shown: held for the whole run, so that nothing is looked up for a value. */
  liveSide(id: Id): LiveSide
  /** What is shown over a component's own values now; null: nothing is. */
  liveOf(id: Id): { readonly values: Readonly<Record<string, FieldValue>> | null; readonly quality: Quality } | null
  /** Shows a lone colour or text by a side's row; false: it must be shown by its side. */
  showStraight?(row: number, value: string): boolean
  requestFrame(): void
  beforeDraw(play: (nowMs: number) => boolean | void): () => void
}

/** The part of the document that a runner reads. It is not to change while it runs. */
export interface RunnerDocument {
  readonly components: ReadonlyMap<Id, Component>
  get(id: Id): Component | undefined
}

/**
 * Told of each click that means something: the action, whose it is, what it comes to by the values shown at that moment, and
 * the component that was clicked, which may be a member of the group that acts: it is on duty or off.
 */
export type ActionListener = (action: Action, component: Component, state: ActionState, hit: Component) => void

/** A drawing at work on a stage. It sends nothing and asks nobody: who listens to `onAction` does. */
export interface Runner {
  /** Every tag the drawing needs: what the page subscribes. */
  readonly needed: readonly string[]
  /** Bindings that cannot play, by component and property. */
  readonly problems: readonly Problem[]
  /** Components that act when clicked, for those who come by keyboard. */
  readonly actors: readonly Component[]
  /** Does what a click on the component would do; false when neither it nor a group around it acts. */
  activate(id: Id): boolean
  /** Why a click on a component is refused now, whatever it would do; null: it is on duty. */
  offDuty(id: Id): Disabled | null
  /** Listens to clicks; answers how to stop listening. */
  onAction(listener: ActionListener): () => void
  /** Gives the stage its own values back and stops listening to tags and pointer. */
  destroy(): void
}

/** What a runner asks of a component type; the catalog knows it. */
export interface RunnerType {
  readonly fields: Fields
  readonly defaults?: Readonly<Record<string, FieldValue>>
  readonly off?: string
  readonly operates?: { readonly prop: string; readonly kind: 'switch' | 'write'; readonly inverse?: string }
  feeds?(props: Readonly<Record<string, FieldValue>>, bound?: ReadonlySet<string>): readonly Feed[]
}

interface Pins {
  handOn(isHandedOn: (component: Component) => boolean): void
  show(id: Id, live: Readonly<Record<string, FieldValue>>, mark: Quality): void
  frame(nowMs: number): boolean
  destroy(): void
}

/** What a running drawing gets from outside, besides its tags. */
export interface RunnerOptions {
  /** Where data come from that are no tags. */
  readonly feeds?: FeedSource
  /** The elements above the canvas, made by `createOverlays`; the runner shows live values on them and takes them away. */
  readonly pins?: Pins | null
  /** Components that the page itself answers for when they are clicked and have no action of their own. */
  readonly answers?: ReadonlyMap<Id, (component: Component) => void>
}

/**
 * Runs a drawing on a stage: live values before each frame, a frame whenever values came, actions on click. The
 * document is only read; what moves is overrides, gone again on destroy.
 */
export function createRunner(
  stage: RunnerStage, document: RunnerDocument, tags: TagTable,
  catalog: { get(type: string): RunnerType | undefined }, { feeds = noFeeds, pins, answers }: RunnerOptions = {},
): Runner {
  const wishes = wishesOf(document.components.values(), catalog)
  const sideOf = (id: Id): LiveSide => (pins ? pinnedSide(id, stage.liveSide(id), pins) : stage.liveSide(id))
  const player = new Player(document.components.values(), tags, catalog, sideOf, wishes, (row, value) => stage.showStraight?.(row, value) ?? false)
  const { router } = player
  const get = (id: Id) => document.get(id)
  let listeners: readonly ActionListener[] = []

  const isOff = (component: Component): boolean => isDisabled(component, catalog, stage.liveOf(component.id)?.values)
  const whyOff = ({ id, type }: Component): Disabled => (player.isUnknown(id, catalog.get(type)?.off ?? '') ? 'control.unknown' : 'control.off')
  // What lies inside a group that acts is part of it, unless the page answers for it.
  const actorAt = (hit: Component | null): Component | null => (hit && answers?.has(hit.id) ? hit : actorOf(hit, get, catalog))
  pins?.handOn((component) => actorAt(component) !== null)
  const act = (hit: Component): boolean => {
    const component = actorAt(hit)
    if (!component) return false
    const action = actionOf(component, catalog, stage.liveOf(component.id)?.values)
    if (action) {
      // A member that is off duty is so for the group that acts for it, too.
      const state: ActionState = isOff(hit) ? { kind: 'refused', code: whyOff(hit) } : resolveAction(action, tags)
      for (const listener of listeners) listener(action, component, state, hit)
    } else answers?.get(component.id)?.(component)
    return true
  }
  const disposers = [
    stage.beforeDraw((nowMs) => {
      player.play()
      return pins?.frame(nowMs) ?? false
    }),
    tags.onDirty(() => stage.requestFrame()),
    watchPointer(stage, actorAt, act, isOff),
  ]
  for (const [id, wanted] of wishes) {
    for (const feed of wanted) {
      if (feed.kind === 'blank') {
        player.feed(id, feed.prop, '')
        continue
      }
      disposers.push(feeds.open(feed, (value) => {
        player.feed(id, feed.prop, value)
        stage.requestFrame()
      }))
    }
  }
  stage.requestFrame()

  return {
    needed: router.tags,
    problems: router.problems,
    actors: [...document.components.values()].filter((component) => actionOf(component, catalog) !== null || answers?.has(component.id)),
    activate(id) {
      const component = get(id)
      return component !== undefined && act(component)
    },
    offDuty(id) {
      const component = get(id)
      return component && isOff(component) ? whyOff(component) : null
    },
    onAction(listener) {
      listeners = [...listeners, listener]
      return () => {
        listeners = listeners.filter((other) => other !== listener)
      }
    },
    destroy() {
      for (const dispose of disposers) dispose()
      pins?.destroy()
      listeners = []
      for (const { id } of router.components) stage.override(id, null)
      for (const id of wishes.keys()) stage.override(id, null)
    },
  }
}

function pinnedSide(id: Id, side: LiveSide, pins: Pins): LiveSide {
  const live: LiveProps = {}
  return {
    set(prop, value) {
      live[prop] = value
      side.set(prop, value)
    },
    show(mark) {
      side.show(mark)
      pins.show(id, live, mark)
    },
  }
}
