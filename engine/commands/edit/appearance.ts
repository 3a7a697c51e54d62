import * as z from 'zod'
import {
  animationSchema,
  compileText,
  coordinateSchema,
  extraFields,
  groupType,
  isSameJson,
  nameSchema,
  noKinds,
  ProblemList,
  readTemplateAction,
  readTemplateBindings,
  readTemplateProps,
  sizeSchema,
} from '../../document/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { angleSchema, setFrames } from './frame.ts'
import { getOwnFrame, placeTarget } from '../transaction/transformTargets.ts'
import { routeFields, courseFields } from '../settle/lineFields.ts'
import { reject } from '../base/result.ts'
import { instanceAround } from '../settle/affectedInstances.ts'
import { idsSchema, rejectIfRouteLocked, rejectIfLocked, getTargets, withMembers } from '../transaction/targets.ts'
import type { Component, ComponentPatch, ParamKinds, Props } from '../../document/index.ts'
import type { Frame, Mirrored } from '../../geometry/index.ts'
import type { Fields, FieldValue } from '../../schema/index.ts'
import type { CommandContext } from '../transaction/command.ts'

const frameSchema = z.strictObject({
  x: coordinateSchema.optional(),
  y: coordinateSchema.optional(),
  width: sizeSchema.optional(),
  height: sizeSchema.optional(),
  angleDeg: angleSchema.optional(),
})

const commonSchema = frameSchema.extend({
  name: nameSchema.optional(),
  visible: z.boolean().optional(),
  locked: z.boolean().optional(),
  opacity: z.number().min(0).max(1).optional(),
  flipX: z.boolean().optional(),
  flipY: z.boolean().optional(),
})

/**
 * Changes properties, bindings, animation and action of components, with the same change for all of them.
 * - `props` and `extras` are merged into the existing values; null resets a value to its default.
 * - `bindings`, `animation` and `action` replace the existing ones.
 * - Locked components accept the command (otherwise they could not be unlocked), except for changes of frame, mirroring
 *   or the route of a line.
 * - Repeated calls for the same components and keys within half a second form one undo step.
 */
export const setProps = defineCommand(
  'set-props',
  z.strictObject({
    ids: idsSchema,
    props: z.record(z.string(), z.unknown()).optional(),
    extras: z.record(z.string(), z.unknown()).optional(),
    common: commonSchema.optional(),
    bindings: z.array(z.unknown()).optional(),
    animation: animationSchema.nullable().optional(),
    action: z.unknown().optional(),
  }),
  (tx, args, context) => {
    const targets = getTargets(tx, args.ids)
    if (targets.refused) return targets.refused
    const problems = new ProblemList()
    if (targets.components.some((component) => (instanceAround(tx.view, component) ?? component) !== component)) {
      const { props, extras, bindings, action } = args
      notePlaceholders({ props, extras, bindings, action }, '', context.kinds, problems)
      if (problems.list.length > 0) return reject('command.arguments', problems.list)
    }
    const { x, y, width, height, angleDeg, flipX, flipY, ...common } = args.common ?? {}
    const action =
      args.action === undefined ? undefined : readTemplateAction(args.action, 'action', context.kinds, problems)
    const plan: (readonly [Component, ComponentPatch])[] = []
    for (const component of targets.components) {
      const fields = getFields(component, context)
      plan.push([
        component,
        {
          ...common,
          animation: args.animation,
          action,
          ...(args.props && {
            props: mergeProps(component.props, args.props, fields, problems, 'props', context.kinds),
          }),
          ...(args.extras && { extras: mergeProps(component.extras, args.extras, extraFields, problems, 'extras') }),
          ...(args.bindings && {
            bindings: readTemplateBindings(args.bindings, fields, 'bindings', context.kinds, problems),
          }),
        },
      ])
      if (problems.list.length > 0) return reject('command.arguments', problems.list)
    }
    const mirrored = targets.components.find(
      ({ type, link }) => type === groupType && !link && (flipX === true || flipY === true),
    )
    if (mirrored)
      return reject('command.arguments', [
        {
          path: mirrored.id,
          code: 'command.groupFlip',
          message: 'a group cannot be mirrored itself; mirror its members',
        },
      ])
    const flips: Partial<Mirrored> = omitUndefined({ flipX, flipY })
    const changing = (fields: (type: string) => readonly string[]): Component[] =>
      plan.flatMap(([component, { props }]) =>
        props && fields(component.type).some((field) => !isSameJson(props[field], component.props[field]))
          ? [component]
          : [],
      )
    const { catalog } = context
    const lockRejection =
      rejectIfRouteLocked(
        tx,
        changing((type) => routeFields(catalog.get(type))),
      ) ??
      rejectIfLocked(
        tx,
        changing((type) => courseFields(catalog.get(type))),
      ) ??
      (Object.keys(flips).length > 0 ? rejectIfLocked(tx, withMembers(tx, targets.components)) : null)
    if (lockRejection) return lockRejection
    const frame: Partial<Frame> = omitUndefined({ x, y, width, height, angleDeg })
    const refused =
      Object.keys(frame).length > 0 && setFrames(tx, new Map(targets.components.map(({ id }) => [id, frame])))
    if (refused) return refused
    const done = {
      ok: true,
      merges: isTyping(args)
        ? JSON.stringify([args.ids, getKeys(args.props), getKeys(args.common), getKeys(args.extras)])
        : undefined,
    } as const
    for (const [{ id }, patch] of plan) tx.patch(id, patch)
    for (const { id } of targets.components) {
      const component = tx.get(id)
      if (component && Object.keys(flips).length > 0)
        placeTarget(tx, { component, frame: getOwnFrame(component) }, flips)
    }
    return done
  },
)

