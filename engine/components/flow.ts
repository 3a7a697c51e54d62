import type { Brush, Size } from '../paint/brush/brush.ts'
import { choice, color, number, points } from '../schema/index.ts'
import { curveFields, getCurve, type CurveProps } from './curves.ts'
import { getArea, getPartFill, multiplyAlpha } from './gradients.ts'
import { strokeCurve } from './strokes.ts'

/** A path with moving marks: direction, speed and look of the marks. */
export const flowFields = {
  points: points({ en: 'Points', zh: '节点' }, { default: [0, 0.5, 1, 0.5] }),
  ...curveFields,
  flow: choice(
    { en: 'Flow direction', zh: '流动方向' },
    {
      default: 'static',
      unknown: 'static',
      group: 'value',
      options: [
        { value: 'forward', words: { en: 'Forward', zh: '正向' } },
        { value: 'reverse', words: { en: 'Reverse', zh: '反向' } },
        { value: 'static', words: { en: 'Static', zh: '静止' } },
      ],
    },
  ),
  speed: choice(
    { en: 'Flow speed', zh: '流动速度' },
    {
      default: 'medium',
      group: 'value',
      options: [
        { value: 'slow', words: { en: 'Slow', zh: '慢' } },
        { value: 'medium', words: { en: 'Medium', zh: '中' } },
        { value: 'fast', words: { en: 'Fast', zh: '快' } },
      ],
    },
  ),
  flowColor: color({ en: 'Flow colour', zh: '流动颜色' }, { default: '#f4f8fbff', gradient: true }),
  lineWidth: number({ en: 'Mark length', zh: '线条宽度' }, { default: 14, min: 1, max: 500, unit: 'px' }),
  lineHeight: number({ en: 'Mark height', zh: '线条高度' }, { default: 4, min: 1, max: 200, unit: 'px' }),
  lineSpacing: number({ en: 'Mark spacing', zh: '线条间距' }, { default: 14, min: 1, max: 500, unit: 'px' }),
  lineShape: choice(
    { en: 'Mark shape', zh: '线条形状' },
    {
      default: 'rectangle',
      options: [
        { value: 'rectangle', words: { en: 'Rectangle', zh: '矩形' } },
        { value: 'ellipse', words: { en: 'Ellipse', zh: '椭圆' } },
      ],
    },
  ),
}

const pixelsASecond = { slow: 24, medium: 60, fast: 130 } as const

interface FlowProps extends CurveProps {
  readonly flow: 'forward' | 'reverse' | 'static'
  readonly speed: 'slow' | 'medium' | 'fast'
  readonly flowColor: string
  readonly lineWidth: number
  readonly lineSpacing: number
  readonly lineShape: 'rectangle' | 'ellipse'
}

export const getMarkColor = ({ flow, flowColor }: Pick<FlowProps, 'flow' | 'flowColor'>): string =>
  flow === 'static' ? multiplyAlpha(flowColor, 0.35) : flowColor

/** Draws the marks. Marks without flow are faint, so that a still image also shows whether there is flow. */
export function drawMarks(brush: Brush, props: FlowProps, size: Size, width: number): void {
  const list = props.points
  const round = props.lineShape === 'ellipse'
  const still = props.flow === 'static'
  const ink = getMarkColor(props)
  const flow = still ? 0 : props.flow === 'forward' ? pixelsASecond[props.speed] : -pixelsASecond[props.speed]
  const curve = getCurve(props, size)
  if (curve)
    return strokeCurve(brush, curve, ink, {
      width,
      dash: props.lineWidth,
      gap: props.lineSpacing,
      flow,
      cap: round ? 'round' : 'butt',
    })
  const whole = getArea(list, size, width)
  let phase = 0
  for (let at = 0; at < list.length - 2; at += 2) {
    const x1 = list[at] * size.width
    const y1 = list[at + 1] * size.height
    const x2 = list[at + 2] * size.width
    const y2 = list[at + 3] * size.height
    const stroke = getPartFill(
      ink,
      whole,
      { x: (x1 + x2) / 2, y: (y1 + y2) / 2, width: Math.hypot(x2 - x1, y2 - y1), height: width },
      Math.atan2(y2 - y1, x2 - x1),
    )
    brush.line(x1, y1, x2, y2, {
      stroke,
      width,
      dash: props.lineWidth,
      gap: props.lineSpacing,
      flow,
      phase,
      cap: round ? 'round' : 'butt',
    })
    phase += Math.hypot(x2 - x1, y2 - y1)
  }
}
