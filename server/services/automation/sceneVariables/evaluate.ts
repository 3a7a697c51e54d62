import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { quality } from '@mimic/engine/bindings'
import { formulaVariables } from '../../../../contract/entity/formula.ts'
import type { History } from '../../../database/history.ts'
import type { Db } from '../../../database/index.ts'
import type { AggregateResult } from './aggregate.ts'
import type { InputCollector } from './collectInputs.ts'
import { inOrder } from './graph.ts'
import { nextEnd, periodBefore } from './periods.ts'
import { resultOf } from './result.ts'
import type { Kept, Scene, Variable } from './rows.ts'
import { isPublished, writeKept } from './rows.ts'

export interface RoundParts {
  readonly db: Db
  readonly history: Pick<History, 'write' | 'removeTags'>
  readonly gather: InputCollector
  readonly now: () => number
  /** Ids of variables that failed; the reason is logged. */
  readonly failed: Failures
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
export async function deleteExpired({ db, history, failed }: Pick<RoundParts, 'db' | 'history' | 'failed'>, scenes: readonly Scene[], kept: Map<string, Kept>): Promise<void> {
  const published = new Map(scenes.flatMap((scene) => scene.variables.filter(isPublished).map((variable) => [variable.id, { scene, variable }] as const)))
  const tags = new Set([...published.values()].map(({ variable }) => variable.tag))
  const left = [...kept].filter(([id, { tag }]) => published.get(id)?.variable.tag !== tag)
  const gone = left.filter(([id]) => !published.has(id)).map(([id]) => id)
  if (gone.length > 0) await sql`delete from scene_value where variable = any(${gone}::text[])`.execute(db)
  const unused = left.map(([, { tag }]) => tag).filter((tag) => !tags.has(tag))
  if (unused.length > 0) {
    await history.removeTags(unused)
    await forgetGathered(db, unused)
  }
  for (const id of gone) kept.delete(id)
  for (const [id, { scene, variable }] of published) {
    const before = kept.get(id)
    const after = { ...(before ? asDeclared(variable, before) : initially(variable)), tag: variable.tag ?? '', sceneName: scene.name }
    if (before && isDeepStrictEqual(before, after)) continue
    try {
      await writeKept(db, scene, id, after, before?.at ?? null)
      if (before && (before.value !== after.value || before.text !== after.text)) await forgetGathered(db, [after.tag])
      kept.set(id, after)
    } catch (cause) {
      failed.add(id, scene.id, cause)
    }
  }
}

/** Deletes aggregates of tags that now belong to another variable. */
async function forgetGathered(db: Db, tags: readonly string[]): Promise<void> {
  await sql`delete from scene_fold where tag = any(${[...tags]}::text[])`.execute(db)
}

/**
 * Computes the due variables of an active scene in dependency order and returns the next due time. A failed variable
 * also fails its dependants, but no others.
 */
export async function computeScene({ db, history, gather, now, failed }: RoundParts, scene: Scene, kept: Map<string, Kept>, advancedAt: Map<string, number>): Promise<number> {
  const byName = new Map(scene.variables.map((variable) => [variable.identifier, variable]))
  const computed = scene.variables.filter((variable) => variable.origin === 'operation' && isPublished(variable))
  const ordered = inOrder(computed)
  const atMs = now() - settleMs
  let next = Infinity
  for (const variable of [...ordered, ...computed.filter((one) => !ordered.includes(one))]) {
    next = Math.min(next, nextEnd(scene.zone, variable.cycle, atMs) + settleMs)
    const needed = formulaVariables(variable.formula).find((name) => failed.has(byName.get(name)?.id ?? ''))
    try {
      if (needed !== undefined) throw new Error(`required variable ${needed} was not computed`)
      await compute(variable)
    } catch (cause) {
      failed.add(variable.id, scene.id, cause)
    }
  }
  return next

  async function compute(variable: Variable): Promise<void> {
    const period = periodBefore(scene.zone, variable.cycle, atMs)
    const before = kept.get(variable.id)
    if (!before) return
    const names = formulaVariables(variable.formula)
    const isReadable = ordered.includes(variable) && names.every((name) => (byName.get(name)?.tag ?? null) !== null)
    if (before.at === period.to && before.revision === variable.revision && isReadable !== (before.reason === 'reference')) {
      if (isReadable && (variable.cycle.kind === 'week' || variable.cycle.kind === 'month')) await advance(variable, period.to)
      return
    }
    const inputs = new Map<string, AggregateResult | null>()
    for (const name of names) {
      if (isReadable) inputs.set(name, await gather.told(scene, variable, byName.get(name), kept, period))
      // In a cycle, none of the variables is available; otherwise only the missing ones are reported.
      else inputs.set(name, ordered.includes(variable) && (byName.get(name)?.tag ?? null) !== null ? known : null)
    }
    const { value, quality: mark, reason, about } = resultOf(variable.formula, inputs)
    const isText = variable.kind === 'text'
    const after: Kept = {
      ...before, revision: variable.revision, from: period.from, at: period.to, value: isText ? null : value, text: isText && value !== null ? String(value) : null, quality: mark, reason, about,
    }
    await writeKept(db, scene, variable.id, after, before.at)
    kept.set(variable.id, after)
    // A recomputation over the same period is published but not stored again.
    if (variable.isStored && before.at !== period.to) await history.write([frameOf(scene, variable.identifier, after)])
  }

  async function advance(variable: Variable, from: number): Promise<void> {
    const to = from + Math.floor((atMs - from) / hourMs) * hourMs
    if (to <= (advancedAt.get(variable.id) ?? from)) return
    for (const name of formulaVariables(variable.formula)) await gather.advance(scene, variable, byName.get(name), kept, { from, to })
    advancedAt.set(variable.id, to)
  }
}

/** A single value as a history frame. It is marked as acknowledged because it will not be sent again. */
export function frameOf({ project, device }: Pick<Scene, 'project' | 'device'>, point: string, { at, value, text, quality: mark }: Kept) {
  return { project, device, at: at ?? 0, points: [point], values: [value ?? NaN], qualities: [mark], texts: text === null ? null : [text], acknowledged: true }
}

const known: AggregateResult = { value: 0, isStale: false, isPartial: false, isDoubtful: false }
const nothing: Pick<Kept, 'value' | 'text' | 'quality' | 'reason'> = { value: null, text: null, quality: quality.bad, reason: 'none' }

/** Initial value, before the first entry or computation. */
function initially(variable: Variable): Kept {
  const blank = { tag: '', sceneName: '', revision: 0, from: null, at: null, about: [], enteredBy: null }
  return { ...blank, ...(variable.origin === 'input' ? valueOf(variable, variable.initial) : nothing) }
}

/**
 * A variable that was never entered follows its default. An entered or computed value stays while it matches the
 * declaration.
 */
function asDeclared(variable: Variable, before: Kept): Kept {
  if (variable.origin !== 'input') return before.enteredBy === null ? before : initially(variable)
  if (before.enteredBy === null) return initially(variable)
  return (variable.kind === 'text') === (before.text !== null) ? before : initially(variable)
}

/** Converts an entered value to the variable's type. */
export function valueOf({ kind }: Pick<Variable, 'kind'>, typed: string | number): Pick<Kept, 'value' | 'text' | 'quality' | 'reason'> {
  if (kind === 'text') return String(typed) === '' ? nothing : { value: null, text: String(typed), quality: quality.good, reason: null }
  const value = typeof typed === 'number' ? typed : typed.trim() === '' ? NaN : Number(typed)
  return Number.isFinite(value) ? { value, text: null, quality: quality.good, reason: null } : nothing
}
