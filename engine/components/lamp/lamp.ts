import type { Brush, Size } from '../../paint/brush/brush.ts'
import type { Words } from '../../schema/index.ts'
import { choice, color, mixColors, number, plainColor, text } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { borderFields, fontFields, labelSideField, radiusField, type LabelSide } from '../fields.ts'
import { multiplyAlpha } from '../gradients.ts'
import {
  drawBrokenEllipse,
  drawBrokenOutline,
  fontStyle,
  isBroken,
  solidWidth,
  type BorderProps,
  type FontProps,
} from '../shapes.ts'
import { measureWidth } from '../textWidth.ts'
import { theme } from '../theme.ts'
import { sentence } from '../words.ts'

/**
 * Lamp or status light. `value`: 0 off, 1 on, 2 fault, anything else unknown. States differ in shape (nothing, halo,
 * cross, question mark) as well as in colour. For devices, the numbers are the device states of the platform.
 */
export const lamp = defineComponent({
  type: 'lamp',
  words: { en: 'Lamp', zh: '指示灯' },
  alsoCalled: { en: 'indicator, light, state, status, signal', zh: '状态灯、信号灯、设备状态' },
  palette: 'plant',
  size: { width: 40, height: 40 },
  miniatureColor: getMiniatureColor,
  fields: {
    stateType: choice(
      { en: 'State type', zh: '状态类型' },
      {
        default: 'variable',
        group: 'value',
        options: [
          { value: 'variable', words: { en: 'Variable: 0 off, 1 on, 2 fault', zh: '变量状态：0 关，1 开，2 故障' } },
          {
            value: 'device',
            words: {
              en: 'Device: 1 not activated, 2 disabled, 3 online, 4 offline',
              zh: '设备状态：1 未激活，2 禁用，3 在线，4 离线',
            },
          },
        ],
      },
    ),
    value: number({ en: 'State', zh: '状态' }, { default: 0, unknown: -1, min: -1, max: 1000, group: 'value' }),
    brightness: number(
      { en: 'Brightness', zh: '亮度' },
      {
        default: 100,
        min: 0,
        max: 100,
        unit: '%',
        group: 'value',
        hint: {
          en: 'Brightness of a lamp that is on. Bind it to a dimming ratio.',
          zh: '点亮时的亮度，可绑定调光比例。',
        },
      },
    ),
    shape: choice(
      { en: 'Shape', zh: '形状' },
      {
        default: 'circle',
        options: [
          { value: 'circle', words: { en: 'Circle', zh: '圆形' } },
          { value: 'rectangle', words: { en: 'Rectangle', zh: '矩形' } },
        ],
      },
    ),
    onColor: color({ en: 'Colour when on', zh: '开启颜色' }, { default: theme.light, gradient: true }),
    offColor: color({ en: 'Colour when off', zh: '关闭颜色' }, { default: theme.unlit, gradient: true }),
    faultColor: color({ en: 'Colour on fault', zh: '故障颜色' }, { default: theme.alarm, gradient: true }),
    unknownColor: color({ en: 'Colour when unknown', zh: '未知颜色' }, { default: theme.hollow, gradient: true }),
    ...borderFields,
    borderWidth: { ...borderFields.borderWidth, default: 1.5 },
    borderColor: { ...borderFields.borderColor, default: theme.inkMuted },
    radius: { ...radiusField.radius, default: 5 },
    text: text({ en: 'Label', zh: '标签' }, { maxLength: 200 }),
    ...labelSideField,
    ...fontFields,
    fontSize: { ...fontFields.fontSize, default: 12 },
  },
  namedNumbers: ({ stateType }) => ({
    value: [
      ...Object.entries(stateWords[stateType]).map(([value, words]) => ({ value: Number(value), words })),
      { value: -1, words: unknownWords },
    ],
  }),
  deviceStateProps: ({ stateType }) => (stateType === 'device' ? ['value'] : []),
  draw(brush, props, size) {
    const hasLabel = props.text !== ''
    const beside = props.labelSide === 'right' || props.labelSide === 'left'
    const line = hasLabel && !beside ? 1.25 * props.fontSize : 0
    const room =
      hasLabel && beside
        ? Math.max(size.width * 0.3, size.width - labelGap - measureWidth(props.text) * props.fontSize)
        : size.width
    const side = Math.max(0, Math.min(room, size.height - line))
    const x = !hasLabel || !beside ? (size.width - side) / 2 : props.labelSide === 'right' ? 0 : size.width - side
    const y =
      props.labelSide === 'top' ? size.height - side - (size.height - line - side) / 2 : (size.height - line - side) / 2
    light(brush, props, x, y, side)
    if (hasLabel) label(brush, props, size, side, line)
  },
  describe: ({ stateType, value, text: labelText }, language) =>
    sentence([labelText, (stateWords[stateType][value] ?? unknownWords)[language]], language),
})

