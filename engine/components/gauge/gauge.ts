import type { Brush, Size } from '../../paint/brush/brush.ts'
import { color, number, text } from '../../schema/index.ts'
import { drawArc } from '../arcs.ts'
import { defineComponent } from '../define.ts'
import { backgroundField, borderFields, fontFields, scaleFields } from '../fields.ts'
import {
  isAbove,
  isBelow,
  isBeyond,
  isHighWatched,
  isLowWatched,
  toShare,
  tickStep,
  writeNumber,
  writeTick,
} from '../scale.ts'
import { drawBrokenEllipse, isBroken, type FontProps } from '../shapes.ts'
import { measureWidth } from '../textWidth.ts'
import { theme } from '../theme.ts'

/**
 * Round gauge with scale, zones beyond the limits, needle and value. Beyond a limit, zone and value turn to the alarm
 * colour and the value gets a frame.
 */
export const gauge = defineComponent({
  type: 'gauge',
  words: { en: 'Gauge', zh: '仪表盘' },
  palette: 'plant',
  size: { width: 160, height: 160 },
  miniatureColor: (props) => (isBeyond(props.value, props) ? props.alarmColor : props.needleColor),
  fields: {
    ...scaleFields,
    unit: { ...scaleFields.unit, default: '' },
    text: text({ en: 'Label', zh: '标签' }, { maxLength: 200 }),
    backgroundColor: { ...backgroundField.backgroundColor, default: '#f4f5f6ff' },
    ...borderFields,
    borderWidth: { ...borderFields.borderWidth, default: 1 },
    trackColor: color({ en: 'Track colour', zh: '轨道颜色' }, { default: theme.equipment, gradient: true }),
    trackWidth: number({ en: 'Track width', zh: '轨道宽度' }, { default: 8, min: 0, max: 100, unit: 'px' }),
    zoneColor: color({ en: 'Limit zone colour', zh: '越限区颜色' }, { default: theme.zone, gradient: true }),
    needleColor: color({ en: 'Needle colour', zh: '指针颜色' }, { default: theme.ink, gradient: true }),
    ...fontFields,
  },
  draw(brush, props, size) {
    const side = Math.min(size.width, size.height)
    const cx = size.width / 2
    const cy = size.height / 2
    const outer = side / 2
    const border = Math.min(props.borderWidth, outer)
    const track = Math.min(props.trackWidth, outer * 0.4)
    const rim = Math.max(0, outer - border - side * 0.04 - track / 2)
    const low = isBelow(props.value, props.lowLimit, props)
    const high = isAbove(props.value, props.highLimit, props)

    brush.ellipse(cx - outer, cy - outer, side, side, {
      fill: props.backgroundColor,
      stroke: props.borderColor,
      strokeWidth: isBroken(props) ? 0 : border,
    })
    if (isBroken(props))
      drawBrokenEllipse(brush, { ...props, borderWidth: border }, { width: side, height: side }, cx - outer, cy - outer)
    if (track > 0) drawTrack(brush, props, cx, cy, rim, track, low, high)
    if (props.showScale) drawTicks(brush, props, cx, cy, rim - track / 2)
    if (!Number.isNaN(props.value)) drawNeedle(brush, props, cx, cy, rim - track / 2, side)
    drawWords(brush, props, cx, cy, outer, low || high, size)
  },
})

const startDeg = 135
const sweepDeg = 270

interface DialProps extends FontProps {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly tickInterval: number
  readonly lowLimit: number
  readonly highLimit: number
  readonly decimals: number
  readonly unit: string
  readonly showValue: boolean
  readonly alarmColor: string
  readonly text: string
  readonly backgroundColor: string
  readonly trackColor: string
  readonly zoneColor: string
  readonly needleColor: string
}

function drawTrack(
  brush: Brush,
  props: DialProps,
  cx: number,
  cy: number,
  radius: number,
  width: number,
  low: boolean,
  high: boolean,
): void {
  drawArc(brush, { cx, cy, radius, startDeg, sweepDeg, width }, props.trackColor)
  const lowShare = toShare(props.lowLimit, props.min, props.max)
  const highShare = toShare(props.highLimit, props.min, props.max)
  if (isLowWatched(props.lowLimit, props))
    drawArc(
      brush,
      { cx, cy, radius, startDeg, sweepDeg: lowShare * sweepDeg, width },
      low ? props.alarmColor : props.zoneColor,
    )
  if (isHighWatched(props.highLimit, props)) {
    drawArc(
      brush,
      { cx, cy, radius, startDeg: startDeg + highShare * sweepDeg, sweepDeg: (1 - highShare) * sweepDeg, width },
      high ? props.alarmColor : props.zoneColor,
    )
  }
}

