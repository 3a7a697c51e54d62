import * as z from 'zod'
import { descendantsOf, extraFields, fitsField, groupType } from '../document/index.ts'
import { defineCommand } from './command.ts'
import { idsSchema, targetsOf } from './targets.ts'
import type { Component, Props } from '../document/index.ts'
import type { Field, FieldValue } from '../schema/index.ts'
import type { Catalog } from './catalog.ts'

/** What a component looks like, apart from what it is, where it stands, what it says and what drives it. */
export interface Style {
  readonly opacity: number
  /** Every property of its type that is of the look, those that are as by default too: what takes it on shall look like that. */
  readonly props: Readonly<Record<string, FieldValue>>
  /** Its shadow. */
  readonly extras: Readonly<Record<string, FieldValue>>
}

/** Of the section "style" and yet not of the look: which symbol it is, what an axis means, whether it is heard. */
const substance: ReadonlySet<string> = new Set(['symbol', 'xKind', 'isMuted'])
const shadow = ['shadowLength', 'shadowColor', 'shadowAngleDeg'] as const

/** The look of one component; of a group, and of a type that is not installed, what every component has. */
export function styleOf({ type, opacity, props, extras }: Component, catalog: Catalog): Style {
  const fields = type === groupType ? {} : catalog.get(type)?.fields ?? {}
  return {
    opacity,
    props: Object.fromEntries(Object.entries(fields).filter(isLook).map(([name, field]) => [name, props[name] ?? field.default])),
    extras: Object.fromEntries(shadow.map((name) => [name, extras[name] ?? extraFields[name].default])),
  }
}

/**
 * Gives components the look of another one: of what it looks like each takes what its own type has too and can be. A
 * group's members take it, not the group, which has no look of its own. What drives a property by a tag still does.
 */
export const pasteStyle = defineCommand(
  'paste-style',
  z.strictObject({
    ids: idsSchema,
    style: z.strictObject({ opacity: z.number().min(0).max(1), props: z.record(z.string(), z.unknown()), extras: z.record(z.string(), z.unknown()) }),
  }),
  (tx, { ids, style }, { catalog }) => {
    const targets = targetsOf(tx, ids)
    if (targets.refused) return targets.refused
    const chosen = new Set(targets.components.flatMap((one) => (one.type === groupType ? [...descendantsOf(tx.view, one.id)].filter(({ type }) => type !== groupType) : [one])))
    const isShadow = new Set<string>(shadow)
    const extraList = Object.entries(extraFields).filter(([name]) => isShadow.has(name))
    for (const { id, type, props, extras } of chosen) {
      const fields = catalog.get(type)?.fields ?? {}
      tx.patch(id, { opacity: style.opacity, props: laid(props, style.props, Object.entries(fields).filter(isLook)), extras: laid(extras, style.extras, extraList) })
    }
    return { ok: true }
  },
)

function isLook([name, { group, kind }]: readonly [string, Field]): boolean {
  return !substance.has(name) && (group === 'style' || (group === 'text' && kind !== 'text'))
}

/** Properties with those of a style that these fields can hold; what is as by default is left out, and nothing changed is the very same. */
function laid(before: Props, style: Readonly<Record<string, unknown>>, fields: readonly (readonly [string, Field])[]): Props {
  const after: Record<string, FieldValue> = { ...before }
  for (const [name, field] of fields) {
    const value = Object.hasOwn(style, name) ? style[name] : undefined
    if (value === undefined || !fitsField(field, value)) continue
    if (JSON.stringify(value) === JSON.stringify(field.default)) Reflect.deleteProperty(after, name)
    else after[name] = value
  }
  const isSame = Object.keys(after).length === Object.keys(before).length && Object.entries(after).every(([name, value]) => JSON.stringify(before[name]) === JSON.stringify(value))
  return isSame ? before : after
}
