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

/** A component, or a group with its members, that is arranged as one unit. */
export interface Movable extends Placed {
  readonly root: Component
  readonly leaves: readonly TransformTarget[]
}

type Movables = { readonly refused?: undefined; readonly movables: readonly Movable[] } | { readonly refused: Rejected; readonly movables?: undefined }

/** Returns the roots to arrange with their exact boxes. Rejected if fewer than `least` are given or one is locked. */
export function movablesOf(tx: Transaction, ids: readonly Id[], least = 1): Movables {
  const targets = targetsOf(tx, ids)
  if (targets.refused) return { refused: targets.refused }
  const roots = rootsOf(tx.view, targets.components)
  const refused = refusalIfFewer(roots, least) ?? refusalIfLocked(tx, withMembers(tx, roots))
  return refused ? { refused } : { movables: roots.map((root) => ({ id: root.id, root, box: boxOf(tx.view, root), leaves: transformTargets(tx.view, root) })) }
}

export function refusalIfFewer(roots: readonly Component[], least: number): Rejected | null {
  if (roots.length >= least) return null
  return reject('command.arguments', [{ path: 'ids', code: 'command.tooFew', message: `at least ${least} components or groups are required` }])
}

/** Computes a group's box from its members, because a file may contain a wrong group box. */
function boxOf(view: DrawingView, root: Component): Box {
  if (root.type !== groupType) return boundsOf(root)
  return unionBoxes(descendantsOf(view, root.id).filter(({ type }) => type !== groupType).map(boundsOf)) ?? boundsOf(root)
}
