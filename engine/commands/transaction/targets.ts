import * as z from 'zod'
import { getAncestors, getDescendants, groupType } from '../../document/index.ts'
import { reject } from '../base/result.ts'
import { instanceAround } from '../settle/affectedInstances.ts'
import type { Component, DrawingView, Id } from '../../document/index.ts'
import type { Rejected } from '../base/result.ts'
import type { Transaction } from './transaction.ts'

/**
 * A list of ids; `getTargets` checks that they exist. One check for the whole list: a schema per id made moves three
 * times slower.
 */
export const idsSchema = z.custom<readonly Id[]>(
  (ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'),
  'must be a list of component ids',
)

interface Targets {
  readonly refused?: undefined
  /** Unique, in the given order. */
  readonly components: readonly Component[]
}

/** Returns the components of a command without duplicates, or a rejection if one does not exist. */
export function getTargets(tx: Transaction, ids: readonly Id[]): Targets | { readonly refused: Rejected } {
  const components = new Set<Component>()
  const missing = new Map<Id, number>()
  for (const [i, id] of ids.entries()) {
    const component = tx.get(id)
    if (component) components.add(component)
    else if (missing.size < 20 && !missing.has(id)) missing.set(id, i)
  }
  if (missing.size === 0) return { components: [...components] }
  const code = 'command.unknownComponent'
  return {
    refused: reject(
      code,
      [...missing].map(([id, i]) => ({ path: `ids.${i}`, code, message: `unknown component ${id}` })),
    ),
  }
}

/** Returns the components and all their members. */
export function withMembers(tx: Transaction, roots: readonly Component[]): Component[] {
  return roots.flatMap((root) => (root.type === groupType ? [root, ...getDescendants(tx.view, root.id)] : root))
}

/** True if a component is locked, in a locked group, or a group with a locked member. */
export function isEffectivelyLocked(view: Pick<DrawingView, 'get' | 'children'>, component: Component): boolean {
  return (
    component.locked ||
    (component.parent !== null && getAncestors(view, component).some((group) => group.locked)) ||
    (component.type === groupType && getDescendants(view, component.id).some((member) => member.locked))
  )
}

/** Returns a rejection if a component is locked or in a locked group, otherwise null. */
export function rejectIfLocked(tx: Transaction, components: readonly Component[]): Rejected | null {
  const locked = components.filter(
    (component) => component.locked || getAncestors(tx.view, component).some((group) => group.locked),
  )
  if (locked.length === 0) return null
  const code = 'command.locked'
  return reject(
    code,
    locked.slice(0, 20).map(({ id, name }) => ({ path: id, code, message: `${name} is locked` })),
  )
}

/** Returns a rejection if a line is locked or in an instance, so that its route cannot be changed; otherwise null. */
export function rejectIfRouteLocked(tx: Transaction, lines: readonly Component[]): Rejected | null {
  const locked = rejectIfLocked(tx, lines)
  if (locked) return locked
  const within = lines.find((line) => instanceAround(tx.view, line))
  const code = 'command.instanceMember'
  return within
    ? reject(code, [
        {
          path: within.id,
          code,
          message: `the position of ${within.name} is set by its symbol: edit the symbol, or detach the instance`,
        },
      ])
    : null
}
