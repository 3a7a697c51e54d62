import { instanceAround, isHeld } from '../commands/index.ts'
import type { Component, DrawingDocument } from '../document/index.ts'
import type { Frame } from '../geometry/index.ts'
import { frameOf } from './frames.ts'
import type { Selection } from './selection.ts'

/**
 * What handles and overlay ask of the selection at every move of the pointer, worked out once a change: of a hundred
 * thousand selected the frame alone takes longer than a frame of the screen.
 */
export interface SelectionCache {
  readonly components: readonly Component[]
  readonly frame: Frame | undefined
  /** Something of it is locked, or lies in an instance as its symbol has it: nothing can be dragged by handles. */
  readonly isHeld: boolean
  /** Says what whoever selected already knows of it, so that nobody looks at each of them; good until the next change. */
  know(frame: Frame, isHeld: boolean): void
  destroy(): void
}

export function createSelectionCache(document: DrawingDocument, selection: Pick<Selection, 'components' | 'onChange'>): SelectionCache {
  let components: readonly Component[] | null = null
  let frame: Frame | null | undefined = null
  let held: boolean | null = null
  const forget = (): void => {
    components = null
    frame = null
    held = null
  }
  const all = (): readonly Component[] => (components ??= selection.components())
  const endings = [document.onChange(forget), selection.onChange(forget)]

  return {
    get components() { return all() },
    get frame() {
      if (frame === null) frame = frameOf(all())
      return frame
    },
    get isHeld() { return (held ??= all().some((component) => isHeld(document, component) || isMember(document, component))) },
    know(known, isKnownHeld) {
      frame = known
      held = isKnownHeld
    },
    destroy() {
      for (const end of endings) end()
    },
  }
}

function isMember(document: DrawingDocument, component: Component): boolean {
  return component.parent !== null && (instanceAround(document, component) ?? component) !== component
}
