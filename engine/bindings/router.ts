import type { Binding, Component, Id, Via } from '../document/model/component.ts'
import type { Field, Fields, FieldValue, Problem } from '../schema/index.ts'
import {
  commonFields,
  firstValue,
  isCommonProp,
  isDrivableOn,
  isExtraProp,
  isMotionProp,
  unknownValues,
} from './commonFields.ts'
import type { Resolver, ResolverPlan } from './resolve.ts'
import { planResolver } from './resolve.ts'
import type { TagTable } from './tagTable.ts'

/** A prepared binding with its tags as table indexes. */
export interface Route {
  readonly prop: string
  readonly tag: number
  readonly resolve: Resolver
  /** Table indexes of the expression's other tags, by slot. */
  readonly others: readonly number[]
  /** Whether the expression uses a quality function; its quality is then that of the tags it used. */
  readonly usesQuality: boolean
  /** The drawing's own value, shown if no state matches. */
  readonly own: Field['default']
  /**
   * Value shown before the first tag value arrives. Texts and data of the drawing are design examples and must not be
   * mistaken for measurements.
   */
  readonly first: Field['default']
  /** Value shown while the tag's value is unknown; undefined: the last known value. */
  readonly unknown: FieldValue | undefined
}

/** A component with its prepared bindings. Tags are indexes into the tag table. */
export interface BoundComponent {
  readonly id: Id
  readonly routes: readonly Route[]
  /** Distinct table indexes of all tags of the component. */
  readonly tags: readonly number[]
}

interface RoutedType {
  readonly fields: Fields
  /** Name of the flag property that puts components of this type out of service. */
  readonly disabledProp?: string
}

interface TypeLookup {
  get(type: string): RoutedType | undefined
}

/** Maps tags to the components they drive. Built once per drawing and queried for every dirty tag of a frame. */
export class Router {
  /** All tags used in bindings, expressions and actions of the drawing. */
  readonly tags: readonly string[]
  readonly components: readonly BoundComponent[]
  /** Bindings that cannot be applied; `path` is the component's id and the property. The drawing runs without them. */
  readonly problems: readonly Problem[]
  /** Indexes of bound components by tag: those of tag t are at `#firsts[t]` up to, but excluding, `#firsts[t + 1]`. */
  readonly #places: Uint32Array
  readonly #firsts: Uint32Array

  constructor(components: Iterable<Component>, table: TagTable, types: TypeLookup) {
    const bound: BoundComponent[] = []
    const plans = new Map<Via, Map<Field, Plan>>()
    const needed = new NeededTags(table)
    const problems: Problem[] = []
    const createRoute = (
      component: Component,
      { fields, disabledProp: off }: RoutedType,
      binding: Binding,
    ): Route | undefined => {
      const field = findField(binding.prop, fields)
      if (!field?.bindable) {
        problems.push({
          path: `${component.id}.${binding.prop}`,
          code: 'binding.property',
          message: `"${binding.prop}" cannot be bound to a tag`,
        })
        return undefined
      }
      if (!isDrivableOn(component.type, binding.prop)) {
        problems.push({
          path: `${component.id}.${binding.prop}`,
          code: 'binding.group',
          message: `the ${binding.prop} of a group depends on its members: binding it has no effect`,
        })
        return undefined
      }
      const plan = getPlan(plans, binding.via, field, table)
      for (const problem of plan.problems) problems.push({ ...problem, path: `${component.id}.${binding.prop}` })
      const tag = table.indexOf(binding.tag)
      needed.add(tag)
      for (const other of plan.others) needed.add(other)
      const own = getOwnValue(component, binding, field)
      return {
        prop: binding.prop,
        tag,
        resolve: plan.resolve,
        others: plan.others,
        usesQuality: plan.usesQuality,
        own,
        first: firstValue(field) ?? own,
        // A component whose out-of-service state is unknown is treated as out of service.
        unknown: binding.prop === off ? true : isCommonProp(binding.prop) ? unknownValues[binding.prop] : undefined,
      }
    }
    for (const component of components) {
      const { action } = component
      if (action && (action.kind === 'switch' || action.kind === 'write')) needed.add(table.indexOf(action.tag))
      const [only] = component.bindings
      if (!only) continue
      const type = types.get(component.type) ?? unknownType
      // Most components have one binding; avoids the extra capacity of a growing array.
      const routes =
        component.bindings.length === 1
          ? toList(createRoute(component, type, only))
          : component.bindings.flatMap((binding) => createRoute(component, type, binding) ?? [])
      if (routes.length > 0) bound.push({ id: component.id, routes, tags: collectTags(routes) })
    }
    this.tags = needed.tags
    this.components = bound
    this.problems = problems
    this.#firsts = firstsByTag(bound, table.size)
    this.#places = placesByTag(bound, this.#firsts)
  }

  /** Calls `visit` with the index in `components` of each component driven by the tag. */
  eachMovedBy(tag: number, visit: (place: number) => void): void {
    if (tag + 1 >= this.#firsts.length) return
    for (let at = this.#firsts[tag] ?? 0, end = this.#firsts[tag + 1] ?? 0; at < end; at++) visit(this.#places[at] ?? 0)
  }
}

const unknownType: RoutedType = { fields: {} }

const toList = (route: Route | undefined): readonly Route[] => (route ? [route] : [])

/** Distinct tags, compared by index, which avoids hashing the names a second time. */
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

function collectTags(routes: readonly Route[]): readonly number[] {
  const [only] = routes
  if (only && routes.length === 1 && only.others.length === 0) return [only.tag]
  return [...new Set(routes.flatMap((route) => [route.tag, ...route.others]))]
}

interface Plan extends ResolverPlan {
  readonly others: readonly number[]
}

/** Bindings with the same `via` and field share a plan, so a thousand identical lamps use one closure. */
function getPlan(plans: Map<Via, Map<Field, Plan>>, via: Via, field: Field, table: TagTable): Plan {
  const byField = plans.get(via) ?? new Map<Field, Plan>()
  plans.set(via, byField)
  const existing = byField.get(field)
  if (existing) return existing
  const plan = planResolver(via, field)
  const whole = { ...plan, others: plan.tags.map((tag) => table.indexOf(tag)) }
  byField.set(field, whole)
  return whole
}

const findField = (prop: string, fields: Fields): Field | undefined =>
  Object.hasOwn(fields, prop) ? fields[prop] : isCommonProp(prop) ? commonFields[prop] : undefined

function getOwnValue(component: Component, { prop }: Binding, field: Field): Field['default'] {
  if (Object.hasOwn(component.props, prop)) return component.props[prop] ?? field.default
  if (isExtraProp(prop)) return component.extras[prop] ?? field.default
  return isCommonProp(prop) && !isMotionProp(prop) && !isExtraProp(prop) ? component[prop] : field.default
}
