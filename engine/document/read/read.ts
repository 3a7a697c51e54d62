import { parse } from '../../schema/index.ts'
import { groupType } from '../model/component.ts'
import { defaultLayer, drawingVersion } from '../model/drawing.ts'
import { depthFault, parseJson, readJson } from '../values/json.ts'
import { drawingLimits, nameLength } from '../values/limits.ts'
import { withFittedGroups } from '../symbols/fittedGroups.ts'
import { migrate } from '../migrate/migrate.ts'
import { noKinds } from '../props/placeholder.ts'
import { ProblemList } from '../values/problems.ts'
import { isObject } from '../props/props.ts'
import { readComponent } from './readComponent.ts'
import { isTooMany, readComponents } from './readComponents.ts'
import { withInstances } from './readInstances.ts'
import { readSymbols } from './readSymbols.ts'
import { forbiddenKeys } from '../model/ids.ts'
import { layerSchema } from '../model/schemas.ts'
import type { Component } from '../model/component.ts'
import type { Drawing } from '../model/drawing.ts'
import type { DrawingLimits } from '../values/limits.ts'
import type { ParamKinds } from '../props/placeholder.ts'
import type { TypeLookup } from '../props/props.ts'
import type { Parsed, Problem } from '../../schema/index.ts'

/** A validated drawing, as returned by `readDrawing`. */
export interface ReadDrawing {
  readonly drawing: Drawing
  /** Problems of content that was kept but cannot be displayed, such as components of unknown types. */
  readonly warnings: readonly Problem[]
}

/**
 * Reads a drawing of any version from JSON text or parsed JSON and validates it completely. Problems contain a path,
 * for example `components.3.width`. Never throws. `kinds` are the parameters of the symbol whose own drawing is read;
 * tags may contain placeholders only there.
 *
 * ```ts
 * const read = readDrawing(text, catalog)
 * if (read.problems) throw new Error(read.problems[0]?.message)
 * const document = new DrawingDocument(read.value.drawing)
 * ```
 */
export function readDrawing(
  input: unknown,
  types: TypeLookup,
  limits: Partial<DrawingLimits> = {},
  kinds: ParamKinds = noKinds,
): Parsed<ReadDrawing> {
  try {
    const allowed = { ...drawingLimits, ...limits }
    if (typeof input !== 'string') return readParsed(input, types, allowed, kinds)
    if (input.length > allowed.textLength)
      return reject('drawing.tooLarge', `the text has more than ${allowed.textLength} characters`)
    return readText(input, types, allowed, kinds)
  } catch (error) {
    return reject(
      'drawing.unreadable',
      `the drawing cannot be read: ${error instanceof Error ? error.message : 'unknown cause'}`,
    )
  }
}

/** Greater than the depth of any valid drawing. */
const maxDrawingDepth = 16

/** The depth is checked only for rejected input, because valid drawings are shallow. */
function readText(text: string, types: TypeLookup, limits: DrawingLimits, kinds: ParamKinds): Parsed<ReadDrawing> {
  const json = (limits.depth < maxDrawingDepth ? readJson : parseJson)(text, limits.depth)
  if (json.problems) return json
  try {
    const read = readParsed(json.value, types, limits, kinds)
    return read.problems ? (depthFault(text, limits.depth) ?? read) : read
  } catch (error) {
    const deep = depthFault(text, limits.depth)
    if (deep) return deep
    throw error
  }
}

const drawingKeys: ReadonlySet<string> = new Set(['version', 'name', 'layer', 'symbols', 'components'])

