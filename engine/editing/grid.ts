import { Graphics, type Container } from 'pixi.js'
import type { DrawingDocument } from '../document/index.ts'
import type { Box, Point } from '../geometry/index.ts'
import type { SnapSettingsState } from './snapSettings.ts'

const ink = 0x5f6b76
/** Minimum distance of grid lines in screen pixels. Below it only every 5th (25th, …) line is drawn. */
const minLineDistance = 8
const coarser = 5

/** Returns the distance of the drawn grid lines in drawing pixels, a multiple of `size`. */
export function gridStep(size: number, scale: number): number {
  let step = size
  while (step * scale < minLineDistance) step *= coarser
  return step
}

interface GridWiring {
  readonly overlay: Container
  readonly document: Pick<DrawingDocument, 'layer'>
  readonly camera: { readonly scale: number; readonly visible: Box; toScreen(world: Point): Point }
}

/** Draws the grid over the page. Redraws only if the view, the page or the grid changed. */
export function createGrid({ overlay, document, camera }: GridWiring): {
  draw(aids: SnapSettingsState): void
  destroy(): void
} {
  const pen = new Graphics()
  overlay.addChild(pen)
  let drawn = ''

  return {
    draw({ showGrid, gridSize }) {
      pen.visible = showGrid
      const { visible, scale } = camera
      const { layer } = document
      const now = showGrid
        ? [visible.x, visible.y, visible.width, visible.height, scale, layer.width, layer.height, gridSize].join()
        : ''
      if (now === drawn) return
      drawn = now
      pen.clear()
      if (!showGrid) return
      const step = gridStep(gridSize, scale)
      const left = Math.max(0, visible.x)
      const top = Math.max(0, visible.y)
      const right = Math.min(layer.width, visible.x + visible.width)
      const bottom = Math.min(layer.height, visible.y + visible.height)
      if (right <= left || bottom <= top) return
      const [start, end] = [camera.toScreen({ x: left, y: top }), camera.toScreen({ x: right, y: bottom })]
      for (const isStrong of [false, true]) {
        for (let index = Math.ceil(left / step); index * step <= right; index++) {
          if ((index % coarser === 0) !== isStrong) continue
          const x = Math.round(camera.toScreen({ x: index * step, y: 0 }).x) + 0.5
          pen.moveTo(x, start.y).lineTo(x, end.y)
        }
        for (let index = Math.ceil(top / step); index * step <= bottom; index++) {
          if ((index % coarser === 0) !== isStrong) continue
          const y = Math.round(camera.toScreen({ x: 0, y: index * step }).y) + 0.5
          pen.moveTo(start.x, y).lineTo(end.x, y)
        }
        pen.stroke({ color: ink, width: 1, alpha: isStrong ? 0.3 : 0.14 })
      }
    },
    destroy: () => pen.destroy(),
  }
}
