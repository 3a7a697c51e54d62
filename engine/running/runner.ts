import type { Quality, TagTable } from '../bindings/index.ts'
import type { Action, Component, Id } from '../document/component.ts'
import type { Fields, FieldValue, Problem } from '../schema/index.ts'
import type { ActionState } from './actions.ts'
import { actorOf, resolveAction } from './actions.ts'
import { Player } from './player.ts'
import type { PointedStage } from './pointing.ts'
import { watchPointer } from './pointing.ts'

/** The part of the stage that a runner uses. */
export interface RunnerStage extends PointedStage {
  override(id: Id, props: Readonly<Record<string, FieldValue>> | null, mark?: Quality): void
  requestFrame(): void
  beforeDraw(play: (nowMs: number) => boolean | void): () => void
}

/** The part of the document that a runner reads. It is not to change while it runs. */
export interface RunnerDocument {
  readonly components: ReadonlyMap<Id, Component>
  get(id: Id): Component | undefined
}

export type ActionListener = (action: Action, component: Component, state: ActionState) => void

export interface Runner {
  /** Every tag the drawing needs: what the page subscribes. */
  readonly needed: readonly string[]
  /** Bindings that cannot play, by component and property. */
  readonly problems: readonly Problem[]
  /** Components that act when clicked, for those who come by keyboard. */
  readonly actors: readonly Component[]
  /** Does what a click on the component would do; false when neither it nor a group around it acts. */
  activate(id: Id): boolean
  onAction(listener: ActionListener): () => void
  destroy(): void
}

/**
 * Runs a drawing on a stage: live values before each frame, a frame whenever values came, actions on click. The
 * document is only read; what moves is overrides, gone again on destroy.
 */
export function createRunner(
  stage: RunnerStage, document: RunnerDocument, tags: TagTable,
  catalog: { get(type: string): { readonly fields: Fields } | undefined },
): Runner {
  const player = new Player(document.components.values(), tags, catalog, (id, live, mark) => stage.override(id, live, mark))
  const { router } = player
  const get = (id: Id) => document.get(id)
  let listeners: readonly ActionListener[] = []

  const act = (component: Component): void => {
    if (!component.action) return
    const state = resolveAction(component.action, tags)
    for (const listener of listeners) listener(component.action, component, state)
  }
  const disposers = [
    stage.beforeDraw(() => {
      player.play()
    }),
    tags.onDirty(() => stage.requestFrame()),
    watchPointer(stage, (hit) => actorOf(hit, get), act),
  ]
  stage.requestFrame()

  return {
    needed: router.tags,
    problems: router.problems,
    actors: [...document.components.values()].filter((component) => component.action !== null),
    activate(id) {
      const actor = actorOf(get(id) ?? null, get)
      if (actor) act(actor)
      return actor !== null
    },
    onAction(listener) {
      listeners = [...listeners, listener]
      return () => {
        listeners = listeners.filter((other) => other !== listener)
      }
    },
    destroy() {
      for (const dispose of disposers) dispose()
      listeners = []
      for (const { id } of router.components) stage.override(id, null)
    },
  }
}
