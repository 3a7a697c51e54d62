import * as z from 'zod'
import {
  getAncestors,
  groupByParent,
  groupType,
  inPaintOrder,
  makeComponent,
  nameSchema,
  getSiblingIndex,
  ranksBetween,
  rankBetween,
  getRoots,
} from '../../document/index.ts'
import { tidy } from '../../geometry/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { rejectIfFewer } from '../transaction/movables.ts'
import { nextName } from '../base/names.ts'
import { isLongRank, spreadFamily } from './order.ts'
import { reject } from '../base/result.ts'
import { idsSchema, rejectIfLocked, getTargets } from '../transaction/targets.ts'
import type { Component, DrawingView, Id } from '../../document/index.ts'
import type { Transaction } from '../transaction/transaction.ts'

/**
 * Groups components and groups, at the place of the frontmost one, in their existing order and within their innermost
 * common group. Visibility and opacity of groups that a component leaves are applied to the component. Groups that
 * become empty are removed.
 */
export const group = defineCommand(
  'group',
  z.strictObject({ ids: idsSchema, name: nameSchema.min(1).optional() }),
  (tx, { ids, name }, { getBaseName }) => {
    const targets = getTargets(tx, ids)
    if (targets.refused) return targets.refused
    const members = inPaintOrder(tx.view, getRoots(tx.view, targets.components))
    const refused = rejectIfFewer(members, 2) ?? rejectIfLocked(tx, members)
    if (refused) return refused
    const parent = commonGroup(tx.view, members)
    const created = makeComponent({
      type: groupType,
      name: name ?? nextName(tx.view, groupType, getBaseName(groupType)),
      parent,
      rank: frontRank(tx.view, members, parent),
    })
    tx.add(created)
    const ranks = ranksBetween(null, null, members.length)
    for (const [i, member] of members.entries())
      tx.patch(member.id, { parent: created.id, rank: ranks[i], ...looksOutside(tx.view, member, parent) })
    if (isLongRank(created.rank)) spreadFamily(tx, parent)
    return { ok: true, created: [created.id] }
  },
)

/**
 * Replaces groups by their members (nested groups remain) and selects the members. Visibility and opacity of the group
 * are applied to its members, so the drawing looks the same.
 */
export const ungroup = defineCommand('ungroup', z.strictObject({ ids: idsSchema }), (tx, { ids }) => {
  const targets = getTargets(tx, ids)
  if (targets.refused) return targets.refused
  const roots = getRoots(tx.view, targets.components)
  const groups = roots.filter(({ type }) => type === groupType)
  if (groups.length === 0)
    return reject('command.arguments', [{ path: 'ids', code: 'command.noGroup', message: 'no group is selected' }])
  const refused = rejectIfLocked(tx, groups)
  if (refused) return refused
  const freed = new Map(groups.map((each) => [each.id, tx.view.children(each.id).map(({ id }) => id)]))
  for (const [parent, family] of groupByParent(groups)) {
    const before = tx.view.children(parent)
    const places = family.map((each) => [each, before[getSiblingIndex(before, each) - 1]?.rank ?? null] as const)
    const isLong = places.map(([each, below]) => dissolve(tx, each, below)).includes(true)
    if (isLong) spreadFamily(tx, parent)
  }
  return { ok: true, selects: roots.flatMap(({ id }) => freed.get(id) ?? [id]) }
})

/**
 * Moves the members of a group to its parent, the frontmost to the rank of the group. Returns true if ranks became
 * long.
 */
function dissolve(tx: Transaction, old: Component, below: string | null): boolean {
  const members = tx.view.children(old.id)
  const ranks = [...ranksBetween(below, old.rank, members.length - 1), old.rank]
  for (const [i, member] of members.entries())
    tx.patch(member.id, { parent: old.parent, rank: ranks[i], ...looksOutside(tx.view, member, old.parent) })
  tx.remove(old.id)
  return ranks.some(isLongRank)
}

/**
 * Returns the visibility and opacity that keep a component's look when it moves to the outer group `parent`, or to the
 * top level.
 */
export function looksOutside(
  view: DrawingView,
  component: Component,
  parent: Id | null,
): Pick<Component, 'visible' | 'opacity'> {
  const around = getAncestors(view, component)
  const at = around.findIndex(({ id }) => id === parent)
  const left = at < 0 ? around : around.slice(0, at)
  return {
    visible: component.visible && left.every(({ visible }) => visible),
    opacity:
      left.length === 0
        ? component.opacity
        : tidy(left.reduce((opacity, each) => opacity * each.opacity, component.opacity)),
  }
}

/** Returns the innermost group that contains all members, or null for the top level. */
export function commonGroup(view: DrawingView, members: readonly Component[]): Id | null {
  const [first = [], ...others] = members.map((member) => getAncestors(view, member).map(({ id }) => id))
  const around = others.map((ids) => new Set(ids))
  return first.find((id) => around.every((ids) => ids.has(id))) ?? null
}

/**
 * Returns the rank of the frontmost member. If that member is inside another group, returns a rank just above that
 * group.
 */
export function frontRank(view: DrawingView, members: readonly Component[], parent: Id | null): string {
  const front = members.at(-1)
  if (!front) throw new Error('a group needs members')
  if (front.parent === parent) return front.rank
  const holder = getAncestors(view, front).find((each) => each.parent === parent)
  if (!holder) throw new Error(`${front.id} is not inside ${String(parent)}`)
  const family = view.children(parent)
  return rankBetween(holder.rank, family[getSiblingIndex(family, holder) + 1]?.rank ?? null)
}
