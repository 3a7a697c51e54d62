import { fitsField } from '../props/props.ts'
import { compileExpressionTemplate, compileTag, compileText, isTag } from '../props/placeholder.ts'
import { getParamKinds } from '../props/paramValue.ts'
import { noExtras } from '../values/promptFields.ts'
import { noBindings } from '../model/record.ts'
import { isId } from '../model/ids.ts'
import { plainColor } from '../../schema/index.ts'
import { nameLength } from '../values/limits.ts'
import type { Action, Binding, Component, Id, Props } from '../model/component.ts'
import type { Extras } from '../values/promptFields.ts'
import type { ComponentPatch } from '../model/record.ts'
import type { TypeLookup } from '../props/props.ts'
import type { ParamKinds, Scope, Template } from '../props/placeholder.ts'
import type { Override, ParamValue, SymbolDefinition } from '../model/symbol.ts'
import type { Field, FieldValue } from '../../schema/index.ts'

/** A compiled component of a symbol: its parameter-dependent parts, determined once for all instances. */
export interface PlanItem {
  readonly template: Component
  readonly name: Template | null
  readonly texts: readonly { readonly prop: string; readonly make: Template; readonly field: Field | undefined }[]
  readonly paramProps: readonly { readonly prop: string; readonly param: string; readonly field: Field | undefined }[]
  /** Null if no binding contains a placeholder. */
  readonly bindings: readonly BindingPlan[] | null
  readonly action: Template | null
  readonly prompt: Template | null
  /** For a nested instance: parameters that depend on outer parameters. */
  readonly params: readonly (readonly [name: string, make: (scope: Scope) => ParamValue])[]
  /** Properties with line attachments. */
  readonly ends: readonly string[]
}

interface BindingPlan {
  readonly binding: Binding
  readonly tag: Template | null
  readonly source: Template | null
}

const plans = new WeakMap<TypeLookup, WeakMap<SymbolDefinition, readonly PlanItem[]>>()

/** Compiles a definition; the result is cached. */
export function compileSymbol(definition: SymbolDefinition, types: TypeLookup): readonly PlanItem[] {
  const byDefinition = plans.get(types) ?? new WeakMap<SymbolDefinition, readonly PlanItem[]>()
  plans.set(types, byDefinition)
  let plan = byDefinition.get(definition)
  if (!plan) {
    const kinds = getParamKinds(definition.params)
    plan = definition.components.map((template) => planItem(template, definition, kinds, types))
    byDefinition.set(definition, plan)
  }
  return plan
}

/**
 * Returns the keys that parameters and an override change. Other keys are omitted and therefore shared by all
 * instances.
 */
export function withOverrides(
  item: PlanItem,
  scope: Scope,
  override: Override | undefined,
  targets: (id: Id) => Id | undefined,
): ComponentPatch {
  const { template } = item
  const patch: { -readonly [K in keyof ComponentPatch]: ComponentPatch[K] } = {}
  if (item.name) patch.name = (item.name(scope) ?? '').slice(0, nameLength)
  if (item.texts.length > 0 || item.paramProps.length > 0 || item.ends.length > 0)
    patch.props = fillProps(item, scope, targets)
  for (const { prop, param } of item.paramProps) {
    const value = scope.get(param)
    if (prop === 'visible' && typeof value === 'boolean') patch.visible = value
    else if (prop === 'opacity' && typeof value === 'number') patch.opacity = Math.min(1, Math.max(0, value))
  }
  if (item.bindings) patch.bindings = item.bindings.flatMap((plan) => fillBinding(plan, scope))
  if (item.action) patch.action = actionWith(template.action, item.action(scope))
  if (item.prompt) patch.extras = { ...template.extras, prompt: (item.prompt(scope) ?? '').slice(0, promptLength) }
  return override
    ? { ...patch, ...applyOverride(override, patch.props ?? template.props, patch.extras ?? template.extras) }
    : patch
}

const promptLength = 500

function planItem(template: Component, definition: SymbolDefinition, kinds: ParamKinds, types: TypeLookup): PlanItem {
  const type = types.get(template.type)
  const fields = type?.fields
  const props = Object.entries(template.props)
  const bindings = template.bindings.map((binding): BindingPlan => ({
    binding,
    tag: compileTag(binding.tag, kinds).template ?? null,
    source:
      binding.via.kind === 'expression'
        ? (compileExpressionTemplate(binding.via.source, kinds).template ?? null)
        : null,
  }))
  const paramProps = Object.hasOwn(definition.paramProps, template.id) ? (definition.paramProps[template.id] ?? {}) : {}
  return {
    template,
    name: compileText(template.name, kinds),
    texts: props.flatMap(([prop, value]) => {
      const field = fields && Object.hasOwn(fields, prop) ? fields[prop] : undefined
      const make = typeof value === 'string' && isFillable(field) ? compileText(value, kinds) : null
      return make ? [{ prop, make, field }] : []
    }),
    paramProps: Object.entries(paramProps).map(([prop, param]) => ({
      prop,
      param,
      field: fields && Object.hasOwn(fields, prop) ? fields[prop] : undefined,
    })),
    bindings: bindings.some(({ tag, source }) => tag || source) ? bindings : null,
    action:
      template.action && 'tag' in template.action ? (compileTag(template.action.tag, kinds).template ?? null) : null,
    prompt: template.extras.prompt === undefined ? null : compileText(template.extras.prompt, kinds),
    params: template.link
      ? Object.entries(template.link.params).flatMap(([name, value]) => paramPlan(name, value, kinds))
      : [],
    ends: type?.ends ? [type.ends.from, type.ends.to].filter((prop) => typeof template.props[prop] === 'string') : [],
  }
}

