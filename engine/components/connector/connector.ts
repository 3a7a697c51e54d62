import type { Brush } from '../../paint/brush.ts'
import { choice, color, number, points, text } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { borderFields } from '../fields.ts'
import { dashOf, gapOf } from '../shapes.ts'
import { theme } from '../theme.ts'

type Head = 'none' | 'open' | 'filled' | 'dot'

const heads = [
  { value: 'none', words: { en: 'None', zh: '无' } },
  { value: 'open', words: { en: 'Open arrow', zh: '开口箭头' } },
  { value: 'filled', words: { en: 'Filled arrow', zh: '实心箭头' } },
  { value: 'dot', words: { en: 'Dot', zh: '圆点' } },
] as const

/** `componentId:anchor`: as long as an id and two shares can be. */
const heldLength = 90

/** A line whose ends stick to other components and follow them, straight or in upright and level parts. */
export const connector = defineComponent({
  type: 'connector',
  words: { en: 'Connector', zh: '连接线' },
  palette: 'basic',
  size: { width: 160, height: 80 },
  standIn: 'lineColor',
  ends: { from: 'from', to: 'to', points: 'points', routing: 'routing' },
  fields: {
    from: text({ en: 'Start sticks to', zh: '起点连接' }, { bindable: false, group: 'data', maxLength: heldLength, format: 'end' }),
    to: text({ en: 'End sticks to', zh: '终点连接' }, { bindable: false, group: 'data', maxLength: heldLength, format: 'end' }),
    points: points({ en: 'Points', zh: '节点' }, { default: [0, 0, 0.5, 0, 0.5, 1, 1, 1] }),
    routing: choice({ en: 'Routing', zh: '走线方式' }, {
      default: 'orthogonal',
      group: 'geometry',
      options: [
        { value: 'orthogonal', words: { en: 'Right angles', zh: '直角' } },
        { value: 'straight', words: { en: 'Straight', zh: '直线' } },
      ],
    }),
    lineColor: color({ en: 'Line colour', zh: '线条颜色' }, { default: theme.outline }),
    lineWidth: number({ en: 'Line width', zh: '线宽' }, { default: 2, min: 0, max: 100, unit: 'px' }),
    lineStyle: choice({ en: 'Line style', zh: '线型' }, { default: 'solid', options: borderFields.borderStyle.options }),
    startHead: choice({ en: 'Start', zh: '起点样式' }, { default: 'none', options: heads }),
    endHead: choice({ en: 'End', zh: '终点样式' }, { default: 'filled', options: heads }),
  },
  draw(brush, props, size) {
    const list = props.points
    const end = list.length - 2
    const broken = props.lineStyle !== 'solid'
    let travelled = 0
    for (let at = 0; at < end; at += 2) {
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
        brush.line(x1, y1, x2, y2, { stroke: props.lineColor, width: props.lineWidth, cap: 'round' })
      }
      if (at === 0) drawHead(brush, props.startHead, x1, y1, x2 - x1, y2 - y1, props.lineColor, props.lineWidth)
      if (at + 2 === end) drawHead(brush, props.endHead, x2, y2, x1 - x2, y1 - y2, props.lineColor, props.lineWidth)
    }
  },
})

/** What a line ends in, from its tip back along (dx, dy). */
function drawHead(brush: Brush, head: Head, x: number, y: number, dx: number, dy: number, ink: string, width: number): void {
  const length = Math.hypot(dx, dy)
  if (head === 'none' || length === 0) return
  const reach = 3 * width + 6
  if (head === 'dot') return brush.ellipse(x - reach / 4, y - reach / 4, reach / 2, reach / 2, { fill: ink })
  const share = Math.min(reach, length) / length
  const along = share * 0.883
  const across = share * 0.469
  const left = { x: x + dx * along - dy * across, y: y + dy * along + dx * across }
  const right = { x: x + dx * along + dy * across, y: y + dy * along - dx * across }
  if (head === 'filled') return brush.polygon([x, y, left.x, left.y, right.x, right.y], { fill: ink })
  const style = { stroke: ink, width, cap: 'round' } as const
  brush.line(x, y, left.x, left.y, style)
  brush.line(x, y, right.x, right.y, style)
}
