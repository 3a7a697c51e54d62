import type { Brush, Size } from '../../paint/brush/brush.ts'
import { choice, color, number } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { drawBalloon, drawRounded, drawStraight } from './vessels.ts'
import { backgroundField, borderFields, fontFields, radiusField, scaleFields } from '../fields.ts'
import {
  getShareColor,
  isBeyond,
  isHighWatched,
  isLowWatched,
  toShare,
  tickStep,
  withUnit,
  writeNumber,
  writeTick,
} from '../scale.ts'
import type { FontProps } from '../shapes.ts'
import { measureWidth } from '../textWidth.ts'
import { theme } from '../theme.ts'

/** Vessel with liquid level, scale, limits and value. Beyond a limit its wall is thicker and has the alarm colour. */
export const tank = defineComponent({
  type: 'tank',
  words: { en: 'Tank', zh: '液位罐' },
  alsoCalled: { en: 'level, vessel', zh: '液位、储罐、容器' },
  palette: 'plant',
  size: { width: 140, height: 180 },
  miniatureColor: (props) =>
    isBeyond(props.value, props)
      ? props.alarmColor
      : getShareColor(props.liquidColor, props.backgroundColor, toShare(props.value, props.min, props.max)),
  isFillLevel: true,
  fields: {
    ...scaleFields,
    shape: choice(
      { en: 'Shape', zh: '形状' },
      {
        default: 'container',
        options: [
          { value: 'container', words: { en: 'Container', zh: '容器' } },
          { value: 'rectangle', words: { en: 'Rectangle', zh: '矩形' } },
          { value: 'rounded', words: { en: 'Rounded rectangle', zh: '圆角矩形' } },
          { value: 'circle', words: { en: 'Circle', zh: '圆形' } },
          { value: 'triangle', words: { en: 'Triangle', zh: '三角形' } },
          { value: 'diamond', words: { en: 'Diamond', zh: '菱形' } },
          { value: 'sphere', words: { en: 'Hot-gas sphere', zh: '热气球' } },
          { value: 'inverted', words: { en: 'Inverted triangle', zh: '倒三角形' } },
        ],
      },
    ),
    liquidColor: color({ en: 'Liquid colour', zh: '液体颜色' }, { default: theme.liquid, gradient: true }),
    wave: number(
      { en: 'Wave height', zh: '波浪高度' },
      { default: 0, min: 0, max: 50, unit: 'px', hint: { en: '0: flat surface.', zh: '0 为静止液面。' } },
    ),
    waveColor: color({ en: 'Wave colour', zh: '波浪颜色' }, { default: theme.crest, gradient: true }),
    backgroundColor: { ...backgroundField.backgroundColor, default: theme.hollow },
    ...borderFields,
    borderWidth: { ...borderFields.borderWidth, default: 2 },
    radius: { ...radiusField.radius, default: 12 },
    ...fontFields,
  },
  draw(brush, props, size) {
    const share = toShare(props.value, props.min, props.max)
    const alarmed = isBeyond(props.value, props)
    const scale = props.showScale ? scaleWidth(props, size) : 0
    const nozzle = props.shape === 'container' ? Math.min(8, size.height * 0.06) : 0
    const width = props.shape === 'circle' ? Math.min(size.width - scale, size.height) : size.width - scale
    const height = props.shape === 'circle' ? width : size.height - 2 * nozzle
    const top = (size.height - height) / 2
    const corner = isRounded(props.shape) ? getCornerRadius(props.shape, props.radius, width, height) : 0
    const wall = alarmed ? Math.max(3, props.borderWidth) : props.borderWidth
    const wallColor = alarmed ? props.alarmColor : props.borderColor
    const inset = Math.min(wall, width / 2, height / 2)

    if (nozzle > 0) nozzles(brush, props.borderColor, width, size.height, nozzle)
    const box = { x: 0, y: top, width, height }
    const style = {
      fill: props.backgroundColor,
      liquid: props.liquidColor,
      crest: props.waveColor,
      wallColor,
      wall,
      wallStyle: props.borderStyle,
      share,
      wave: props.wave,
    }
    if (props.shape === 'sphere') drawBalloon(brush, box, style)
    else if (props.shape === 'triangle' || props.shape === 'diamond' || props.shape === 'inverted')
      drawStraight(brush, props.shape, box, style)
    else drawRounded(brush, box, corner, inset, style)
    if (scale > 0) drawScale(brush, props, width, top + inset, Math.max(0, height - 2 * inset), size)
    if (props.showValue) {
      brush.text(0, top, width, height, formatValue(props, props.value), {
        fill: props.fontColor,
        fontSize: valueFontSize(props, width),
        align: 'center',
        valign: 'middle',
        weight: 'bold',
        family: props.fontFamily,
        isItalic: props.fontItalic,
      })
    }
  },
})

