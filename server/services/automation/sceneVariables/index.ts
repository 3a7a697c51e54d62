import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import { ApiError } from '../../../../contract/errors.ts'
import type { SceneValue } from '../../../../contract/routes.ts'
import type { Broker } from '../../../broker/index.ts'
import type { History } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import type { Hooks } from '../../entities/index.ts'
import type { Clock } from '../../base/scheduler.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import { createLease, runAsLeader } from '../leaderLease.ts'
import { describeVariables } from './catalogue.ts'
import { InputCollector } from './collectInputs.ts'
import { createVariableHooks } from './guards.ts'
import { getNextEnd } from './periods.ts'
import { Publisher } from './publish.ts'
import type { Failures } from './evaluate.ts'
import { computeScene, toHistoryFrame, settleMs, deleteExpired, parseValue } from './evaluate.ts'
import type { StoredValue, Scene, Variable } from './rows.ts'
import { isPublished, readStoredValues, readScenes, writeStoredValue } from './rows.ts'

export interface SceneVariableParts {
  readonly db: Db
  readonly broker: Pick<Broker, 'onFrame' | 'isOnline' | 'publishValues'>
  readonly history: Pick<History, 'read' | 'newest' | 'write' | 'removeTags'>
  readonly log: Log
  /** True if no other server uses this database. */
  readonly isAlone: boolean
  readonly clock?: Clock
  readonly monotonicTime?: () => number
}

/**
 * Manages entered and computed scene variables: computes them on their cycles, stores entered values and publishes all
 * as tags of a scene's device. The hooks are available before the entity services; processing starts with `open`.
 */