/** State names for screen readers. */
const stateWords: Readonly<Record<'variable' | 'device', Readonly<Record<number, Words>>>> = {
  variable: { 0: { en: 'off', zh: '关' }, 1: { en: 'on', zh: '开' }, 2: { en: 'fault', zh: '故障' } },
  device: {
    1: { en: 'not activated', zh: '未激活' },
    2: { en: 'disabled', zh: '已禁用' },
    3: { en: 'online', zh: '在线' },
    4: { en: 'offline', zh: '离线' },
  },
}
const unknownWords: Words = { en: 'state unknown', zh: '状态未知' }

/**
 * Maps a device state to a lamp state: online is on, offline is a fault; not activated and disabled have their own
 * look.
 */
function toLightState(stateType: 'variable' | 'device', value: number): number {
  if (stateType === 'variable') return value
  return lightByDeviceState[value] ?? -1
}

const labelGap = 4
const inactive = 100
const disabled = 101
const lightByDeviceState: Readonly<Record<number, number>> = { 1: inactive, 2: disabled, 3: 1, 4: 2 }

/** Returns the colour of the face; for a hollow lamp the faint border colour. */
function getMiniatureColor(props: Readonly<LightProps>): string {
  switch (toLightState(props.stateType, props.value)) {
    case 0:
    case disabled:
      return props.offColor
    case 1:
      return mixColors(
        plainColor(props.offColor),
        plainColor(props.onColor),
        Number.parseInt(body[toBrightnessStep(props.brightness)] ?? 'ff', 16) / 255,
      )
    case 2:
      return props.faultColor
    case inactive:
      return multiplyAlpha(props.borderColor, 0.35)
    default:
      return props.unknownColor
  }
}

const toBrightnessStep = (brightness: number): number => Math.max(0, Math.min(16, Math.round(brightness / 6.25)))

interface LightProps extends BorderProps {
  readonly stateType: 'variable' | 'device'
  readonly value: number
  readonly brightness: number
  readonly shape: 'circle' | 'rectangle'
  readonly onColor: string
  readonly offColor: string
  readonly faultColor: string
  readonly unknownColor: string
  readonly radius: number
}

