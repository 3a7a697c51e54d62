import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import { ApiError } from '../../../../contract/errors.ts'
import type { SceneValue } from '../../../../contract/routes.ts'
import type { Broker } from '../../../broker/index.ts'
import type { History } from '../../../database/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { faultAt, invalid } from '../../entities/validationErrors.ts'
import type { Hooks } from '../../entities/index.ts'
import type { Clock } from '../../base/scheduler.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import { describeVariables } from './catalogue.ts'
import { InputCollector } from './collectInputs.ts'
import { variableHooks } from './guards.ts'
import { runAsLeader } from './leaderLease.ts'
import { nextEnd } from './periods.ts'
import { Publisher } from './publish.ts'
import type { Failures } from './evaluate.ts'
import { computeScene, frameOf, settleMs, deleteExpired, valueOf } from './evaluate.ts'
import type { Kept, Scene, Variable } from './rows.ts'
import { isPublished, readKept, readScenes, writeKept } from './rows.ts'

export interface SceneVariableParts {
  readonly db: Db
  readonly broker: Pick<Broker, 'onFrame' | 'isOnline' | 'tellValues'>
  readonly history: Pick<History, 'read' | 'newest' | 'write' | 'removeTags'>
  readonly log: Log
  /** True if no other server uses this database. */
  readonly isAlone: boolean
  readonly clock?: Clock
  readonly steady?: () => number
}

/**
 * Manages entered and computed scene variables: computes them on their cycles, stores entered values and publishes all
 * as tags of a scene's device. The hooks are available before the entity services; processing starts with `open`.
 */
