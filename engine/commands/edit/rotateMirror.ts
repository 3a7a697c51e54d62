import * as z from 'zod'
import { getCentre, mirrorFrames, normalAngle, rotateFrames, tidy, unionBoxes } from '../../geometry/index.ts'
import { axisSchema } from './arrange.ts'
import { defineCommand } from '../transaction/command.ts'
import { angleLimit } from './frame.ts'
import { placeTarget } from '../transaction/transformTargets.ts'
import { getMovables } from '../transaction/movables.ts'
import { reject } from '../base/result.ts'
import { idsSchema } from '../transaction/targets.ts'
import type { Component } from '../../document/index.ts'
import type { Point } from '../../geometry/index.ts'
import type { Catalog } from '../base/catalog.ts'
import type { Outcome } from '../transaction/command.ts'
import type { Movable } from '../transaction/movables.ts'
import type { Rejected } from '../base/result.ts'
import type { Transaction } from '../transaction/transaction.ts'

/**
 * Parses an angle in degrees, given as a number or text. Returns undefined for empty text, other text, or angles beyond
 * `angleLimit`.
 */
export function readAngle(typed: unknown): number | undefined {
  const angle = typeof typed === 'string' && formatAngle.test(typed.trim()) ? Number.parseFloat(typed) : typed
  return typeof angle === 'number' && Math.abs(angle) <= angleLimit ? angle : undefined
}

const formatAngle = /^[+-]?(?:\d+\.?\d*|\.\d+)\s*°?$/

/**
 * Rotates components clockwise. `byDeg` rotates all as one unit around their common centre; `toDeg` sets the angle of
 * each around its own centre (not for groups). Angles in degrees, as a number or text.
 */
export const rotate = defineCommand(
  'rotate',
  z.strictObject({ ids: idsSchema, byDeg: z.unknown(), toDeg: z.unknown() }).partial({ byDeg: true, toDeg: true }),
  (tx, { ids, byDeg, toDeg }) => {
    const angle = readAngle(byDeg ?? toDeg)
    if (angle === undefined || (byDeg !== undefined && toDeg !== undefined))
      return noAngle(byDeg === undefined ? 'toDeg' : 'byDeg')
    const { refused, movables } = getMovables(tx, ids)
    if (refused) return refused
    if (toDeg !== undefined) return setAngles(tx, movables, normalAngle(angle))
    const leaves = movables.flatMap((movable) => movable.leaves)
    for (const [i, turned] of rotateFrames(
      leaves.map(({ frame }) => frame),
      commonCentre(movables),
      angle,
    ).entries()) {
      const leaf = leaves[i]
      if (leaf)
        placeTarget(tx, leaf, { x: tidy(turned.x), y: tidy(turned.y), angleDeg: normalAngle(tidy(turned.angleDeg)) })
    }
    return { ok: true }
  },
)

/** Mirrors components as one unit around their common centre. `horizontal` swaps left and right. */
export const mirror = defineCommand(
  'mirror',
  z.strictObject({ ids: idsSchema, axis: axisSchema }),
  (tx, { ids, axis }, { catalog }) => {
    const { refused, movables } = getMovables(tx, ids)
    if (refused) return refused
    const leaves = movables.flatMap((movable) => movable.leaves)
    // A single component of such a type does not change. Among others its position changes; instances are mirrored as a
    // whole.
    const [lone] = leaves
    if (lone && leaves.length === 1 && isNeverMirrored(lone.component, catalog)) return { ok: true }
    for (const [i, { x, y, angleDeg, flipX, flipY }] of mirrorFrames(
      leaves.map(({ frame }) => frame),
      commonCentre(movables),
      axis,
    ).entries()) {
      const leaf = leaves[i]
      if (leaf) placeTarget(tx, leaf, { x: tidy(x), y: tidy(y), angleDeg, flipX, flipY })
    }
    return { ok: true }
  },
)

/**
 * True for types that mirroring does not affect, such as charts and web pages. They are always painted unmirrored
 * (`paint/mirroring.ts`).
 */
export function isNeverMirrored({ type, props }: Pick<Component, 'type' | 'props'>, types: Catalog): boolean {
  const componentType = types.get(type)
  if (!componentType?.fieldsWithoutEffect) return false
  const defaults = Object.fromEntries(
    Object.entries(componentType.fields).map(([name, field]) => [name, field.default]),
  )
  return componentType.fieldsWithoutEffect({ ...defaults, ...props }).includes('flipX')
}

function setAngles(tx: Transaction, movables: readonly Movable[], angleDeg: number): Outcome {
  for (const {
    root,
    leaves: [leaf],
  } of movables) {
    if (leaf?.component !== root)
      return reject('command.arguments', [
        { path: root.id, code: 'command.groupAngle', message: 'a group does not have an angle' },
      ])
    placeTarget(tx, leaf, { angleDeg })
  }
  return { ok: true }
}

/** Returns the centre of the common box. A single component uses its own centre, which keeps its exact position. */
function commonCentre(movables: readonly Movable[]): Point {
  const [first, second] = movables
  const [leaf] = first?.leaves ?? []
  if (first && !second && leaf?.component === first.root) return getCentre(leaf.frame)
  return getCentre(unionBoxes(movables.map(({ box }) => box)) ?? { x: 0, y: 0, width: 0, height: 0 })
}

function noAngle(path: 'byDeg' | 'toDeg'): Rejected {
  return reject('command.arguments', [
    { path, code: 'command.angle', message: `the angle must be one number between -${angleLimit} and ${angleLimit}` },
  ])
}
