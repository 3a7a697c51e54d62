import { commonFields } from '@mimic/engine/bindings'
import { isHeld } from '@mimic/engine/commands'
import { ancestorsOf, type Component, type DrawingDocument, groupType } from '@mimic/engine/document'
import { type Field, flag } from '@mimic/engine/schema'

/** What of a property holds it fast: a lock holds places, and a group is turned and mirrored by its members, by command. */
type Held = 'never' | 'locked' | 'lockedOrGroup'

/** What every component has beside its name, in the inspector's order. */
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
} as const satisfies Readonly<Record<string, { readonly field: Field; readonly held: Held }>>

export type GeneralName = keyof typeof generalFields
export const generalNames = Object.keys(generalFields).filter((name): name is GeneralName => Object.hasOwn(generalFields, name))

/** What of these cannot be changed here: a lock holds by a group around or a member within, too. */
export function heldNames(document: DrawingDocument, components: readonly Component[]): ReadonlySet<GeneralName> {
  const isLocked = components.some((component) => isHeld(document, component))
  const hasGroup = components.some(({ type, link }) => type === groupType && !link)
  return new Set(generalNames.filter((name) => holds(generalFields[name].held, isLocked, hasGroup)))
}

/** Where the lock is that holds a component whose own "Locked" is not ticked: nobody would find it. Null: nothing else holds any of them. */
export function lockElsewhere(document: DrawingDocument, components: readonly Component[]): 'around' | 'within' | null {
  const held = components.find((component) => !component.locked && isHeld(document, component))
  if (!held) return null
  return ancestorsOf(document, held).some(({ locked }) => locked) ? 'around' : 'within'
}

/** A group's members follow its box, from where they are at each step: by way of 1 px they come to 150 px as something else. */
export function isPlaceOrSize(name: string): boolean {
  return name === 'x' || name === 'y' || name === 'width' || name === 'height'
}

function holds(held: Held, isLocked: boolean, hasGroup: boolean): boolean {
  switch (held) {
    case 'never': return false
    case 'locked': return isLocked
    case 'lockedOrGroup': return isLocked || hasGroup
  }
}
