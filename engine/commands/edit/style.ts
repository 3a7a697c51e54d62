import * as z from 'zod'
import { getDescendants, extraFields, fitsField, groupType } from '../../document/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { idsSchema, getTargets } from '../transaction/targets.ts'
import type { Component, Props } from '../../document/index.ts'
import type { Field, FieldValue } from '../../schema/index.ts'
import type { Catalog } from '../base/catalog.ts'

/** The look of a component, without its type, position, content and bindings. */
export interface Style {
  readonly opacity: number
  /** All look properties of its type, including those with default values, so that the target looks the same. */
  readonly props: Readonly<Record<string, FieldValue>>
  /** Shadow properties. */
  readonly extras: Readonly<Record<string, FieldValue>>
}

/**
 * Fields of the "style" section that are not part of the look: the symbol, the type of an axis, whether a video is
 * muted.
 */
const substance: ReadonlySet<string> = new Set(['symbol', 'xKind', 'isMuted'])
const shadow = ['shadowLength', 'shadowColor', 'shadowAngleDeg'] as const

/** Returns the look of a component. For a group or an unknown type it contains only opacity and shadow. */
export function getStyle({ type, opacity, props, extras }: Component, catalog: Catalog): Style {
  const fields = type === groupType ? {} : (catalog.get(type)?.fields ?? {})
  return {
    opacity,
    props: Object.fromEntries(
      Object.entries(fields)
        .filter(isStyleField)
        .map(([name, field]) => [name, props[name] ?? field.default]),
    ),
    extras: Object.fromEntries(shadow.map((name) => [name, extras[name] ?? extraFields[name].default])),
  }
}

/**
 * Applies a look to components. Each component takes the properties that its type has and accepts. Applied to the
 * members of groups. Bindings of the target are kept.
 */
export const pasteStyle = defineCommand(
  'paste-style',
  z.strictObject({
    ids: idsSchema,
    style: z.strictObject({
      opacity: z.number().min(0).max(1),
      props: z.record(z.string(), z.unknown()),
      extras: z.record(z.string(), z.unknown()),
    }),
  }),
  (tx, { ids, style }, { catalog }) => {
    const targets = getTargets(tx, ids)
    if (targets.refused) return targets.refused
    const chosen = new Set(
      targets.components.flatMap((one) =>
        one.type === groupType ? [...getDescendants(tx.view, one.id)].filter(({ type }) => type !== groupType) : [one],
      ),
    )
    const isShadow = new Set<string>(shadow)
    const extraList = Object.entries(extraFields).filter(([name]) => isShadow.has(name))
    for (const { id, type, props, extras } of chosen) {
      const fields = catalog.get(type)?.fields ?? {}
      tx.patch(id, {
        opacity: style.opacity,
        props: withStyle(props, style.props, Object.entries(fields).filter(isStyleField)),
        extras: withStyle(extras, style.extras, extraList),
      })
    }
    return { ok: true }
  },
)

function isStyleField([name, { group, kind }]: readonly [string, Field]): boolean {
  return !substance.has(name) && (group === 'style' || (group === 'text' && kind !== 'text'))
}

/**
 * Merges the style values that the fields accept into the properties. Default values are omitted. Returns the same
 * object if nothing changed.
 */
function withStyle(
  before: Props,
  style: Readonly<Record<string, unknown>>,
  fields: readonly (readonly [string, Field])[],
): Props {
  const after: Record<string, FieldValue> = { ...before }
  for (const [name, field] of fields) {
    const value = Object.hasOwn(style, name) ? style[name] : undefined
    if (value === undefined || !fitsField(field, value)) continue
    if (JSON.stringify(value) === JSON.stringify(field.default)) Reflect.deleteProperty(after, name)
    else after[name] = value
  }
  const isSame =
    Object.keys(after).length === Object.keys(before).length &&
    Object.entries(after).every(([name, value]) => JSON.stringify(before[name]) === JSON.stringify(value))
  return isSame ? before : after
}
