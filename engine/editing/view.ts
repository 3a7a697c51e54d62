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
  return {
    fit: () => camera.fit(),
    toSelection() {
      const chosen = selection.components()
      const box = unionBoxes((chosen.length > 0 ? chosen : [...document.all()]).map(boundsOf))
      if (!box) return camera.fit()
      camera.fit(box)
      if (camera.scale > nearest) camera.zoomTo(nearest)
    },
    zoomBy: (factor, about) => camera.zoomTo(camera.scale * factor, about),
    actualSize: () => camera.zoomTo(1),
    panBy: (dx, dy) => camera.moveBy(dx, dy),
  }
}