export function createSceneVariables({ db, broker, history, log, isAlone, clock = systemClock, steady = monotonicNow }: SceneVariableParts) {
  const now = (): number => clock.now()
  const gather = new InputCollector({ db, history, broker, now, steady })
  const publisher = new Publisher({ broker, now })
  const advancedAt = new Map<string, number>()

  const round = async (): Promise<number> => {
    let scenes: readonly Scene[] = []
    let kept = new Map<string, Kept>()
    let next = Infinity
    const notDone = new Set<string>()
    const failed: Failures = {
      has: (variable) => notDone.has(variable),
      add: (variable, scene, cause) => {
        notDone.add(variable)
        log.warn('could not compute a scene variable', { scene, variable, cause })
      },
    }
    // Read the values before the scenes: a variable added in between then has no value, instead of a value without a
    // variable.
    const look = async (): Promise<void> => {
      kept = await readKept(db)
      scenes = await readScenes(db)
      gather.follow(scenes.flatMap(({ variables }) => variables.flatMap(({ origin, tag }) => (origin === 'tag' && tag !== null ? [tag] : []))))
    }
    const isLeader = await runAsLeader(db, isAlone, 'scene variables', async () => {
      await look()
      await deleteExpired({ db, history, failed }, scenes, kept)
      await describeVariables(db, scenes)
      for (const scene of scenes) if (scene.isEnabled) next = Math.min(next, await computeScene({ db, history, gather, now, failed }, scene, kept, advancedAt))
    })
    if (!isLeader) await look()
    return Math.min(next, publisher.tell(scenes, kept, notDone))
  }
  const rounds = createPeriodicTask({ name: 'scene variables', clock, log, round })
  const hooks: Hooks = { variable: variableHooks(() => rounds.poke()), scene: { afterWrite: () => rounds.poke() } }

  return {
    hooks,

    /** Values in order of name; empty for a scene without variables. */
    async values(id: string): Promise<readonly SceneValue[]> {
      const { rows: [found] } = await sql`select 1 from scada_scene where id = ${id}`.execute(db)
      if (!found) throw new ApiError('object.missing')
      const [scene] = await readScenes(db, id)
      if (!scene) return []
      const kept = await readKept(db, id)
      return scene.variables.flatMap((variable) => valueFor(scene, variable, kept.get(variable.id)))
    },

    /** Stores a value entered by a user. */
    async enter(caller: RequestContext, id: string, typed: string | number): Promise<SceneValue> {
      const { rows: [place] } = await sql<{ scene: string }>`select scene from scada_variable where id = ${id}`.execute(db)
      const [scene] = place ? await readScenes(db, place.scene) : []
      const variable = scene?.variables.find((one) => one.id === id)
      if (!scene || !variable) throw new ApiError('object.missing')
      if (!variable.isWritable || !isPublished(variable)) throw new ApiError('tag.readOnly', { problems: [{ path: 'value', code: 'readOnly', message: 'this variable cannot be set manually' }] })
      if (!scene.isEnabled) throw new ApiError('entity.state', { problems: [faultAt('', 'state', { en: 'The scene is disabled', zh: '场景已停用' })] })
      const entered = valueOf(variable, typed)
      if ((variable.kind === 'text') !== (typeof typed === 'string') || entered.reason !== null) {
        throw invalid(variable.kind === 'text' ? faultAt('value', 'type', { en: 'Please enter a text', zh: '请输入文本' }) : faultAt('value', 'type', { en: 'Please enter a number', zh: '请输入数字' }))
      }
      const { before, after } = await db.transaction().execute(async (tx) => {
        const present = (await readKept(tx, scene.id)).get(id)
        // Timestamps are strictly increasing, so that a later entry is newer even after a clock change.
        const at = Math.max(now(), (present?.at ?? 0) + 2)
        const kept: Kept = { tag: variable.tag ?? '', sceneName: scene.name, revision: variable.revision, from: null, at, ...entered, about: [], enteredBy: caller.session.name }
        await writeKept(tx, scene, id, kept)
        await audit(tx, caller, { object: `variable/${id}`, action: 'enter', content: { entered: { before: present ? saidOf(present) : null, after: saidOf(kept) } } })
        return { before: present, after: kept }
      })
      if (variable.isStored) {
        // Also write the previous value just before, so that a period has a known value from its beginning.
        const until = before && saidOf(before) !== null ? [frameOf(scene, variable.identifier, { ...before, at: (after.at ?? 0) - 1 })] : []
        await history.write([...until, frameOf(scene, variable.identifier, after)])
      }
      rounds.poke()
      const [value] = valueFor(scene, variable, after)
      if (!value) throw new ApiError('object.missing')
      return value
    },

    /** Starts processing. Returns a function that stops it. */
    open(): () => Promise<void> {
      const unhear = broker.onFrame((frame) => gather.heard(frame))
      rounds.poke()
      return async () => {
        unhear()
        await rounds.stop()
      }
    },
  }

  function valueFor(scene: Scene, variable: Variable, kept: Kept | undefined): SceneValue[] {
    const { id, name, identifier, origin, unit, kind, isWritable, tag } = variable
    const facts = { id, name, identifier, origin, unit, kind, isWritable, formula: origin === 'operation' ? variable.formula : null }
    if (origin === 'tag') {
      const newest = tag === null ? undefined : history.newest(tag)
      const seen = newest ?? { at: null, value: null, text: null, quality: quality.bad }
      return tag === null ? [] : [{ ...facts, tag, ...seen, quality: Math.min(seen.quality, quality.bad), reason: newest ? null : 'none', about: [], from: null, nextAt: null, enteredBy: null }]
    }
    if (tag === null) return []
    const known = kept ?? { at: null, from: null, value: null, text: null, quality: quality.bad, reason: 'none' as const, about: [], enteredBy: null }
    const { at, from, value, text, about, enteredBy } = known
    const isOff = !scene.isEnabled
    return [{
      ...facts, tag, at, from, value, text, about, enteredBy, quality: isOff ? quality.bad : known.quality, reason: isOff ? 'disabled' : known.reason,
      nextAt: origin === 'operation' && !isOff ? nextEnd(scene.zone, variable.cycle, now() - settleMs) + settleMs : null,
    }]
  }
}

export type SceneVariables = ReturnType<typeof createSceneVariables>

const saidOf = ({ value, text }: Pick<Kept, 'value' | 'text'>): string | number | null => value ?? text
