import { instanceAround, isEffectivelyLocked } from '../commands/index.ts'
import type { Component, DrawingDocument } from '../document/index.ts'
import type { Frame } from '../geometry/index.ts'
import { getSelectionFrame } from './frames.ts'
import type { Selection } from './selection.ts'

/**
 * Derived data of the selection, computed once per change. For 100,000 selected components the frame alone takes longer
 * than one frame of rendering.
 */
export interface SelectionCache {
  readonly components: readonly Component[]
  readonly frame: Frame | undefined
  /** Part of the selection is locked or belongs to a symbol instance, so handles cannot be dragged. */
  readonly isLocked: boolean
  /** Sets values already computed by the caller, to avoid inspecting every component. Valid until the next change. */
  prime(frame: Frame, isLocked: boolean): void
  destroy(): void
}

/**
 * Creates a cache that is cleared on every change of the document or the selection. `destroy` ends its subscriptions.
 */
export function createSelectionCache(
  document: DrawingDocument,
  selection: Pick<Selection, 'components' | 'onChange'>,
): SelectionCache {
  let components: readonly Component[] | null = null
  let frame: Frame | null | undefined = null
  let cachedLock: boolean | null = null
  const forget = (): void => {
    components = null
    frame = null
    cachedLock = null
  }
  const all = (): readonly Component[] => (components ??= selection.components())
  const endings = [document.onChange(forget), selection.onChange(forget)]

  return {
    get components() {
      return all()
    },
    get frame() {
      if (frame === null) frame = getSelectionFrame(all())
      return frame
    },
    get isLocked() {
      return (cachedLock ??= all().some(
        (component) => isEffectivelyLocked(document, component) || isMember(document, component),
      ))
    },
    prime(primedFrame, primedLock) {
      frame = primedFrame
      cachedLock = primedLock
    },
    destroy() {
      for (const end of endings) end()
    },
  }
}

function isMember(document: DrawingDocument, component: Component): boolean {
  return component.parent !== null && (instanceAround(document, component) ?? component) !== component
}
