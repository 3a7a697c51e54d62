import { z } from 'zod'
import {
  DrawingDocument,
  deepFreeze,
  invertDiff,
  isId,
  layerSchema,
  makeDiff,
  nameSchema,
  ProblemList,
  readComponent,
  readSymbols,
  recordsIn,
} from '../../document/index.ts'
import { parse } from '../../schema/index.ts'
import { isEqualData } from './compareSteps.ts'
import { isValidChange } from './validateHistory.ts'
import { historyDefaults } from './history.ts'
import { Overlay } from '../base/overlay.ts'
import type {
  Change,
  Component,
  Diff,
  DrawingLimits,
  Id,
  ParamKinds,
  SymbolDefinition,
  TypeLookup,
} from '../../document/index.ts'
import type { HistoryEntry, HistorySteps } from './history.ts'

/** Types, limits and symbol parameters for the validation of stored history steps. */
export interface StepReading {
  readonly types: TypeLookup
  readonly limits: DrawingLimits
  readonly kinds: ParamKinds
}

/**
 * Reads stored undo and redo steps, from the current drawing outwards. Each step must match the drawing it was recorded
 * for and must lead to a valid drawing; the first step that does not ends the reading in its direction. Existing
 * records are reused, so the steps refer to the same objects as the document. Never throws.
 */
export function readSteps(input: unknown, document: DrawingDocument, reading: StepReading): HistorySteps {
  const read = parse(stepsSchema, input)
  if (read.problems) return { done: [], undone: [] }
  const { done, undone } = read.value
  const budget = { records: historyDefaults.maxRecords }
  return {
    done: readStepList(done, document, 'back', reading, budget).reverse(),
    undone: readStepList(undone, document, 'forth', reading, budget).reverse(),
  }
}

type Direction = 'back' | 'forth'

const stepsSchema = z.object({ done: z.array(z.unknown()), undone: z.array(z.unknown()) })

const stepSchema = z.object({
  label: z.string().max(60),
  diff: z.object({
    added: z.array(z.unknown()),
    updated: z.array(z.tuple([z.unknown(), z.unknown()])),
    removed: z.array(z.unknown()),
    name: z.tuple([nameSchema, nameSchema]).optional(),
    layer: z.tuple([layerSchema, layerSchema]).optional(),
    symbols: z.tuple([z.unknown(), z.unknown()]).optional(),
  }),
  selectionBefore: z.array(z.unknown()),
  selectionAfter: z.array(z.unknown()),
})
type RawStep = z.infer<typeof stepSchema>

/** Reads steps in one direction, nearest first. The last entry of `list` is the nearest. */
function readStepList(
  list: readonly unknown[],
  document: DrawingDocument,
  direction: Direction,
  reading: StepReading,
  budget: { records: number },
): HistoryEntry[] {
  if (list.length === 0) return []
  const entries: HistoryEntry[] = []
  // A separate document with the same records. Steps are applied to it; it is never displayed.
  const state = new DrawingDocument(document.toDrawing())
  try {
    for (const raw of list.slice(-historyDefaults.maxEntries).reverse()) {
      const entry = readStep(raw, state, direction, reading, budget.records)
      if (!entry) break
      budget.records -= recordsIn(entry.diff)
      if (budget.records < 0) break
      entries.push(entry)
    }
  } catch (error) {
    // The steps read so far are valid. Only the history beyond them is lost.
    console.error(error)
  }
  return entries
}

