import { z } from 'zod'
import {
  DrawingDocument, deepFreeze, invertDiff, isId, layerSchema, makeDiff, nameSchema, ProblemList, readComponent, readSymbols, recordsIn,
} from '../document/index.ts'
import { parse } from '../schema/index.ts'
import { isEqualData } from './compareSteps.ts'
import { isValidChange } from './validateHistory.ts'
import { historyDefaults } from './history.ts'
import { Overlay } from './overlay.ts'
import type { Change, Component, Diff, DrawingLimits, Id, ParamKinds, SymbolDefinition, TypeLookup } from '../document/index.ts'
import type { HistoryEntry, HistorySteps } from './history.ts'

export interface StepReading {
  readonly types: TypeLookup
  readonly limits: DrawingLimits
  readonly kinds: ParamKinds
}

/**
 * Reads what was kept of undo and redo, outwards from the drawing as it is now: each step must find the drawing as it left
 * it, and what it brings back must make a drawing that a file could hold. The first that does not ends the reading on
 * its side. Records already here are used as they are, so the steps fit the document to the very object. Never throws.
 */
export function readSteps(input: unknown, document: DrawingDocument, reading: StepReading): HistorySteps {
  const read = parse(stepsSchema, input)
  if (read.problems) return { done: [], undone: [] }
  const { done, undone } = read.value
  const budget = { records: historyDefaults.maxRecords }
  return {
    done: readWay(done, document, 'back', reading, budget).reverse(),
    undone: readWay(undone, document, 'forth', reading, budget).reverse(),
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

/** From the present outwards, the nearest step first; the last of the list is the nearest. */
function readWay(list: readonly unknown[], document: DrawingDocument, direction: Direction, reading: StepReading, budget: { records: number }): HistoryEntry[] {
  if (list.length === 0) return []
  const entries: HistoryEntry[] = []
  // A second holder of the same records: it is taken through the past and never shown.
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
    // The steps before this one are whole: what is given up is the past beyond it, never the drawing.
    console.error(error)
  }
  return entries
}

/** The step, with `state` taken over it; null where it does not fit. */
function readStep(raw: unknown, state: DrawingDocument, direction: Direction, reading: StepReading, most: number): HistoryEntry | null {
  const read = parse(stepSchema, raw)
  if (read.problems) return null
  const { label, diff: rawDiff, selectionBefore, selectionAfter } = read.value
  if (rawDiff.added.length + rawDiff.updated.length + rawDiff.removed.length > most) return null
  const diff = readDiff(rawDiff, state, direction, reading)
  if (!diff) return null
  const overlay = new Overlay(state)
  overlay.putDiff(diff)
  if (!isValidChange(state, overlay, reading.types, reading.limits)) return null
  const [here, there] = direction === 'back' ? [selectionAfter, selectionBefore] : [selectionBefore, selectionAfter]
  const [hereIds, thereIds] = [idsIn(here, state), idsIn(there, overlay)]
  state.apply(diff)
  return direction === 'back'
    ? { label, diff: invertDiff(diff), selectionBefore: thereIds, selectionAfter: hereIds }
    : { label, diff, selectionBefore: hereIds, selectionAfter: thereIds }
}

/** The diff that leads from `state` over the step, or null. */
function readDiff({ added, updated, removed, name, layer, symbols }: RawStep['diff'], state: DrawingDocument, direction: Direction, reading: StepReading): Diff | null {
  const back = direction === 'back'
  const pairs = [
    ...(back ? added : removed).map((one) => [one, null] as const),
    ...updated.map(([before, after]) => back ? [after, before] as const : [before, after] as const),
    ...(back ? removed : added).map((one) => [null, one] as const),
  ]
  const changes = new Map<Id, Change>()
  for (const [rawHere, rawThere] of pairs) {
    const here = rawHere === null ? null : found(rawHere, state, reading)
    const there = rawThere === null ? null : componentOf(rawThere, reading)
    if (here === undefined || there === undefined) return null
    const id = (here ?? there)?.id
    if (id === undefined || changes.has(id) || (there && there.id !== id) || (!here && state.get(id))) return null
    changes.set(id, [here, there])
  }
  const names = turned(name, back)
  const layers = turned(layer, back)
  if (names && names[0] !== state.name) return null
  if (layers && !isEqualData(state.layer, layers[0])) return null
  const definitions = symbols && readSymbolsChange(turned([symbols[0], symbols[1]], back), state.symbols, reading)
  if (definitions === null) return null
  return makeDiff(changes.values(), names, layers && [state.layer, deepFreeze(layers[1])], definitions)
}

/** The component that is here, if it is the one that the step knew. */
function found(raw: unknown, state: DrawingDocument, reading: StepReading): Component | undefined {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined
  const here = isId(id) ? state.get(id) : undefined
  return here && (isEqualData(here, raw) || isEqualData(here, componentOf(raw, reading))) ? here : undefined
}

function componentOf(raw: unknown, { types, kinds }: StepReading): Component | undefined {
  const component = readComponent(raw, '', types, new ProblemList(), kinds)
  // Only a file may leave ranks to the order of its lines.
  return component?.rank === '' ? undefined : component
}

function readSymbolsChange(sides: readonly [unknown, unknown] | undefined, here: readonly SymbolDefinition[], { types, limits }: StepReading): Diff['symbols'] | null {
  if (!sides || !isEqualData(here, sides[0])) return null
  const problems = new ProblemList()
  const read = readSymbols(sides[1], types, limits, problems)
  if (problems.list.length > 0) return null
  const known = new Map(here.map((symbol) => [symbol.id, symbol]))
  return [here, Object.freeze(read.map((symbol) => {
    const same = known.get(symbol.id)
    return same && isEqualData(same, symbol) ? same : symbol
  }))]
}

function turned<T>(sides: readonly [T, T] | undefined, back: boolean): readonly [T, T] | undefined {
  return sides && back ? [sides[1], sides[0]] : sides
}

/** What was selected and is there. */
function idsIn(raw: readonly unknown[], state: { readonly get: (id: Id) => Component | undefined }): Id[] {
  return [...new Set(raw.filter(isId))].filter((id) => state.get(id))
}
