import type { Brush, Size } from '../../paint/brush/brush.ts'
import { choice, color, number, points, text } from '../../schema/index.ts'
import { curveFields, getCurve, curveRoles, trimPath, getHeadDirection } from '../curves.ts'
import { strokeFields } from '../dashes.ts'
import { defineComponent } from '../define.ts'
import { borderFields } from '../fields.ts'
import {
  getBarbs,
  drawAlong,
  drawBarbs,
  drawParts,
  headReach,
  inkAlong,
  inkAt,
  lineFieldsWithoutEffect,
} from '../lines.ts'
import { theme } from '../theme.ts'

type Head = 'none' | 'open' | 'filled' | 'dot'

const heads = [
  { value: 'none', words: { en: 'None', zh: '无' } },
  { value: 'open', words: { en: 'Open arrow', zh: '开口箭头' } },
  { value: 'filled', words: { en: 'Filled arrow', zh: '实心箭头' } },
  { value: 'dot', words: { en: 'Dot', zh: '圆点' } },
] as const

/** Maximum length of `componentId:anchor`. */
const maxAttachmentLength = 90

/** Line whose ends are attached to other components and follow them, straight or with orthogonal segments. */
export const connector = defineComponent({
  type: 'connector',
  words: { en: 'Connector', zh: '连接线' },
  palette: 'basic',
  size: { width: 160, height: 80 },
  miniatureColor: 'lineColor',
  ends: { from: 'from', to: 'to', points: 'points', routing: 'routing', bends: 'bends' },
  curve: { ...curveRoles, breadth: 'lineWidth' },
  fieldsWithoutEffect: lineFieldsWithoutEffect,
  fields: {
    from: text(
      { en: 'Start attached to', zh: '起点连接' },
      { bindable: false, group: 'data', maxLength: maxAttachmentLength, format: 'end' },
    ),
    to: text(
      { en: 'End attached to', zh: '终点连接' },
      { bindable: false, group: 'data', maxLength: maxAttachmentLength, format: 'end' },
    ),
    points: points({ en: 'Points', zh: '节点' }, { default: [0, 0, 0.5, 0, 0.5, 1, 1, 1] }),
    bends: points({ en: 'Manual points', zh: '手动节点' }, { default: [0, 0, 1, 1] }),
    routing: choice(
      { en: 'Routing', zh: '走线方式' },
      {
        bindable: false,
        default: 'orthogonal',
        group: 'geometry',
        options: [
          { value: 'orthogonal', words: { en: 'Right angles', zh: '直角' } },
          { value: 'straight', words: { en: 'Straight', zh: '直线' } },
        ],
      },
    ),
    ...curveFields,
    lineColor: color({ en: 'Line colour', zh: '线条颜色' }, { default: theme.outline, gradient: true }),
    lineWidth: number({ en: 'Line width', zh: '线宽' }, { default: 2, min: 0, max: 100, unit: 'px' }),
    lineStyle: choice(
      { en: 'Line style', zh: '线型' },
      { default: 'solid', options: borderFields.borderStyle.options },
    ),
    ...strokeFields,
    startHead: choice({ en: 'Start', zh: '起点样式' }, { default: 'none', options: heads }),
    endHead: choice({ en: 'End', zh: '终点样式' }, { default: 'filled', options: heads }),
  },
  draw(brush, props, size) {
    const curve = getCurve(props, size)
    if (curve) {
      drawAlong(
        brush,
        props,
        trimPath(curve, getHeadInset(props.startHead, props.lineWidth), getHeadInset(props.endHead, props.lineWidth)),
      )
      const curvedHead = (kind: Head, isEnd: boolean) => {
        const [x, y] = isEnd ? [curve[curve.length - 2], curve[curve.length - 1]] : [curve[0], curve[1]]
        const [dx, dy] = getHeadDirection(curve, isEnd, headReach(props.lineWidth))
        drawHead(brush, kind, x, y, dx, dy, inkAlong(props, curve, x, y), props.lineWidth)
      }
      curvedHead(props.startHead, false)
      return curvedHead(props.endHead, true)
    }
    const last = props.points.length - 2
    drawParts(
      brush,
      props.startHead === 'filled' || props.endHead === 'filled'
        ? { ...props, points: shortenEnds(props, size) }
        : props,
      size,
      'round',
    )
    const head = (kind: Head, at: number, next: number) => {
      const [x, y] = [props.points[at] * size.width, props.points[at + 1] * size.height]
      drawHead(
        brush,
        kind,
        x,
        y,
        props.points[next] * size.width - x,
        props.points[next + 1] * size.height - y,
        inkAt(props, size, x, y),
        props.lineWidth,
      )
    }
    if (last <= 0) return
    head(props.startHead, 0, 2)
    head(props.endHead, last, last - 2)
  },
})

/**
 * Distance between the tip of an arrow head and the end of the line, which would otherwise be visible beside the tip.
 */
const getHeadInset = (head: Head, width: number): number => (head === 'filled' ? 1.5 * width : 0)

/** Shortens the line ends behind their heads, by at most half of a segment. */
function shortenEnds({ points: list, startHead, endHead, lineWidth }: LineEndProps, size: Size): readonly number[] {
  const pulled = [...list]
  const pull = (at: number, next: number, by: number): void => {
    const [dx, dy] = [list[next] - list[at], list[next + 1] - list[at + 1]]
    const length = Math.hypot(dx * size.width, dy * size.height)
    const share = length > 0 ? Math.min(by / length, 0.5) : 0
    pulled[at] += dx * share
    pulled[at + 1] += dy * share
  }
  const last = list.length - 2
  if (last > 0) {
    pull(0, 2, getHeadInset(startHead, lineWidth))
    pull(last, last - 2, getHeadInset(endHead, lineWidth))
  }
  return pulled
}

interface LineEndProps {
  readonly points: readonly number[]
  readonly startHead: Head
  readonly endHead: Head
  readonly lineWidth: number
}

/** Draws the head at a line end, from its tip in the direction (dx, dy). */
function drawHead(
  brush: Brush,
  head: Head,
  x: number,
  y: number,
  dx: number,
  dy: number,
  ink: string,
  width: number,
): void {
  const barbs = getBarbs(x, y, dx, dy, width)
  if (head === 'none' || !barbs) return
  const reach = headReach(width)
  if (head === 'dot') return brush.ellipse(x - reach / 4, y - reach / 4, reach / 2, reach / 2, { fill: ink })
  if (head === 'filled') return brush.polygon([x, y, ...barbs], { fill: ink })
  drawBarbs(brush, x, y, dx, dy, ink, width)
}