/** Reads one step and applies it to `state`. Returns null if the step does not fit. */
function readStep(
  raw: unknown,
  state: DrawingDocument,
  direction: Direction,
  reading: StepReading,
  maxRecords: number,
): HistoryEntry | null {
  const read = parse(stepSchema, raw)
  if (read.problems) return null
  const { label, diff: rawDiff, selectionBefore, selectionAfter } = read.value
  if (rawDiff.added.length + rawDiff.updated.length + rawDiff.removed.length > maxRecords) return null
  const diff = readDiff(rawDiff, state, direction, reading)
  if (!diff) return null
  const overlay = new Overlay(state)
  overlay.putDiff(diff)
  if (!isValidChange(state, overlay, reading.types, reading.limits)) return null
  const [present, other] = direction === 'back' ? [selectionAfter, selectionBefore] : [selectionBefore, selectionAfter]
  const [presentIds, otherIds] = [idsIn(present, state), idsIn(other, overlay)]
  state.apply(diff)
  return direction === 'back'
    ? { label, diff: invertDiff(diff), selectionBefore: otherIds, selectionAfter: presentIds }
    : { label, diff, selectionBefore: presentIds, selectionAfter: otherIds }
}

/** Returns the diff of the step from `state`, or null. */
function readDiff(
  { added, updated, removed, name, layer, symbols }: RawStep['diff'],
  state: DrawingDocument,
  direction: Direction,
  reading: StepReading,
): Diff | null {
  const back = direction === 'back'
  const pairs = [
    ...(back ? added : removed).map((one) => [one, null] as const),
    ...updated.map(([before, after]) => (back ? ([after, before] as const) : ([before, after] as const))),
    ...(back ? removed : added).map((one) => [null, one] as const),
  ]
  const changes = new Map<Id, Change>()
  for (const [rawPresent, rawOther] of pairs) {
    const present = rawPresent === null ? null : findRecorded(rawPresent, state, reading)
    const other = rawOther === null ? null : parseComponent(rawOther, reading)
    if (present === undefined || other === undefined) return null
    const id = (present ?? other)?.id
    if (id === undefined || changes.has(id) || (other && other.id !== id) || (!present && state.get(id))) return null
    changes.set(id, [present, other])
  }
  const names = swapIf(name, back)
  const layers = swapIf(layer, back)
  if (names && names[0] !== state.name) return null
  if (layers && !isEqualData(state.layer, layers[0])) return null
  const definitions = symbols && readSymbolsChange(swapIf([symbols[0], symbols[1]], back), state.symbols, reading)
  if (definitions === null) return null
  return makeDiff(changes.values(), names, layers && [state.layer, deepFreeze(layers[1])], definitions)
}

/** Returns the current component if it matches the one recorded in the step. */
function findRecorded(raw: unknown, state: DrawingDocument, reading: StepReading): Component | undefined {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined
  const present = isId(id) ? state.get(id) : undefined
  return present && (isEqualData(present, raw) || isEqualData(present, parseComponent(raw, reading)))
    ? present
    : undefined
}

function parseComponent(raw: unknown, { types, kinds }: StepReading): Component | undefined {
  const component = readComponent(raw, '', types, new ProblemList(), kinds)
  // Only drawing files may omit ranks and rely on line order.
  return component?.rank === '' ? undefined : component
}

function readSymbolsChange(
  sides: readonly [unknown, unknown] | undefined,
  present: readonly SymbolDefinition[],
  { types, limits }: StepReading,
): Diff['symbols'] | null {
  if (!sides || !isEqualData(present, sides[0])) return null
  const problems = new ProblemList()
  const read = readSymbols(sides[1], types, limits, problems)
  if (problems.list.length > 0) return null
  const symbolsById = new Map(present.map((symbol) => [symbol.id, symbol]))
  return [
    present,
    Object.freeze(
      read.map((symbol) => {
        const same = symbolsById.get(symbol.id)
        return same && isEqualData(same, symbol) ? same : symbol
      }),
    ),
  ]
}

function swapIf<T>(sides: readonly [T, T] | undefined, back: boolean): readonly [T, T] | undefined {
  return sides && back ? [sides[1], sides[0]] : sides
}

/** Returns the selected ids that exist. */
function idsIn(raw: readonly unknown[], state: { readonly get: (id: Id) => Component | undefined }): Id[] {
  return [...new Set(raw.filter(isId))].filter((id) => state.get(id))
}
