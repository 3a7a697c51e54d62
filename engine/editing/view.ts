import type { DrawingDocument } from '../document/index.ts'
import { boundsOf, unionBoxes, type Point } from '../geometry/index.ts'
import type { Camera } from '../stage/index.ts'
import type { Selection } from './selection.ts'

/** What a person does with the view, by button, key or menu. */
export interface EditorView {
  /** The whole page. */
  fit(): void
  /** What is selected, however small; nothing selected: all there is. */
  toSelection(): void
  /** The same, unless all that is selected is in sight already. */
  reveal(): void
  /** Nearer (above 1) or farther, holding a screen point (default: the middle) where it is. */
  zoomBy(factor: number, about?: Point): void
  /** One drawing pixel a screen pixel. */
  actualSize(): void
  /** Moves the picture by screen pixels. */
  panBy(dx: number, dy: number): void
}

/** Nearer than this a single lamp fills the screen and nobody knows where he is. */
const nearest = 4

export function createView(camera: Camera, document: DrawingDocument, selection: Pick<Selection, 'components'>): EditorView {
  const toSelection = (): void => {
    const chosen = selection.components()
    const box = unionBoxes((chosen.length > 0 ? chosen : [...document.all()]).map(boundsOf))
    if (!box) return camera.fit()
    camera.fit(box)
    if (camera.scale > nearest) camera.zoomTo(nearest)
  }
  return {
    fit: () => camera.fit(),
    toSelection,
    reveal() {
      const box = unionBoxes(selection.components().map(boundsOf))
      const { x, y, width, height } = camera.visible
      const isSeen = !box || (box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height)
      if (!isSeen) toSelection()
    },
    zoomBy: (factor, about) => camera.zoomTo(camera.scale * factor, about),
    actualSize: () => camera.zoomTo(1),
    panBy: (dx, dy) => camera.moveBy(dx, dy),
  }
}
