import { commonFields } from '@mimic/engine/bindings'
import { isEffectivelyLocked } from '@mimic/engine/commands'
import { getAncestors, type Component, type DrawingDocument, groupType } from '@mimic/engine/document'
import { type Field, flag } from '@mimic/engine/schema'

/**
 * Condition under which a property is read-only: a lock holds the position, and groups are rotated and mirrored by
 * command through their members.
 */
type LockRule = 'never' | 'locked' | 'lockedOrGroup'

/** Properties of every component besides its name, in inspector order. */
export const generalFields = {
  x: { field: commonFields.x, held: 'locked' },
  y: { field: commonFields.y, held: 'locked' },
  width: { field: commonFields.width, held: 'locked' },
  height: { field: commonFields.height, held: 'locked' },
  angleDeg: { field: { ...commonFields.angleDeg, min: 0, max: 360 }, held: 'lockedOrGroup' },
  opacity: { field: commonFields.opacity, held: 'never' },
  flipX: { field: commonFields.flipX, held: 'lockedOrGroup' },
  flipY: { field: commonFields.flipY, held: 'lockedOrGroup' },
  visible: { field: commonFields.visible, held: 'never' },
  locked: { field: flag({ en: 'Locked', zh: '锁定' }), held: 'never' },
} as const satisfies Readonly<Record<string, { readonly field: Field; readonly held: LockRule }>>

export type GeneralName = keyof typeof generalFields
export const generalNames = Object.keys(generalFields).filter((name): name is GeneralName =>
  Object.hasOwn(generalFields, name),
)

/** Properties that cannot be changed here. The lock of a surrounding group or of a member also counts. */
export function getLockedNames(document: DrawingDocument, components: readonly Component[]): ReadonlySet<GeneralName> {
  const isLocked = components.some((component) => isEffectivelyLocked(document, component))
  const hasGroup = components.some(({ type, link }) => type === groupType && !link)
  return new Set(generalNames.filter((name) => isLockedBy(generalFields[name].held, isLocked, hasGroup)))
}

/** Location of the lock that holds a component which is not locked itself; `null` if there is none. */
export function findOtherLock(document: DrawingDocument, components: readonly Component[]): 'around' | 'within' | null {
  const rule = components.find((component) => !component.locked && isEffectivelyLocked(document, component))
  if (!rule) return null
  return getAncestors(document, rule).some(({ locked }) => locked) ? 'around' : 'within'
}

/**
 * Returns true for position and size. Members of a group follow each change of its box, so an intermediate width of 1
 * px would distort them.
 */
export function isPlaceOrSize(name: string): boolean {
  return name === 'x' || name === 'y' || name === 'width' || name === 'height'
}

function isLockedBy(rule: LockRule, isLocked: boolean, hasGroup: boolean): boolean {
  switch (rule) {
    case 'never':
      return false
    case 'locked':
      return isLocked
    case 'lockedOrGroup':
      return isLocked || hasGroup
  }
}