/**
 * A value that is only a placeholder passes the outer value on with its type; within a text it is converted to text.
 */
function paramPlan(name: string, value: ParamValue, kinds: ParamKinds): PlanItem['params'] {
  if (typeof value !== 'string') return []
  const whole = /^\{(\w+)\}$/.exec(value)?.[1]
  if (whole !== undefined && kinds.has(whole)) return [[name, (scope) => scope.get(whole) ?? '']]
  const make = compileText(value, kinds)
  return make ? [[name, (scope) => make(scope) ?? '']] : []
}

/** Placeholders are resolved in texts and tags, never in URLs: a parameter could otherwise create an unchecked URL. */
function isFillable(field: Field | undefined): boolean {
  return (
    field?.kind === 'text' &&
    (field.format === 'line' || field.format === 'lines' || field.format === 'tag' || field.format === 'tags')
  )
}

/** For a property that accepts single colours only, returns the first colour of a gradient. */
function toPlainColor(value: ParamValue | undefined, field: Field | undefined): ParamValue | undefined {
  return field?.kind === 'color' && !field.gradient && typeof value === 'string' ? plainColor(value) : value
}

function fillProps(
  { template, texts, paramProps: given, ends }: PlanItem,
  scope: Scope,
  targets: (id: Id) => Id | undefined,
): Props {
  const props: Record<string, FieldValue> = { ...template.props }
  for (const { prop, make, field } of texts) {
    if (field?.kind !== 'text') continue
    const text = make(scope) ?? ''
    set(
      props,
      prop,
      field.format === 'tag' || field.format === 'tags'
        ? dropUnassignedTags(text, field.maxLength)
        : text.slice(0, field.maxLength),
      field,
    )
  }
  for (const { prop, param, field } of given) {
    const value = toPlainColor(scope.get(param), field)
    if (field && value !== undefined && fitsField(field, value)) set(props, prop, value, field)
  }
  for (const prop of ends) {
    const [target, anchor] = String(props[prop]).split(':')
    const id = isId(target) ? targets(target) : undefined
    if (id !== undefined && anchor !== undefined) props[prop] = `${id}:${anchor}`
  }
  return props
}

/** Tags, one per line. Unassigned tags become empty lines, so that settings of the other lines keep their position. */
function dropUnassignedTags(text: string, maxLength: number): string {
  const lines = text.split('\n').map((line) => (isTag(line) ? line : ''))
  while (lines.join('\n').length > maxLength || lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}

function set(props: Record<string, FieldValue>, prop: string, value: FieldValue, field: Field): void {
  if (value === field.default) delete props[prop]
  else props[prop] = value
}

/**
 * A binding with an unassigned tag or an expression that is too long is omitted; the property keeps the symbol's value.
 */
function fillBinding({ binding, tag, source }: BindingPlan, scope: Scope): Binding[] {
  if (!tag && !source) return [binding]
  const newTag = tag ? tag(scope) : binding.tag
  const newSource = source?.(scope)
  if (newTag === undefined || (source && newSource === undefined)) return []
  return [
    {
      prop: binding.prop,
      tag: newTag,
      via: newSource === undefined ? binding.via : { kind: 'expression', source: newSource },
    },
  ]
}

function actionWith(action: Action | null, tag: string | undefined): Action | null {
  return action && 'tag' in action && tag !== undefined ? { ...action, tag } : null
}

function applyOverride(
  { props, extras, params: _, bindings, ...plain }: Override,
  ownProps: Props,
  ownExtras: Extras,
): ComponentPatch {
  return {
    ...plain,
    ...(bindings && { bindings: bindings.length === 0 ? noBindings : bindings }),
    ...(props && { props: applyChanges(ownProps, props) }),
    ...(extras && {
      extras:
        Object.keys(ownExtras).length + Object.keys(extras).length === 0 ? noExtras : applyChanges(ownExtras, extras),
    }),
  }
}

function applyChanges(own: Props, override: Readonly<Record<string, FieldValue | null>>): Props {
  const props: Record<string, FieldValue> = { ...own }
  for (const [name, value] of Object.entries(override)) {
    if (value === null) delete props[name]
    else props[name] = value
  }
  return props
}
