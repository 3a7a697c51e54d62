import { parse } from '../schema/index.ts'
import { groupType } from './component.ts'
import { defaultLayer, drawingVersion } from './drawing.ts'
import { readJson } from './json.ts'
import { drawingLimits, nameLength } from './limits.ts'
import { ProblemList } from './problems.ts'
import { isObject } from './props.ts'
import { ranksBetween } from './rank.ts'
import { noRank, readComponent } from './readComponent.ts'
import { patched } from './record.ts'
import { forbiddenKeys, layerSchema } from './schemas.ts'
import { descendantsOf, familiesOf } from './tree.ts'
import type { Component, Id } from './component.ts'
import type { Drawing } from './drawing.ts'
import type { DrawingLimits } from './limits.ts'
import type { TypeLookup } from './props.ts'
import type { Parsed, Problem } from '../schema/index.ts'

export interface ReadDrawing {
  readonly drawing: Drawing
  /** What was kept although it cannot be shown, such as components of a type that is not installed. */
  readonly warnings: readonly Problem[]
}

/**
 * Reads a drawing from JSON text, or from what JSON text was parsed to. Everything is checked and nothing is trusted;
 * what is wrong comes back with its place (`components.3.width`). Never throws, whatever it is given.
 */
export function readDrawing(input: unknown, types: TypeLookup, limits: Partial<DrawingLimits> = {}): Parsed<ReadDrawing> {
  try {
    const allowed = { ...drawingLimits, ...limits }
    if (typeof input !== 'string') return readParsed(input, types, allowed)
    if (input.length > allowed.textLength) return refused('drawing.tooLarge', `the text has more than ${allowed.textLength} characters`)
    const json = readJson(input, allowed.depth)
    return json.problems ? json : readParsed(json.value, types, allowed)
  } catch (error) {
    return refused('drawing.unreadable', `the drawing cannot be read: ${error instanceof Error ? error.message : 'unknown cause'}`)
  }
}

const drawingKeys: ReadonlySet<string> = new Set(['version', 'name', 'layer', 'components'])

function readParsed(raw: unknown, types: TypeLookup, limits: DrawingLimits): Parsed<ReadDrawing> {
  if (!isObject(raw)) return refused('invalid_type', 'a drawing is an object with version, name, layer and components')
  const version = raw.version
  if (typeof version === 'number' && version > drawingVersion) return refused('drawing.newer', `version ${version} is newer than this program, which knows ${drawingVersion}`, 'version')
  const problems = new ProblemList()
  if (version !== drawingVersion) problems.add('version', 'invalid_value', `must be ${drawingVersion}`)
  for (const key of Object.keys(raw)) {
    if (forbiddenKeys.has(key)) problems.add(key, 'drawing.forbiddenKey', 'this key is not allowed')
    else if (!drawingKeys.has(key)) problems.add(key, 'unrecognized_keys', 'a drawing has no such key')
  }
  const name = raw.name ?? ''
  if (typeof name !== 'string') problems.add('name', 'invalid_type', 'must be text')
  else if (name.length > nameLength) problems.add('name', 'too_big', `at most ${nameLength} characters`)
  const layer = parse(layerSchema, isObject(raw.layer) ? withDefaults(raw.layer) : raw.layer ?? defaultLayer, 'layer')
  if (layer.problems) problems.addAll(layer.problems)
  const components = readComponents(raw.components, types, limits, problems)
  if (problems.list.length > 0 || typeof name !== 'string' || !layer.value) return { problems: problems.list }
  return {
    value: {
      drawing: { version: drawingVersion, name, layer: Object.freeze(layer.value), components },
      warnings: unknownTypes(components, types),
    },
  }
}

function readComponents(raw: unknown, types: TypeLookup, limits: DrawingLimits, problems: ProblemList): Component[] {
  if (!Array.isArray(raw)) return problems.add('components', 'invalid_type', 'must be a list') ?? []
  if (raw.length > limits.components) return problems.add('components', 'drawing.tooMany', `more than ${limits.components} components`) ?? []
  const components: Component[] = []
  const places = new Map<Id, number>()
  for (let i = 0; i < raw.length && !problems.isFull; i++) {
    const component = readComponent(raw[i], `components.${i}`, types, problems)
    if (!component) continue
    const twin = places.get(component.id)
    if (twin !== undefined) problems.add(`components.${i}.id`, 'drawing.duplicate', `components.${twin} has the same id`)
    places.set(component.id, i)
    components.push(component)
  }
  if (problems.list.length > 0) return []
  if (components.some((component) => component.parent !== null)) checkParents(components, limits, problems)
  return problems.list.length > 0 ? [] : ordered(components)
}

/** Every parent is there and is a group, none is above itself, and groups nest only so deep. */
function checkParents(components: readonly Component[], limits: DrawingLimits, problems: ProblemList): void {
  const byId = new Map(components.map((component) => [component.id, component]))
  for (const [i, component] of components.entries()) {
    if (component.parent === null) continue
    const parent = byId.get(component.parent)
    if (!parent) problems.add(`components.${i}.parent`, 'drawing.parent', 'there is no such group')
    else if (parent.type !== groupType) problems.add(`components.${i}.parent`, 'drawing.parent', 'a parent must be a group')
    else if (isTooDeep(component, byId, limits.nesting)) {
      problems.add(`components.${i}.parent`, 'drawing.cycle', `groups within groups go in a circle or deeper than ${limits.nesting}`)
    }
  }
}

function isTooDeep(component: Component, byId: ReadonlyMap<Id, Component>, nesting: number): boolean {
  let parent = component.parent
  for (let depth = 0; parent !== null; depth++) {
    if (depth >= nesting) return true
    parent = byId.get(parent)?.parent ?? null
  }
  return false
}

/** In paint order; siblings that lack ranks, or share one, get new ones: by the ranks they have, else by the file's order. */
function ordered(components: readonly Component[]): Component[] {
  const families = familiesOf(components.some((component) => component.rank === noRank) ? rankedByPlace(components) : components)
  for (const [parent, family] of families) {
    if (!family.some((component, i) => component.rank === family[i - 1]?.rank)) continue
    const ranks = ranksBetween(null, null, family.length)
    families.set(parent, family.map((component, i) => patched(component, { rank: ranks[i] })))
  }
  return descendantsOf({ children: (parent) => families.get(parent) ?? [] }, null)
}

function rankedByPlace(components: readonly Component[]): Component[] {
  const ranks = ranksBetween(null, null, components.length)
  return components.map((component, i) => patched(component, { rank: ranks[i] }))
}

function withDefaults(layer: Record<string, unknown>): unknown {
  return { ...defaultLayer, ...layer }
}

function unknownTypes(components: readonly Component[], types: TypeLookup): Problem[] {
  const counts = new Map<string, { count: number; first: number }>()
  for (const [i, { type }] of components.entries()) {
    if (type === groupType || types.get(type)) continue
    const seen = counts.get(type)
    if (seen) seen.count++
    else counts.set(type, { count: 1, first: i })
  }
  return [...counts].map(([type, { count, first }]) => ({
    path: `components.${first}.type`, code: 'drawing.unknownType', message: `${count} of type ${type}, which is not installed, shown as placeholders`,
  }))
}

function refused(code: string, message: string, path = ''): { problems: readonly Problem[] } {
  return { problems: [{ path, code, message }] }
}