type Rounded = 'container' | 'rectangle' | 'rounded' | 'circle'

function getCornerRadius(shape: Rounded, radius: number, width: number, height: number): number {
  const maxRadius = Math.min(width, height) / 2
  switch (shape) {
    case 'rectangle':
      return 0
    case 'rounded':
      return Math.min(radius, maxRadius)
    case 'container':
      return Math.min(width * 0.28, maxRadius)
    case 'circle':
      return maxRadius
  }
}

function isRounded(shape: string): shape is Rounded {
  return shape === 'container' || shape === 'rectangle' || shape === 'rounded' || shape === 'circle'
}

/** Draws short pipe connections at top and bottom. */
function nozzles(brush: Brush, fill: string, width: number, height: number, reach: number): void {
  const neck = width * 0.2
  brush.rect((width - neck) / 2, 0, neck, reach, { fill })
  brush.rect((width - neck) / 2, height - reach, neck, reach, { fill })
}

interface ValueProps extends FontProps {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly decimals: number
  readonly unit: string
}

function formatValue({ decimals, unit }: ValueProps, value: number): string {
  return withUnit(writeNumber(value, decimals), unit)
}

/**
 * Returns the largest font size at which the widest value of the scale fits, so that it does not change with every
 * digit.
 */
function valueFontSize(props: ValueProps, width: number): number {
  const widest = Math.max(
    ...[props.min, props.max, props.value].map((value) => measureWidth(formatValue(props, value))),
  )
  return Math.min(props.fontSize * 1.3, Math.max(minFontSize, (width * 0.95) / widest))
}

const minFontSize = 8

interface ScaleProps extends FontProps {
  readonly min: number
  readonly max: number
  readonly tickInterval: number
  readonly lowLimit: number
  readonly highLimit: number
  readonly alarmColor: string
  readonly borderColor: string
}

/** Returns the width of the scale with its numbers; 0 (no scale) if the remaining vessel would be too narrow. */
function scaleWidth(props: ScaleProps, size: Size): number {
  const numbers = Math.max(...getTicks(props, size.height).map((value) => measureWidth(writeTick(value))), 0)
  const width = Math.max(
    numbersAt + numbers * tickFontSize(props),
    Math.min(size.width * 0.45, props.fontSize * 2.4 + 12),
  )
  return size.width - width < props.fontSize * 1.8 ? 0 : width
}

/** Returns the values with tick marks for a scale of this height. */
function getTicks(props: ScaleProps, height: number): number[] {
  const step = tickStep(
    props.min,
    props.max,
    props.tickInterval,
    Math.max(1, Math.min(50, Math.floor(height / (tickFontSize(props) * 1.3)))),
  )
  const count = step > 0 ? Math.floor((props.max - props.min) / step + 1e-6) : -1
  return Array.from({ length: count + 1 }, (_, index) => props.min + index * step)
}

function tickFontSize({ fontSize }: FontProps): number {
  return fontSize * 0.8
}

/** Distance of the numbers from the vessel in px. */
const numbersAt = 11

/** Draws ticks with numbers to the right of the vessel, and a bold tick at each limit. */
function drawScale(brush: Brush, props: ScaleProps, left: number, top: number, height: number, size: Size): void {
  const fontSize = tickFontSize(props)
  const style = {
    fill: props.fontColor,
    fontSize,
    align: 'left',
    valign: 'middle',
    weight: props.fontWeight,
    family: props.fontFamily,
    isItalic: props.fontItalic,
  } as const
  for (const value of getTicks(props, height)) {
    const y = top + height * (1 - toShare(value, props.min, props.max))
    brush.line(left + 2, y, left + 8, y, { stroke: props.borderColor, width: 1 })
    brush.text(
      left + numbersAt,
      y - fontSize,
      Math.max(0, size.width - left - numbersAt),
      fontSize * 2,
      writeTick(value),
      style,
    )
  }
  if (isLowWatched(props.lowLimit, props)) limit(brush, props, left, top, height, props.lowLimit)
  if (isHighWatched(props.highLimit, props)) limit(brush, props, left, top, height, props.highLimit)
}

/** Draws a limit mark; at an end of the scale it is kept inside. */
function limit(brush: Brush, props: ScaleProps, left: number, top: number, height: number, at: number): void {
  const reach = Math.min(bold, height) / 2
  const y = top + Math.max(reach, Math.min(height - reach, height * (1 - toShare(at, props.min, props.max))))
  brush.line(left + 2, y, left + 9, y, { stroke: props.alarmColor, width: bold })
}

const bold = 3