/**
 * Reports placeholders in changes of instance members: such a change is an override, and placeholders in overrides are
 * not resolved.
 */
function notePlaceholders(value: unknown, path: string, kinds: ParamKinds, problems: ProblemList): void {
  if (typeof value === 'string' && compileText(value, kinds)) {
    problems.add(
      path,
      'command.placeholderWithin',
      'components inside an instance cannot use placeholders: bind them in the symbol of that instance',
    )
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      notePlaceholders(inner, path === '' ? key : `${path}.${key}`, kinds, problems)
  }
}

const noFields: Fields = Object.freeze({})

function getFields(component: Component, { catalog }: CommandContext): Fields | undefined {
  return component.type === groupType ? noFields : catalog.get(component.type)?.fields
}

/** Merges changes into properties; null resets a property to its default. */
export function mergeProps(
  before: Props,
  changes: Readonly<Record<string, unknown>>,
  fields: Fields | undefined,
  problems: ProblemList,
  path = 'props',
  kinds = noKinds,
): Props {
  const assigned = Object.entries(changes).filter(([, value]) => value !== null && value !== undefined)
  const read = readTemplateProps(Object.fromEntries(assigned), fields, path, kinds, problems)
  const unchanged = Object.entries(before).filter(([name]) => !Object.hasOwn(changes, name))
  const after: Record<string, FieldValue> = Object.fromEntries([...unchanged, ...Object.entries(read)])
  return isSameProps(before, after) ? before : after
}

function isSameProps(a: Props, b: Props): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && JSON.stringify(a[name]) === JSON.stringify(b[name]))
  )
}

function omitUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

/**
 * Text and numbers are typed key by key and merge into one undo step. Each change of a switch, binding or action is a
 * separate step.
 */
function isTyping(args: {
  props?: object
  common?: object
  extras?: object
  bindings?: unknown
  animation?: unknown
  action?: unknown
}): boolean {
  if (args.bindings !== undefined || args.animation !== undefined || args.action !== undefined) return false
  const values: unknown[] = [
    ...Object.values(args.props ?? {}),
    ...Object.values(args.common ?? {}),
    ...Object.values(args.extras ?? {}),
  ]
  return values.every((value) => typeof value === 'string' || typeof value === 'number')
}

function getKeys(part: object | undefined): readonly string[] {
  return Object.keys(part ?? {})
}
