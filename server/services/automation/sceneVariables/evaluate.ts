import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import { formulaVariables } from '../../../../contract/entity/formula.ts'
import type { History } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import type { AggregateResult } from './aggregate.ts'
import type { InputCollector } from './collectInputs.ts'
import { sortByDependency } from './graph.ts'
import { getNextEnd, getPreviousPeriod } from './periods.ts'
import { computeResult } from './result.ts'
import type { StoredValue, Scene, Variable } from './rows.ts'
import { isPublished, writeStoredValue } from './rows.ts'

export interface EvaluationParts {
  readonly db: Db
  readonly history: Pick<History, 'write' | 'removeTags'>
  readonly inputCollector: InputCollector
  readonly now: () => number
  /** Ids of variables that failed; the reason is logged. */
  readonly failures: Failures
}

/** Failures of one round. Other variables continue. */
export interface Failures {
  has(variable: string): boolean
  add(variable: string, scene: string, cause: unknown): void
}

/** Delay after the end of a period before it is computed, so that its last values are stored. */
export const settleMs = 2_000
const hourMs = 3_600_000

/** Deletes stored values of removed variables and initializes new or renamed ones. */
export async function deleteExpired(
  { db, history, failures: failed }: Pick<EvaluationParts, 'db' | 'history' | 'failures'>,
  scenes: readonly Scene[],
  storedValues: Map<string, StoredValue>,
): Promise<void> {
  const published = new Map(
    scenes.flatMap((scene) =>
      scene.variables.filter(isPublished).map((variable) => [variable.id, { scene, variable }] as const),
    ),
  )
  const tags = new Set([...published.values()].map(({ variable }) => variable.tag))
  const outdated = [...storedValues].filter(([id, { tag }]) => published.get(id)?.variable.tag !== tag)
  const removedIds = outdated.filter(([id]) => !published.has(id)).map(([id]) => id)
  if (removedIds.length > 0) await sql`delete from scene_value where variable = any(${removedIds}::text[])`.execute(db)
  const unused = outdated.map(([, { tag }]) => tag).filter((tag) => !tags.has(tag))
  if (unused.length > 0) {
    await history.removeTags(unused)
    await deleteAggregates(db, unused)
  }
  for (const id of removedIds) storedValues.delete(id)
  for (const [id, { scene, variable }] of published) {
    const before = storedValues.get(id)
    const after = {
      ...(before ? adaptToDeclaration(variable, before) : createInitialValue(variable)),
      tag: variable.tag ?? '',
      sceneName: scene.name,
    }
    if (before && isDeepStrictEqual(before, after)) continue
    try {
      await writeStoredValue(db, scene, id, after, before?.at ?? null)
      if (before && (before.value !== after.value || before.text !== after.text))
        await deleteAggregates(db, [after.tag])
      storedValues.set(id, after)
    } catch (cause) {
      failed.add(id, scene.id, cause)
    }
  }
}

/** Deletes aggregates of tags that now belong to another variable. */
async function deleteAggregates(db: Db, tags: readonly string[]): Promise<void> {
  await sql`delete from scene_fold where tag = any(${[...tags]}::text[])`.execute(db)
}

/**
 * Computes the due variables of an active scene in dependency order and returns the next due time. A failed variable
 * also fails its dependants, but no others.
 */