function light(brush: Brush, props: LightProps, x: number, y: number, side: number): void {
  const inset = side * 0.17
  const face = side - 2 * inset
  const border = Math.min(props.borderWidth, face / 4)
  const middle = side / 2
  switch (toLightState(props.stateType, props.value)) {
    case 0:
      disc(brush, props, x + inset, y + inset, face, props.offColor, border)
      return
    case 1: {
      const bright = toBrightnessStep(props.brightness)
      const glow = plainColor(props.onColor)
      disc(brush, props, x, y, side, applyBrightness(glow, halo[bright]), 0, side / face)
      disc(
        brush,
        props,
        x + inset * 0.5,
        y + inset * 0.5,
        side - inset,
        applyBrightness(glow, halo[bright]),
        0,
        (side - inset) / face,
      )
      disc(brush, props, x + inset, y + inset, face, props.offColor, border)
      disc(brush, props, x + inset, y + inset, face, applyBrightness(props.onColor, body[bright]), border)
      return
    }
    case 2: {
      disc(brush, props, x + inset, y + inset, face, props.faultColor, border)
      const reach = face * 0.2
      const style = { stroke: '#ffffffff', width: Math.max(1, side * 0.075), cap: 'round' } as const
      brush.line(x + middle - reach, y + middle - reach, x + middle + reach, y + middle + reach, style)
      brush.line(x + middle - reach, y + middle + reach, x + middle + reach, y + middle - reach, style)
      return
    }
    case inactive:
      disc(brush, props, x + inset, y + inset, face, theme.none, Math.max(border, side * 0.06))
      return
    case disabled:
      disc(brush, props, x + inset, y + inset, face, props.offColor, border)
      brush.rect(x + middle - face * 0.28, y + middle - side * 0.045, face * 0.56, Math.max(1, side * 0.09), {
        fill: '#ffffffff',
      })
      return
    default:
      disc(brush, props, x + inset, y + inset, face, props.unknownColor, border)
      brush.text(x, y, side, side, '?', {
        fill: props.borderColor,
        fontSize: Math.max(1, face * 0.62),
        align: 'center',
        valign: 'middle',
        weight: 'bold',
      })
  }
}

/** `grown`: scale of the disc and its corners relative to the face. */
function disc(
  brush: Brush,
  props: LightProps,
  x: number,
  y: number,
  side: number,
  fill: string,
  borderWidth: number,
  grown = 1,
): void {
  const isCircle = props.shape === 'circle'
  const radius = side > 0 ? Math.min(props.radius * grown, side / 2) : 0
  const border = { borderWidth, borderStyle: props.borderStyle, borderColor: props.borderColor }
  const style = { fill, stroke: props.borderColor, strokeWidth: solidWidth(border), radius }
  if (isCircle) brush.ellipse(x, y, side, side, style)
  else brush.rect(x, y, side, side, style)
  if (!isBroken(border)) return
  if (isCircle) return drawBrokenEllipse(brush, border, { width: side, height: side }, x, y)
  const [near, far] = [borderWidth / 2, side - borderWidth / 2]
  drawBrokenOutline(brush, border, [x + near, y + near, x + far, y + near, x + far, y + far, x + near, y + far])
}

function label(brush: Brush, props: LabelProps, size: Size, side: number, line: number): void {
  const style = { ...fontStyle(props), valign: 'middle' } as const
  switch (props.labelSide) {
    case 'bottom':
      return brush.text(0, size.height - line, size.width, line, props.text, { ...style, align: 'center' })
    case 'top':
      return brush.text(0, 0, size.width, line, props.text, { ...style, align: 'center' })
    case 'right':
      return brush.text(side + labelGap, 0, Math.max(0, size.width - side - labelGap), size.height, props.text, {
        ...style,
        align: 'left',
      })
    case 'left':
      return brush.text(0, 0, Math.max(0, size.width - side - labelGap), size.height, props.text, {
        ...style,
        align: 'right',
      })
  }
}

interface LabelProps extends FontProps {
  readonly text: string
  readonly labelSide: LabelSide
}

/**
 * Hexadecimal alpha of the halo and the lit face at 17 brightness steps, which keeps the number of distinct colours
 * small.
 */
const halo = Array.from({ length: 17 }, (_, step) => hex(Math.round((step / 16) * 74)))
const body = Array.from({ length: 17 }, (_, step) => hex(Math.round(110 + (step / 16) * 145)))

/** Brightness replaces the alpha of a colour; in gradients it is multiplied with the alpha of each stop. */
function applyBrightness(ink: string, alpha: string | undefined): string {
  return ink.endsWith(')')
    ? multiplyAlpha(ink, Number.parseInt(alpha ?? 'ff', 16) / 255)
    : ink.slice(0, 7) + (alpha ?? 'ff')
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
