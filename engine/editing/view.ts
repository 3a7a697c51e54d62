import type { DrawingDocument } from '../document/index.ts'
import { getBounds, unionBoxes, type Point } from '../geometry/index.ts'
import type { Camera } from '../stage/index.ts'
import type { Selection } from './selection.ts'

/** View operations for buttons, keys and menus. */
export interface EditorView {
  /** Shows the whole page. */
  fit(): void
  /** Shows the selection; without one, all components. */
  toSelection(): void
  /** Like `toSelection`, but only if part of the selection is out of view. */
  reveal(): void
  /** Zooms by a factor around a screen point (default: the centre of the view). A factor above 1 zooms in. */
  zoomBy(factor: number, about?: Point): void
  /** One drawing pixel is one screen pixel. */
  actualSize(): void
  /** Pans the view by screen pixels. */
  panBy(dx: number, dy: number): void
}

/** Maximum scale for `toSelection`, so that a small component keeps some context. */
const maxSelectionScale = 4

/** Creates the view operations of an editor for a camera. */
export function createView(
  camera: Camera,
  document: DrawingDocument,
  selection: Pick<Selection, 'components'>,
): EditorView {
  const toSelection = (): void => {
    const chosen = selection.components()
    const box = unionBoxes((chosen.length > 0 ? chosen : [...document.all()]).map(getBounds))
    if (!box) return camera.fit()
    camera.fit(box)
    if (camera.scale > maxSelectionScale) camera.zoomTo(maxSelectionScale)
  }
  return {
    fit: () => camera.fit(),
    toSelection,
    reveal() {
      const box = unionBoxes(selection.components().map(getBounds))
      const { x, y, width, height } = camera.visible
      const isInView =
        !box || (box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height)
      if (!isInView) toSelection()
    },
    zoomBy: (factor, about) => camera.zoomTo(camera.scale * factor, about),
    actualSize: () => camera.zoomTo(1),
    panBy: (dx, dy) => camera.moveBy(dx, dy),
  }
}
