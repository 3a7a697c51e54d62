import { quality as levels, type Quality } from '../../bindings/quality.ts'
import type { Brush, Size } from './brush.ts'

export type { Quality } from '../../bindings/quality.ts'

/** Whether a component with this quality is painted desaturated. */
export const isDesaturated = (quality: Quality): boolean => quality >= levels.bad

/** Margin in drawing pixels, so that the frame does not cross text at the component's edge. */
const frameMarginPx = 2

/** Draws the frame of a component with a bad (solid) or stale (dashed) value as one primitive. */
export function drawQualityFrame(brush: Brush, size: Size, quality: Quality): void {
  if (!isDesaturated(quality)) return
  brush.rect(
    -frameMarginPx,
    -frameMarginPx,
    size.width + 2 * frameMarginPx,
    size.height + 2 * frameMarginPx,
    quality === levels.bad
      ? { stroke: '#a8326e', strokeWidth: 1.5 }
      : { stroke: '#7a6a9a', strokeWidth: 1.5, dash: 5, gap: 4 },
  )
}

/**
 * Draws the replacement for a component that cannot be drawn because its type is unknown or its draw function failed.
 */
export function drawErrorBox(brush: Brush, size: Size, caption: string): void {
  const { width, height } = size
  brush.rect(0, 0, width, height, { fill: '#a8326e18', stroke: '#a8326e', strokeWidth: 1.5, dash: 6, gap: 4 })
  brush.text(0, 0, width, height, caption, {
    fill: '#a8326e',
    fontSize: Math.max(8, Math.min(14, height * 0.4)),
    align: 'center',
    valign: 'middle',
  })
}