function drawTicks(brush: Brush, props: DialProps, cx: number, cy: number, radius: number): void {
  const fontSize = props.fontSize * 0.75
  const around = (radius * sweepDeg * Math.PI) / 180
  const step = tickStep(
    props.min,
    props.max,
    props.tickInterval,
    Math.max(1, Math.min(20, Math.floor(around / (fontSize * Math.max(2.6, widestMark(props) + 1.2))))),
  )
  if (step === 0) return
  const count = Math.floor((props.max - props.min) / step + 1e-6)
  const style = {
    ...getFont(props),
    weight: props.fontWeight,
    fill: props.fontColor,
    fontSize,
    align: 'center',
    valign: 'middle',
  } as const
  const numbers = Math.max(0, radius - 8 - fontSize * 0.8)
  for (let index = 0; index <= count; index++) {
    const value = props.min + index * step
    const angle = toAngle(toShare(value, props.min, props.max))
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    brush.line(cx + cos * radius, cy + sin * radius, cx + cos * (radius - 6), cy + sin * (radius - 6), {
      stroke: props.fontColor,
      width: 1,
    })
    brush.text(cx + cos * numbers - 30, cy + sin * numbers - fontSize, 60, fontSize * 2, writeTick(value), style)
  }
}

function drawNeedle(brush: Brush, props: DialProps, cx: number, cy: number, radius: number, side: number): void {
  const angle = toAngle(toShare(props.value, props.min, props.max))
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const reach = radius * 0.92
  const hub = side * 0.07
  brush.line(cx - cos * hub, cy - sin * hub, cx + cos * reach, cy + sin * reach, {
    stroke: props.needleColor,
    width: Math.max(1, side * 0.018),
    cap: 'round',
  })
  brush.ellipse(cx - hub / 2, cy - hub / 2, hub, hub, { fill: props.needleColor })
}

/** Draws label, value and unit below each other in the opening of the scale. */
function drawWords(
  brush: Brush,
  props: DialProps,
  cx: number,
  cy: number,
  outer: number,
  alarmed: boolean,
  size: Size,
): void {
  if (props.showValue) {
    const fontSize = props.fontSize * 1.25
    const y = cy + outer * 0.6 - fontSize * 0.7
    const value = writeNumber(props.value, props.decimals)
    if (alarmed) {
      const width = Math.min(size.width, fontSize * (measureWidth(value) + 0.8))
      brush.rect(cx - width / 2, y, width, fontSize * 1.4, {
        fill: props.backgroundColor,
        stroke: props.alarmColor,
        strokeWidth: 2,
        radius: 3,
      })
    }
    brush.text(0, y, size.width, fontSize * 1.4, value, {
      ...getFont(props),
      fill: alarmed ? props.alarmColor : props.fontColor,
      fontSize,
      align: 'center',
      valign: 'middle',
      weight: 'bold',
    })
    if (props.unit !== '') {
      brush.text(0, y + fontSize * 1.35, size.width, props.fontSize, props.unit, {
        ...getFont(props),
        fill: props.fontColor,
        fontSize: props.fontSize * 0.8,
        align: 'center',
        valign: 'middle',
        weight: props.fontWeight,
      })
    }
  }
  if (props.text !== '') {
    brush.text(0, cy + outer * 0.25 - props.fontSize * 0.6, size.width, props.fontSize * 1.2, props.text, {
      fill: props.fontColor,
      fontSize: props.fontSize * 0.9,
      align: 'center',
      valign: 'middle',
      weight: props.fontWeight,
      ...getFont(props),
    })
  }
}

const getFont = ({ fontFamily, fontItalic }: DialProps) => ({ family: fontFamily, isItalic: fontItalic })

/**
 * Returns the maximum width of a scale label in em, from the labels at the ends and in the middle, so that labels do
 * not overlap.
 */
function widestMark({ min, max }: DialProps): number {
  return Math.max(
    measureWidth(writeTick(min)),
    measureWidth(writeTick(max)),
    measureWidth(writeTick(min + (max - min) / 2)),
  )
}

function toAngle(share: number): number {
  return ((startDeg + share * sweepDeg) * Math.PI) / 180
}
