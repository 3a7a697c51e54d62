import type { Brush, Size } from '../paint/brush.ts'
import { choice, color, flag, number, points, type ValuesOf } from '../schema/index.ts'
import { borderFields } from './fields.ts'
import { dashOf, gapOf } from './shapes.ts'
import { theme } from './theme.ts'

/** What every line has; the types of lines differ in what they start with. */
export const lineFields = {
  points: points({ en: 'Points', zh: '节点' }, { default: [0, 0.5, 1, 0.5] }),
  lineColor: color({ en: 'Line colour', zh: '线条颜色' }, { default: theme.outline }),
  lineWidth: number({ en: 'Line width', zh: '线宽' }, { default: 2, min: 0, max: 100, unit: 'px' }),
  lineStyle: choice({ en: 'Line style', zh: '线型' }, { default: 'solid', options: borderFields.borderStyle.options }),
  startArrow: flag({ en: 'Arrow at the start', zh: '起点箭头' }),
  endArrow: flag({ en: 'Arrow at the end', zh: '终点箭头' }),
}

/** The parts of a line one after the other, dashes running on through its corners, and its arrows. */
export function drawLine(brush: Brush, props: ValuesOf<typeof lineFields>, size: Size): void {
  const list = props.points
  const last = list.length - 2
  const broken = props.lineStyle !== 'solid'
  let travelled = 0
  for (let at = 0; at < last; at += 2) {
    const x1 = list[at] * size.width
    const y1 = list[at + 1] * size.height
    const x2 = list[at + 2] * size.width
    const y2 = list[at + 3] * size.height
    if (broken) {
      brush.line(x1, y1, x2, y2, {
        stroke: props.lineColor, width: props.lineWidth,
        dash: dashOf(props.lineStyle, props.lineWidth), gap: gapOf(props.lineStyle, props.lineWidth), phase: travelled,
      })
      travelled += Math.hypot(x2 - x1, y2 - y1)
    } else {
      brush.line(x1, y1, x2, y2, { stroke: props.lineColor, width: props.lineWidth, cap: last > 2 ? 'round' : 'butt' })
    }
    if (props.startArrow && at === 0) arrow(brush, x1, y1, x2 - x1, y2 - y1, props.lineColor, props.lineWidth)
    if (props.endArrow && at + 2 === last) arrow(brush, x2, y2, x1 - x2, y1 - y2, props.lineColor, props.lineWidth)
  }
}

/** Two barbs from the tip back along the line's direction (dx, dy), 28° either side. */
function arrow(brush: Brush, x: number, y: number, dx: number, dy: number, stroke: string, width: number): void {
  const length = Math.hypot(dx, dy)
  if (length === 0) return
  const reach = Math.min(3 * width + 6, length) / length
  const along = reach * 0.883
  const across = reach * 0.469
  const style = { stroke, width, cap: 'round' } as const
  brush.line(x, y, x + dx * along - dy * across, y + dy * along + dx * across, style)
  brush.line(x, y, x + dx * along + dy * across, y + dy * along - dx * across, style)
}
