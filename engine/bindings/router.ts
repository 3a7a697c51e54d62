import type { Binding, Component, Id, Via } from '../document/component.ts'
import type { Field, Fields, FieldValue, Problem } from '../schema/index.ts'
import { commonFields, firstValue, isCommonProp, isDrivableOn, isExtraProp, isMotionProp, unknownValues } from './commonFields.ts'
import type { Resolver, ResolverPlan } from './resolve.ts'
import { planResolver } from './resolve.ts'
import type { TagTable } from './tagTable.ts'

/** A binding made ready: its tags as table indexes. */
export interface Route {
  readonly prop: string
  readonly tag: number
  readonly resolve: Resolver
  /** Table indexes of the other tags of its expression, by slot. */
  readonly others: readonly number[]
  /** Whether its expression asks for quality: its result is then only as doubtful as what it used. */
  readonly asksQuality: boolean
  /** The drawing's own value, shown where the tag leaves the property alone (no state matches). */
  readonly own: Field['default']
  /** What it shows until a first value is known: words and data are the designer's example, and nobody is to read them as a measurement. */
  readonly first: Field['default']
  /** What it shows whenever nobody knows its value; undefined: what was last known. */
  readonly unknown: FieldValue | undefined
}

export interface BoundComponent {
  readonly id: Id
  readonly routes: readonly Route[]
  /** Table indexes of all its tags, each once. */
  readonly tags: readonly number[]
}

interface Known {
  readonly fields: Fields
  /** The flag that takes such a component off duty. */
  readonly off?: string
}

interface TypeLookup {
  get(type: string): Known | undefined
}

/** Which components a tag moves: made once for a drawing, asked for each dirty tag of a frame. */
export class Router {
  /** Every tag that a binding, an expression or an action of the drawing names. */
  readonly tags: readonly string[]
  readonly components: readonly BoundComponent[]
  /** Bindings that cannot play; `path` is the component's id and the property. The drawing runs on without them. */
  readonly problems: readonly Problem[]
  /** Places of the components a tag moves: those of tag t from `#firsts[t]` to before `#firsts[t + 1]`. */
  readonly #places: Uint32Array
  readonly #firsts: Uint32Array

  constructor(components: Iterable<Component>, table: TagTable, types: TypeLookup) {
    const bound: BoundComponent[] = []
    const plans = new Map<Via, Map<Field, Plan>>()
    const needed = new NeededTags(table)
    const problems: Problem[] = []
    const routeOf = (component: Component, { fields, off }: Known, binding: Binding): Route | undefined => {
      const field = fieldOf(binding.prop, fields)
      if (!field?.bindable) {
        problems.push({ path: `${component.id}.${binding.prop}`, code: 'binding.property', message: `"${binding.prop}" is no property that a tag may drive` })
        return undefined
      }
      if (!isDrivableOn(component.type, binding.prop)) {
        problems.push({ path: `${component.id}.${binding.prop}`, code: 'binding.group', message: `a group is as its members are: a tag that drives its ${binding.prop} changes nothing` })
        return undefined
      }
      const plan = planOf(plans, binding.via, field, table)
      for (const problem of plan.problems) problems.push({ ...problem, path: `${component.id}.${binding.prop}` })
      const tag = table.indexOf(binding.tag)
      needed.add(tag)
      for (const other of plan.others) needed.add(other)
      const own = ownValue(component, binding, field)
      return {
        prop: binding.prop,
        tag,
        resolve: plan.resolve,
        others: plan.others,
        asksQuality: plan.asksQuality,
        own,
        first: firstValue(field) ?? own,
        // Of what nobody knows whether it is off duty, nobody is to be served.
        unknown: binding.prop === off ? true : isCommonProp(binding.prop) ? unknownValues[binding.prop] : undefined,
      }
    }
    for (const component of components) {
      const { action } = component
      if (action && (action.kind === 'switch' || action.kind === 'write')) needed.add(table.indexOf(action.tag))
      const [only] = component.bindings
      if (!only) continue
      const type = types.get(component.type) ?? unknownType
      // Most have one binding, and a list that grows leaves room for sixteen.
      const routes = component.bindings.length === 1 ? listed(routeOf(component, type, only)) : component.bindings.flatMap((binding) => routeOf(component, type, binding) ?? [])
      if (routes.length > 0) bound.push({ id: component.id, routes, tags: tagsOf(routes) })
    }
    this.tags = needed.tags
    this.components = bound
    this.problems = problems
    this.#firsts = firstsByTag(bound, table.size)
    this.#places = placesByTag(bound, this.#firsts)
  }