function readParsed(input: unknown, types: TypeLookup, limits: DrawingLimits, kinds: ParamKinds): Parsed<ReadDrawing> {
  if (!isObject(input))
    return reject('invalid_type', 'a drawing must be an object with version, name, layer and components')
  if (isTooMany(input.components, limits))
    return reject('drawing.tooMany', `more than ${limits.components} components`, 'components')
  const migrated = migrate(input)
  if (migrated.problems) return migrated
  const raw = migrated.value
  const problems = new ProblemList()
  for (const key of Object.keys(raw)) {
    if (forbiddenKeys.has(key)) problems.add(key, 'drawing.forbiddenKey', 'this key is not allowed')
    else if (!drawingKeys.has(key)) problems.add(key, 'unrecognized_keys', 'unknown key')
  }
  const name = raw.name ?? ''
  if (typeof name !== 'string') problems.add('name', 'invalid_type', 'must be text')
  else if (name.length > nameLength) problems.add('name', 'too_big', `at most ${nameLength} characters`)
  const layer = parse(layerSchema, isObject(raw.layer) ? withDefaults(raw.layer) : (raw.layer ?? defaultLayer), 'layer')
  if (layer.problems) problems.addAll(layer.problems)
  const mended: Problem[] = []
  const symbols = readSymbols(raw.symbols, types, limits, problems, mended)
  const read = readComponents(raw.components, 'components', limits, problems, (one, path) =>
    readComponent(one, path, types, problems, kinds),
  )
  const warnings = problems.list.length > 0 ? [] : unknownTypes(raw, types)
  const whole = problems.list.length > 0 ? [] : withInstances(read, symbols, types, limits, problems, warnings, kinds)
  warnings.push(...mended)
  const components = withFittedGroups(whole, 'components', problems, warnings)
  warnings.push(...findSurplusSingletons(components, raw, types))
  if (problems.list.length > 0 || typeof name !== 'string' || !layer.value) return { problems: problems.list }
  return {
    value: {
      drawing: {
        version: drawingVersion,
        name,
        layer: Object.freeze(layer.value),
        components,
        ...(symbols.length > 0 && { symbols }),
      },
      warnings,
    },
  }
}

function withDefaults(layer: Record<string, unknown>): unknown {
  return { ...defaultLayer, ...layer }
}

/** Reports paths in the order of the file, because the read components are in paint order. */
function unknownTypes(raw: Readonly<Record<string, unknown>>, types: TypeLookup): Problem[] {
  const counts = new Map<string, { count: number; first: string }>()
  const note = (list: unknown, path: string): void => {
    for (const [i, one] of Array.isArray(list) ? list.entries() : []) {
      const type = isObject(one) ? one.type : undefined
      if (typeof type !== 'string' || type === groupType || types.get(type)) continue
      const entry = counts.get(type)
      if (entry) entry.count++
      else counts.set(type, { count: 1, first: `${path}.${i}.type` })
    }
  }
  note(raw.components, 'components')
  for (const [i, symbol] of Array.isArray(raw.symbols) ? raw.symbols.entries() : [])
    note(isObject(symbol) ? symbol.components : undefined, `symbols.${i}.components`)
  return [...counts].map(([type, { count, first }]) => ({
    path: first,
    code: 'drawing.unknownType',
    message: `${count} components of type ${type}, which is not installed, are shown as placeholders`,
  }))
}

/**
 * Returns a warning for each singleton type with more than one component. They are kept. They may come from instances
 * of symbols.
 */
function findSurplusSingletons(
  components: readonly Component[],
  raw: Readonly<Record<string, unknown>>,
  types: TypeLookup,
): Problem[] {
  const counts = new Map<string, number>()
  const surplus = new Map<string, Problem>()
  for (const { id, type } of components) {
    if (type === groupType || !types.get(type)?.isSingle) continue
    const count = (counts.get(type) ?? 0) + 1
    counts.set(type, count)
    if (count !== 2) continue
    const at = Array.isArray(raw.components)
      ? raw.components.findIndex((one: unknown) => isObject(one) && one.id === id)
      : -1
    surplus.set(type, {
      path: at < 0 ? 'components' : `components.${at}`,
      code: 'drawing.single',
      message: `more than one ${type}; a drawing can contain only one`,
    })
  }
  return [...surplus.values()]
}

function reject(code: string, message: string, path = ''): { problems: readonly Problem[] } {
  return { problems: [{ path, code, message }] }
}
