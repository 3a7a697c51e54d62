import * as z from 'zod'
import { ancestorsOf, descendantsOf, groupType } from '../document/index.ts'
import { reject } from './result.ts'
import { instanceAround } from './affectedInstances.ts'
import type { Component, DrawingView, Id } from '../document/index.ts'
import type { Rejected } from './result.ts'
import type { Transaction } from './transaction.ts'

/** Ids as given; whether they are in the drawing, `targetsOf` says. One check for the list: a schema for each id made a move three times as slow. */
export const idsSchema = z.custom<readonly Id[]>((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'), 'must be a list of component ids')

interface Targets {
  readonly refused?: undefined
  /** Each once, in the order named. */
  readonly components: readonly Component[]
}

/** The components that a command names; one that is not there refuses the command, named twice is named once. */
export function targetsOf(tx: Transaction, ids: readonly Id[]): Targets | { readonly refused: Rejected } {
  const components = new Set<Component>()
  const missing = new Map<Id, number>()
  for (const [i, id] of ids.entries()) {
    const component = tx.get(id)
    if (component) components.add(component)
    else if (missing.size < 20 && !missing.has(id)) missing.set(id, i)
  }
  if (missing.size === 0) return { components: [...components] }
  const code = 'command.unknownComponent'
  return { refused: reject(code, [...missing].map(([id, i]) => ({ path: `ids.${i}`, code, message: `there is no component ${id}` }))) }
}

/** The components with all their members. */
export function withMembers(tx: Transaction, roots: readonly Component[]): Component[] {
  return roots.flatMap((root) => root.type === groupType ? [root, ...descendantsOf(tx.view, root.id)] : root)
}

/** Whether a component must stay as it is: locked itself, in a locked group, or a group with something locked in it. */
export function isHeld(view: Pick<DrawingView, 'get' | 'children'>, component: Component): boolean {
  return component.locked
    || (component.parent !== null && ancestorsOf(view, component).some((group) => group.locked))
    || (component.type === groupType && descendantsOf(view, component.id).some((member) => member.locked))
}

/** The refusal to touch what is locked, by itself, by a group around it or by a member within. Null: nothing is. */
export function refusalIfLocked(tx: Transaction, components: readonly Component[]): Rejected | null {
  const locked = components.filter((component) => component.locked || ancestorsOf(tx.view, component).some((group) => group.locked))
  if (locked.length === 0) return null
  const code = 'command.locked'
  return reject(code, locked.slice(0, 20).map(({ id, name }) => ({ path: id, code, message: `${name} is locked` })))
}

/** Refuses to lead lines elsewhere that are locked, or that lie in an instance as its symbol has them. */
export function refusalIfLaid(tx: Transaction, lines: readonly Component[]): Rejected | null {
  const locked = refusalIfLocked(tx, lines)
  if (locked) return locked
  const within = lines.find((line) => instanceAround(tx.view, line))
  const code = 'command.instanceMember'
  return within ? reject(code, [{ path: within.id, code, message: `${within.name} lies as its symbol has it: edit that, or detach the instance` }]) : null
}