export async function computeScene(
  { db, history, inputCollector, now, failures: failed }: EvaluationParts,
  scene: Scene,
  storedValues: Map<string, StoredValue>,
  advancedAt: Map<string, number>,
): Promise<number> {
  const byName = new Map(scene.variables.map((variable) => [variable.identifier, variable]))
  const computed = scene.variables.filter((variable) => variable.origin === 'operation' && isPublished(variable))
  const ordered = sortByDependency(computed)
  const atMs = now() - settleMs
  let next = Infinity
  for (const variable of [...ordered, ...computed.filter((one) => !ordered.includes(one))]) {
    next = Math.min(next, getNextEnd(scene.zone, variable.cycle, atMs) + settleMs)
    const failedInput = formulaVariables(variable.formula).find((name) => failed.has(byName.get(name)?.id ?? ''))
    try {
      if (failedInput !== undefined) throw new Error(`required variable ${failedInput} was not computed`)
      await compute(variable)
    } catch (cause) {
      failed.add(variable.id, scene.id, cause)
    }
  }
  return next

  async function compute(variable: Variable): Promise<void> {
    const period = getPreviousPeriod(scene.zone, variable.cycle, atMs)
    const before = storedValues.get(variable.id)
    if (!before) return
    const names = formulaVariables(variable.formula)
    const isReadable = ordered.includes(variable) && names.every((name) => (byName.get(name)?.tag ?? null) !== null)
    if (
      before.at === period.to &&
      before.revision === variable.revision &&
      isReadable !== (before.reason === 'reference')
    ) {
      if (isReadable && (variable.cycle.kind === 'week' || variable.cycle.kind === 'month'))
        await advance(variable, period.to)
      return
    }
    const inputs = new Map<string, AggregateResult | null>()
    for (const name of names) {
      if (isReadable)
        inputs.set(name, await inputCollector.collect(scene, variable, byName.get(name), storedValues, period))
      // In a cycle, none of the variables is available; otherwise only the missing ones are reported.
      else
        inputs.set(
          name,
          ordered.includes(variable) && (byName.get(name)?.tag ?? null) !== null ? placeholderInput : null,
        )
    }
    const { value, quality: qualityCode, reason, about } = computeResult(variable.formula, inputs)
    const isText = variable.kind === 'text'
    const after: StoredValue = {
      ...before,
      revision: variable.revision,
      from: period.from,
      at: period.to,
      value: isText ? null : value,
      text: isText && value !== null ? String(value) : null,
      quality: qualityCode,
      reason,
      about,
    }
    await writeStoredValue(db, scene, variable.id, after, before.at)
    storedValues.set(variable.id, after)
    // A recomputation over the same period is published but not stored again.
    if (variable.isStored && before.at !== period.to)
      await history.write([toHistoryFrame(scene, variable.identifier, after)])
  }

  async function advance(variable: Variable, from: number): Promise<void> {
    const to = from + Math.floor((atMs - from) / hourMs) * hourMs
    if (to <= (advancedAt.get(variable.id) ?? from)) return
    for (const name of formulaVariables(variable.formula))
      await inputCollector.advance(scene, variable, byName.get(name), storedValues, { from, to })
    advancedAt.set(variable.id, to)
  }
}

/** A single value as a history frame. It is marked as acknowledged because it will not be sent again. */
export function toHistoryFrame(
  { project, device }: Pick<Scene, 'project' | 'device'>,
  point: string,
  { at, value, text, quality: qualityCode }: StoredValue,
) {
  return {
    project,
    device,
    at: at ?? 0,
    points: [point],
    values: [value ?? NaN],
    qualities: [qualityCode],
    texts: text === null ? null : [text],
    acknowledged: true,
  }
}

const placeholderInput: AggregateResult = { value: 0, isStale: false, isPartial: false, isDoubtful: false }
const unknownValue: Pick<StoredValue, 'value' | 'text' | 'quality' | 'reason'> = {
  value: null,
  text: null,
  quality: quality.bad,
  reason: 'none',
}

/** Initial value, before the first entry or computation. */
function createInitialValue(variable: Variable): StoredValue {
  const blank = { tag: '', sceneName: '', revision: 0, from: null, at: null, about: [], enteredBy: null }
  return { ...blank, ...(variable.origin === 'input' ? parseValue(variable, variable.initial) : unknownValue) }
}

/**
 * A variable that was never entered follows its default. An entered or computed value stays while it matches the
 * declaration.
 */
function adaptToDeclaration(variable: Variable, before: StoredValue): StoredValue {
  if (variable.origin !== 'input') return before.enteredBy === null ? before : createInitialValue(variable)
  if (before.enteredBy === null) return createInitialValue(variable)
  return (variable.kind === 'text') === (before.text !== null) ? before : createInitialValue(variable)
}

/** Converts an entered value to the variable's type. */
export function parseValue(
  { kind }: Pick<Variable, 'kind'>,
  typed: string | number,
): Pick<StoredValue, 'value' | 'text' | 'quality' | 'reason'> {
  if (kind === 'text')
    return String(typed) === ''
      ? unknownValue
      : { value: null, text: String(typed), quality: quality.good, reason: null }
  const value = typeof typed === 'number' ? typed : typed.trim() === '' ? NaN : Number(typed)
  return Number.isFinite(value) ? { value, text: null, quality: quality.good, reason: null } : unknownValue
}