export function createSceneVariables({
  db,
  broker,
  history,
  log,
  isAlone,
  clock = systemClock,
  monotonicTime = monotonicNow,
}: SceneVariableParts) {
  const now = (): number => clock.now()
  const lease = isAlone ? undefined : createLease(db, 'sceneVariables')
  const inputCollector = new InputCollector({ db, history, broker, now, monotonicNow: monotonicTime })
  const publisher = new Publisher({ broker, now })
  const advancedAt = new Map<string, number>()

  const round = async (): Promise<number> => {
    let scenes: readonly Scene[] = []
    let storedValues = new Map<string, StoredValue>()
    let next = Infinity
    const failedIds = new Set<string>()
    const failures: Failures = {
      has: (variable) => failedIds.has(variable),
      add: (variable, scene, cause) => {
        failedIds.add(variable)
        log.warn('could not compute a scene variable', { scene, variable, cause })
      },
    }
    // Read the values before the scenes: a variable added in between then has no value, instead of a value without a
    // variable.
    const loadScenes = async (): Promise<void> => {
      storedValues = await readStoredValues(db)
      scenes = await readScenes(db)
      inputCollector.track(
        scenes.flatMap(({ variables }) =>
          variables.flatMap(({ origin, tag }) => (origin === 'tag' && tag !== null ? [tag] : [])),
        ),
      )
    }
    const isLeader = await runAsLeader(lease, async () => {
      await loadScenes()
      await deleteExpired({ db, history, failures }, scenes, storedValues)
      await describeVariables(db, scenes)
      for (const scene of scenes)
        if (scene.isEnabled)
          next = Math.min(
            next,
            await computeScene({ db, history, inputCollector, now, failures }, scene, storedValues, advancedAt),
          )
    })
    if (!isLeader) await loadScenes()
    return Math.min(next, publisher.publish(scenes, storedValues, failedIds))
  }
  const task = createPeriodicTask({ name: 'scene variables', clock, log, round })
  const hooks: Hooks = { variable: createVariableHooks(() => task.poke()), scene: { afterWrite: () => task.poke() } }

  return {
    hooks,

    /** Values in order of name; empty for a scene without variables. */
    async values(id: string): Promise<readonly SceneValue[]> {
      const {
        rows: [found],
      } = await sql`select 1 from scada_scene where id = ${id}`.execute(db)
      if (!found) throw new ApiError('object.missing')
      const [scene] = await readScenes(db, id)
      if (!scene) return []
      const storedValues = await readStoredValues(db, id)
      return scene.variables.flatMap((variable) => valueFor(scene, variable, storedValues.get(variable.id)))
    },

    /** Stores a value entered by a user. */
    async enter(caller: RequestContext, id: string, typed: string | number): Promise<SceneValue> {
      const {
        rows: [variableRow],
      } = await sql<{ scene: string }>`select scene from scada_variable where id = ${id}`.execute(db)
      const [scene] = variableRow ? await readScenes(db, variableRow.scene) : []
      const variable = scene?.variables.find((one) => one.id === id)
      if (!scene || !variable) throw new ApiError('object.missing')
      if (!variable.isWritable || !isPublished(variable))
        throw new ApiError('tag.readOnly', {
          problems: [{ path: 'value', code: 'readOnly', message: 'this variable cannot be set manually' }],
        })
      if (!scene.isEnabled)
        throw new ApiError('entity.state', {
          problems: [createFault('', 'state', { en: 'The scene is disabled', zh: '场景已停用' })],
        })
      const entered = parseValue(variable, typed)
      if ((variable.kind === 'text') !== (typeof typed === 'string') || entered.reason !== null) {
        throw createInvalidInputError(
          variable.kind === 'text'
            ? createFault('value', 'type', { en: 'Please enter a text', zh: '请输入文本' })
            : createFault('value', 'type', { en: 'Please enter a number', zh: '请输入数字' }),
        )
      }
      const { before, after } = await db.transaction().execute(async (tx) => {
        const current = (await readStoredValues(tx, scene.id)).get(id)
        // Timestamps are strictly increasing, so that a later entry is newer even after a clock change.
        const at = Math.max(now(), (current?.at ?? 0) + 2)
        const storedValues: StoredValue = {
          tag: variable.tag ?? '',
          sceneName: scene.name,
          revision: variable.revision,
          from: null,
          at,
          ...entered,
          about: [],
          enteredBy: caller.session.name,
        }
        await writeStoredValue(tx, scene, id, storedValues)
        await audit(tx, caller, {
          object: `variable/${id}`,
          action: 'enter',
          content: { entered: { before: current ? getValue(current) : null, after: getValue(storedValues) } },
        })
        return { before: current, after: storedValues }
      })
      if (variable.isStored) {
        // Also write the previous value just before, so that a period has a known value from its beginning.
        const previousEnd =
          before && getValue(before) !== null
            ? [toHistoryFrame(scene, variable.identifier, { ...before, at: (after.at ?? 0) - 1 })]
            : []
        await history.write([...previousEnd, toHistoryFrame(scene, variable.identifier, after)])
      }
      task.poke()
      const [value] = valueFor(scene, variable, after)
      if (!value) throw new ApiError('object.missing')
      return value
    },

    /** Starts processing. Returns a function that stops it. */
    open(): () => Promise<void> {
      const unsubscribe = broker.onFrame((frame) => inputCollector.onFrame(frame))
      task.poke()
      return async () => {
        unsubscribe()
        await task.stop()
      }
    },
  }

  function valueFor(scene: Scene, variable: Variable, storedValues: StoredValue | undefined): SceneValue[] {
    const { id, name, identifier, origin, unit, kind, isWritable, tag } = variable
    const details = {
      id,
      name,
      identifier,
      origin,
      unit,
      kind,
      isWritable,
      formula: origin === 'operation' ? variable.formula : null,
    }
    if (origin === 'tag') {
      const newest = tag === null ? undefined : history.newest(tag)
      const reading = newest ?? { at: null, value: null, text: null, quality: quality.bad }
      return tag === null
        ? []
        : [
            {
              ...details,
              tag,
              ...reading,
              quality: Math.min(reading.quality, quality.bad),
              reason: newest ? null : 'none',
              about: [],
              from: null,
              nextAt: null,
              enteredBy: null,
            },
          ]
    }
    if (tag === null) return []
    const stored = storedValues ?? {
      at: null,
      from: null,
      value: null,
      text: null,
      quality: quality.bad,
      reason: 'none' as const,
      about: [],
      enteredBy: null,
    }
    const { at, from, value, text, about, enteredBy } = stored
    const isOff = !scene.isEnabled
    return [
      {
        ...details,
        tag,
        at,
        from,
        value,
        text,
        about,
        enteredBy,
        quality: isOff ? quality.bad : stored.quality,
        reason: isOff ? 'disabled' : stored.reason,
        nextAt:
          origin === 'operation' && !isOff ? getNextEnd(scene.zone, variable.cycle, now() - settleMs) + settleMs : null,
      },
    ]
  }
}

export type SceneVariables = ReturnType<typeof createSceneVariables>

const getValue = ({ value, text }: Pick<StoredValue, 'value' | 'text'>): string | number | null => value ?? text
