import { descendantsOf, groupType, rootsOf } from '../document/index.ts'
import { boundsOf, unionBoxes } from '../geometry/index.ts'
import { transformTargets } from './transformTargets.ts'
import { reject } from './result.ts'
import { refusalIfLocked, targetsOf, withMembers } from './targets.ts'
import type { Component, DrawingView, Id } from '../document/index.ts'
import type { Box, Placed } from '../geometry/index.ts'
import type { TransformTarget } from './transformTargets.ts'
import type { Rejected } from './result.ts'
import type { Transaction } from './transaction.ts'

/** Something to be arranged as one: a component, or a group by what is in it. */
export interface Movable extends Placed {
  readonly root: Component
  readonly leaves: readonly TransformTarget[]
}

type Movables = { readonly refused?: undefined; readonly movables: readonly Movable[] } | { readonly refused: Rejected; readonly movables?: undefined }

/** What a command arranges, each root with its exact box; refused when too few are named or one of them is locked. */
export function movablesOf(tx: Transaction, ids: readonly Id[], least = 1): Movables {
  const targets = targetsOf(tx, ids)
  if (targets.refused) return { refused: targets.refused }
  const roots = rootsOf(tx.view, targets.components)
  const refused = refusalIfFewer(roots, least) ?? refusalIfLocked(tx, withMembers(tx, roots))
  return refused ? { refused } : { movables: roots.map((root) => ({ id: root.id, root, box: boxOf(tx.view, root), leaves: transformTargets(tx.view, root) })) }
}

export function refusalIfFewer(roots: readonly Component[], least: number): Rejected | null {
  if (roots.length >= least) return null
  return reject('command.arguments', [{ path: 'ids', code: 'command.tooFew', message: `it takes at least ${least} components or groups` }])
}

/** A group by its members, not by its record: a file may bring a box that is not theirs. */
function boxOf(view: DrawingView, root: Component): Box {
  if (root.type !== groupType) return boundsOf(root)
  return unionBoxes(descendantsOf(view, root.id).filter(({ type }) => type !== groupType).map(boundsOf)) ?? boundsOf(root)
}
