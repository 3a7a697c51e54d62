import { parse } from '../../schema/index.ts'
import { groupType } from '../model/component.ts'
import { defaultLayer, drawingVersion } from '../model/drawing.ts'
import { forbiddenKeys } from '../model/ids.ts'
import { parseJson } from '../values/json.ts'
import { drawingLimits, nameLength } from '../values/limits.ts'
import { getParamKinds } from '../props/paramValue.ts'
import { noKinds } from '../props/placeholder.ts'
import { ProblemList } from '../values/problems.ts'
import { isObject } from '../props/props.ts'
import { readDrawing } from './read.ts'
import { readComponent } from './readComponent.ts'
import { readSymbol } from './readSymbols.ts'
import { layerSchema } from '../model/schemas.ts'
import { symbolSchema } from '../symbols/symbolSchemas.ts'
import type { DrawingLimits } from '../values/limits.ts'
import type { RawDrawing } from '../migrate/migrate.ts'
import type { ParamKinds } from '../props/placeholder.ts'
import type { ReadDrawing } from './read.ts'
import type { TypeLookup } from '../props/props.ts'
import type { Parsed, Problem } from '../../schema/index.ts'

/** A drawing opened for viewing only. */
export interface ShownDrawing extends ReadDrawing {
  /**
   * Version of a file written by a newer program: `drawing` then contains only the known part and must never be saved
   * over the file. Null if it is complete.
   */
  readonly newer: number | null
}

/**
 * Reads a drawing for viewing, including files of newer versions, of which only known components and fields are used,
 * with the usual validation. Warnings list the omitted parts. A component whose values cannot be computed is shown as
 * an unknown type, never as live. If nothing can be read, returns the problem of `readDrawing`. Never throws.
 */
export function readDrawingToShow(
  input: unknown,
  types: TypeLookup,
  limits: Partial<DrawingLimits> = {},
): Parsed<ShownDrawing> {
  const read = readDrawing(input, types, limits)
  if (!read.problems) return { value: { ...read.value, newer: null } }
  const [newer] = read.problems
  if (newer?.code !== 'drawing.newer') return read
  const allowed = { ...drawingLimits, ...limits }
  const raw = typeof input === 'string' ? parseJson(input, allowed.depth).value : input
  if (!isObject(raw) || typeof raw.version !== 'number') return read
  try {
    const part = new SupportedPart(types, allowed)
    const supported = part.of(raw)
    const shown = supported && readDrawing(supported, types, limits).value
    return shown
      ? { value: { ...shown, warnings: [newer, ...part.listOmitted(), ...shown.warnings], newer: raw.version } }
      : read
  } catch {
    // Return the original problem: the file is newer.
    return read
  }
}

type Raw = Record<string, unknown>

/** Removes the parts of a file that the strict reader would reject, and counts them. */
class SupportedPart {
  readonly #types: TypeLookup
  readonly #limits: DrawingLimits
  readonly #omitted = new Map<string, { readonly path: string; count: number }>()
  /** Components that would appear live or empty without the omitted part. */
  readonly #incomplete = new Set<Raw>()

  constructor(types: TypeLookup, limits: DrawingLimits) {
    this.#types = types
    this.#limits = limits
  }

