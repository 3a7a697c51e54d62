import type { Binding, Component, Id, Via } from '../document/component.ts'
import type { Field, Fields, Problem } from '../schema/index.ts'
import { commonFields, isCommonProp } from './commonFields.ts'
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
  /** The drawing's own value, kept while there is no better one. */
  readonly own: Field['default']
}

export interface BoundComponent {
  readonly id: Id
  readonly routes: readonly Route[]
  /** Table indexes of all its tags, each once. */
  readonly tags: readonly number[]
  /** Those whose quality is always its own, the worst of them: all but the ones that only quality-asking expressions read. */
  readonly weighed: readonly number[]
}

interface TypeLookup {
  get(type: string): { readonly fields: Fields } | undefined
}

const nobody: readonly number[] = []

/** Which components a tag moves: made once for a drawing, asked for each dirty tag of a frame. */
export class Router {
  /** Every tag that a binding, an expression or an action of the drawing names. */
  readonly tags: readonly string[]
  readonly components: readonly BoundComponent[]
  /** Bindings that cannot play; `path` is the component's id and the property. The drawing runs on without them. */
  readonly problems: readonly Problem[]
  #componentsOf: (number[] | undefined)[] = []

  constructor(components: Iterable<Component>, table: TagTable, types: TypeLookup) {
    const bound: BoundComponent[] = []
    const plans = new Map<Via, Map<Field, Plan>>()
    const needed = new Set<string>()
    const problems: Problem[] = []
    for (const component of components) {
      const { action } = component
      if (action && (action.kind === 'switch' || action.kind === 'write')) needed.add(action.tag)
      if (component.bindings.length === 0) continue
      const fields = types.get(component.type)?.fields ?? {}
      const routes: Route[] = []
      for (const binding of component.bindings) {
        const field = fieldOf(binding.prop, fields)
        const path = `${component.id}.${binding.prop}`
        if (!field?.bindable) {
          problems.push({ path, code: 'binding.property', message: `"${binding.prop}" is no property that a tag may drive` })
          continue
        }
        const plan = planOf(plans, binding.via, field, table)
        for (const problem of plan.problems) problems.push({ ...problem, path })
        for (const tag of [binding.tag, ...plan.tags]) needed.add(tag)
        routes.push({
          prop: binding.prop,
          tag: table.indexOf(binding.tag),
          resolve: plan.resolve,
          others: plan.others,
          asksQuality: plan.asksQuality,
          own: ownValue(component, binding, field),
        })
      }
      if (routes.length > 0) this.#add(bound, component.id, routes)
    }
    this.tags = [...needed]
    this.components = bound
    this.problems = problems
  }

  /** Places in `components` of those that the tag moves. */
  componentsOf(tag: number): readonly number[] {
    return this.#componentsOf[tag] ?? nobody
  }

  #add(bound: BoundComponent[], id: Id, routes: readonly Route[]): void {
    const tags = tagsOf(routes)
    const plain = routes.filter((route) => !route.asksQuality)
    const place = bound.push({ id, routes, tags, weighed: plain.length === routes.length ? tags : tagsOf(plain) }) - 1
    for (const tag of tags) (this.#componentsOf[tag] ??= []).push(place)
  }
}

const tagsOf = (routes: readonly Route[]): number[] => [...new Set(routes.flatMap((route) => [route.tag, ...route.others]))]

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
  return isCommonProp(prop) ? component[prop] : field.default
}
