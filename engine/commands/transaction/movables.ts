import { getDescendants, groupType, getRoots } from '../../document/index.ts'
import { getBounds, unionBoxes } from '../../geometry/index.ts'
import { transformTargets } from './transformTargets.ts'
import { reject } from '../base/result.ts'
import { rejectIfLocked, getTargets, withMembers } from './targets.ts'
import type { Component, DrawingView, Id } from '../../document/index.ts'
import type { Box, Placed } from '../../geometry/index.ts'
import type { TransformTarget } from './transformTargets.ts'
import type { Rejected } from '../base/result.ts'
import type { Transaction } from './transaction.ts'

/** A component, or a group with its members, that is arranged as one unit. */
export interface Movable extends Placed {
  readonly root: Component
  readonly leaves: readonly TransformTarget[]
}

type Movables =
  | { readonly refused?: undefined; readonly movables: readonly Movable[] }
  | { readonly refused: Rejected; readonly movables?: undefined }

/** Returns the roots to arrange with their exact boxes. Rejected if fewer than `least` are given or one is locked. */
export function getMovables(tx: Transaction, ids: readonly Id[], minCount = 1): Movables {
  const targets = getTargets(tx, ids)
  if (targets.refused) return { refused: targets.refused }
  const roots = getRoots(tx.view, targets.components)
  const refused = rejectIfFewer(roots, minCount) ?? rejectIfLocked(tx, withMembers(tx, roots))
  return refused
    ? { refused }
    : {
        movables: roots.map((root) => ({
          id: root.id,
          root,
          box: computeBox(tx.view, root),
          leaves: transformTargets(tx.view, root),
        })),
      }
}

/** Returns a rejection if there are fewer than `minCount` roots, otherwise null. */
export function rejectIfFewer(roots: readonly Component[], minCount: number): Rejected | null {
  if (roots.length >= minCount) return null
  return reject('command.arguments', [
    { path: 'ids', code: 'command.tooFew', message: `at least ${minCount} components or groups are required` },
  ])
}

/** Computes a group's box from its members, because a file may contain a wrong group box. */
function computeBox(view: DrawingView, root: Component): Box {
  if (root.type !== groupType) return getBounds(root)
  return (
    unionBoxes(
      getDescendants(view, root.id)
        .filter(({ type }) => type !== groupType)
        .map(getBounds),
    ) ?? getBounds(root)
  )
}