  /** Returns undefined if there are components but none can be read. */
  of(raw: RawDrawing): RawDrawing | undefined {
    if (!Array.isArray(raw.components)) return undefined
    const components = this.#components(raw.components, 'components', noKinds)
    if (components.length === 0 && raw.components.length > 0) return undefined
    for (const key of Object.keys(raw)) if (!drawingKeys.has(key)) this.#omit(key)
    return {
      version: drawingVersion,
      name: typeof raw.name === 'string' ? raw.name.slice(0, nameLength) : '',
      layer: this.#layer(raw.layer),
      symbols: Array.isArray(raw.symbols)
        ? raw.symbols.flatMap((symbol: unknown, i) => this.#symbol(symbol, `symbols.${i}`) ?? [])
        : [],
      components,
    }
  }

  /** Grouped by path without indexes, each with its first occurrence. */
  listOmitted(): readonly Problem[] {
    return [...this.#omitted.values()].map(({ path, count }) => ({
      path,
      code: 'drawing.leftOut',
      message: `${count} of these are unknown to this program and were left out`,
    }))
  }

  #omit(path: string): undefined {
    const kind = path.replace(/\.\d+(?=\.|$)/g, '')
    const entry = this.#omitted.get(kind)
    if (entry) entry.count++
    else if (this.#omitted.size < maxKinds) this.#omitted.set(kind, { path, count: 1 })
    return undefined
  }

  #layer(raw: unknown): Raw {
    return this.#keys(
      isObject(raw) ? raw : {},
      'layer',
      (key, value) => !parse(layerSchema, { ...defaultLayer, [key]: value }).problems,
    )
  }

  #symbol(raw: unknown, path: string): Raw | undefined {
    if (!isObject(raw)) return this.#omit(path)
    const needed = { id: raw.id, name: raw.name, width: raw.width, height: raw.height, components: [] }
    const symbol = this.#keys(raw, path, (key, value) => !parse(symbolSchema, { ...needed, [key]: value }).problems)
    const read = parse(symbolSchema, symbol)
    if (read.problems) return this.#omit(path)
    const supported = {
      ...symbol,
      components: this.#components(symbol.components, `${path}.components`, getParamKinds(read.value.params)),
    }
    const problems = new ProblemList()
    return readSymbol(supported, path, this.#types, this.#limits, problems) ? supported : this.#omit(path)
  }

  /** Returns the readable components with unique ids. A missing parent is removed. */
  #components(raw: unknown, path: string, kinds: ParamKinds): Raw[] {
    const found = new Map<unknown, Raw>()
    for (const [i, one] of Array.isArray(raw) ? raw.entries() : []) {
      const component = this.#component(one, `${path}.${i}`, kinds)
      if (component && !found.has(component.id)) found.set(component.id, component)
      else this.#omit(`${path}.${i}`)
    }
    const components = [...found.values()]
    for (const one of components) if (found.get(one.parent)?.type !== groupType) delete one.parent
    const parents = new Set(components.map(({ parent }) => parent))
    // An instance without its link and without members would be invisible.
    return components.map((one) =>
      this.#incomplete.has(one) && !parents.has(one.id)
        ? { ...one, type: placeholderType(one.type), bindings: undefined, props: undefined }
        : one,
    )
  }

  #component(raw: unknown, path: string, kinds: ParamKinds): Raw | undefined {
    if (!isObject(raw)) return undefined
    if (this.#isSupported(raw, kinds)) return { ...raw }
    const { type } = raw
    const fits = (part: Raw): boolean =>
      this.#isSupported({ id: 'a', type, x: 0, y: 0, width: 1, height: 1, ...part }, kinds)
    const component = this.#keys(
      raw,
      path,
      (key, value) => fits({ [key]: value }) || key === 'props' || key === 'extras' || key === 'bindings',
    )
    let isOdd = raw.link !== undefined && component.link === undefined
    for (const key of ['props', 'extras']) {
      const part = component[key]
      if (isObject(part))
        component[key] = this.#keys(part, `${path}.${key}`, (name, value) => fits({ [key]: { [name]: value } }))
      else delete component[key]
    }
    const { bindings } = component
    if (bindings !== undefined && !fits({ bindings })) {
      this.#omit(`${path}.bindings`)
      delete component.bindings
      isOdd = true
    }
    if (isOdd) this.#incomplete.add(component)
    return this.#isSupported(component, kinds) ? component : undefined
  }

  #isSupported(raw: Raw, kinds: ParamKinds): boolean {
    const problems = new ProblemList()
    readComponent(raw, '', this.#types, problems, kinds)
    return problems.list.length === 0
  }

  #keys(raw: Raw, path: string, isFitting: (key: string, value: unknown) => boolean): Raw {
    const result: Raw = {}
    for (const [key, value] of Object.entries(raw)) {
      if (!forbiddenKeys.has(key) && isFitting(key, value)) result[key] = value
      else this.#omit(`${path}.${key}`)
    }
    return result
  }
}

const drawingKeys: ReadonlySet<string> = new Set(['version', 'name', 'layer', 'symbols', 'components'])
const maxKinds = 50
/** Returns a type name that is not installed but still identifies the original type. */
const placeholderType = (type: unknown): string => `${String(type).slice(0, 34)}-newer`
