import { quality as levels, type Quality } from '../bindings/quality.ts'
import type { Brush, Size } from './brush.ts'

export type { Quality } from '../bindings/quality.ts'

/** Whether a component with this worst quality of its tags must not look live. */
export const isDrained = (quality: Quality): boolean => quality >= levels.bad

/** The frame over a component whose value is bad (whole line) or stale (dashed). */
export function drawQualityFrame(brush: Brush, size: Size, quality: Quality): void {
  if (!isDrained(quality)) return
  const stroke = quality === levels.bad ? '#a8326e' : '#7a6a9a'
  const style = quality === levels.bad ? { stroke, width: 1.5 } : { stroke, width: 1.5, dash: 5, gap: 4 }
  const { width, height } = size
  brush.line(0, 0, width, 0, style)
  brush.line(width, 0, width, height, style)
  brush.line(width, height, 0, height, style)
  brush.line(0, height, 0, 0, style)
}

/** What stands in the place of a component that cannot be drawn: unknown type, or a draw that failed. */
export function drawErrorBox(brush: Brush, size: Size, caption: string): void {
  const style = { stroke: '#a8326e', width: 1.5, dash: 6, gap: 4 }
  const { width, height } = size
  brush.rect(0, 0, width, height, { fill: '#a8326e18' })
  brush.line(0, 0, width, 0, style)
  brush.line(width, 0, width, height, style)
  brush.line(width, height, 0, height, style)
  brush.line(0, height, 0, 0, style)
  brush.text(0, 0, width, height, caption, { fill: '#a8326e', fontSize: Math.max(8, Math.min(14, height * 0.4)), align: 'center', valign: 'middle' })
}