  /** Calls back with the place in `components` of each that the tag moves. */
  eachMovedBy(tag: number, visit: (place: number) => void): void {
    if (tag + 1 >= this.#firsts.length) return
    for (let at = this.#firsts[tag] ?? 0, end = this.#firsts[tag + 1] ?? 0; at < end; at++) visit(this.#places[at] ?? 0)
  }
}

const unknownType: Known = { fields: {} }

const listed = (route: Route | undefined): readonly Route[] => (route ? [route] : [])

/** Names each tag once, told apart by index: a set of texts would hash each of them a second time. */
class NeededTags {
  readonly tags: string[] = []
  readonly #table: TagTable
  #isSeen = new Uint8Array(1024)

  constructor(table: TagTable) {
    this.#table = table
  }

  add(index: number): void {
    if (index >= this.#isSeen.length) {
      const grown = new Uint8Array(Math.max(index + 1, this.#isSeen.length * 2))
      grown.set(this.#isSeen)
      this.#isSeen = grown
    }
    if (this.#isSeen[index] === 1) return
    this.#isSeen[index] = 1
    this.tags.push(this.#table.tagAt(index) ?? '')
  }
}

function firstsByTag(bound: readonly BoundComponent[], tagCount: number): Uint32Array {
  const firsts = new Uint32Array(tagCount + 1)
  for (const { tags } of bound) for (const tag of tags) firsts[tag + 1] += 1
  for (let tag = 0; tag < tagCount; tag++) firsts[tag + 1] += firsts[tag] ?? 0
  return firsts
}

function placesByTag(bound: readonly BoundComponent[], firsts: Uint32Array): Uint32Array {
  const next = firsts.slice()
  const places = new Uint32Array(firsts.at(-1) ?? 0)
  for (const [place, { tags }] of bound.entries()) {
    for (const tag of tags) {
      places[next[tag] ?? 0] = place
      next[tag] += 1
    }
  }
  return places
}

function tagsOf(routes: readonly Route[]): readonly number[] {
  const [only] = routes
  if (only && routes.length === 1 && only.others.length === 0) return [only.tag]
  return [...new Set(routes.flatMap((route) => [route.tag, ...route.others]))]
}

interface Plan extends ResolverPlan {
  readonly others: readonly number[]
}

/** Bindings that share a via and a field share the plan: a thousand lamps then resolve by one closure. */
function planOf(plans: Map<Via, Map<Field, Plan>>, via: Via, field: Field, table: TagTable): Plan {
  const byField = plans.get(via) ?? new Map<Field, Plan>()
  plans.set(via, byField)
  const known = byField.get(field)
  if (known) return known
  const plan = planResolver(via, field)
  const whole = { ...plan, others: plan.tags.map((tag) => table.indexOf(tag)) }
  byField.set(field, whole)
  return whole
}

const fieldOf = (prop: string, fields: Fields): Field | undefined =>
  Object.hasOwn(fields, prop) ? fields[prop] : isCommonProp(prop) ? commonFields[prop] : undefined

function ownValue(component: Component, { prop }: Binding, field: Field): Field['default'] {
  if (Object.hasOwn(component.props, prop)) return component.props[prop] ?? field.default
  if (isExtraProp(prop)) return component.extras[prop] ?? field.default
  return isCommonProp(prop) && !isMotionProp(prop) && !isExtraProp(prop) ? component[prop] : field.default
}
