import { choice, color, flag, number, plainColor, text } from '../../schema/index.ts'
import type { Brush, Size } from '../../paint/brush/brush.ts'
import { defineComponent } from '../define.ts'
import { borderFields, fontFields, radiusField } from '../fields.ts'
import { drawBrokenBox, isBroken, solidWidth, type BorderProps, type FontProps } from '../shapes.ts'
import { theme } from '../theme.ts'

/**
 * Switch that shows the state of its tag and sends the opposite state when clicked. It always shows the value reported
 * by the device, not the requested one. `isInverse`: 0 is on and 1 is off.
 */
export const switchType = defineComponent({
  type: 'switch',
  words: { en: 'Switch', zh: '开关' },
  alsoCalled: { en: 'toggle', zh: '拨动' },
  palette: 'basic',
  size: { width: 72, height: 32 },
  texts: { onText: { en: 'ON', zh: '开' }, offText: { en: 'OFF', zh: '关' } },
  miniatureColor: ({ value, isInverse, onColor, offColor }) =>
    getFaceColor(getPosition(value, isInverse), { onColor, offColor }),
  operates: { prop: 'value', kind: 'switch', inverse: 'isInverse' },
  fields: {
    value: number({ en: 'State', zh: '状态' }, { default: 0, unknown: NaN, min: -1e9, max: 1e9, group: 'value' }),
    isInverse: flag(
      { en: '0 is on, 1 is off', zh: '0 为开，1 为关' },
      {
        group: 'value',
        hint: {
          en: 'For normally closed contacts: inverts both the displayed and the written value.',
          zh: '用于常闭触点：显示与写入的值都取反。',
        },
      },
    ),
    look: choice(
      { en: 'Style', zh: '样式' },
      {
        default: 'slide',
        options: [
          { value: 'slide', words: { en: 'Slide', zh: '滑动' } },
          { value: 'rocker', words: { en: 'Rocker', zh: '翘板' } },
          { value: 'knife', words: { en: 'Knife switch', zh: '刀闸' } },
        ],
      },
    ),
    onText: text({ en: 'Text when on', zh: '开启文字' }, { default: 'ON', maxLength: 40 }),
    offText: text({ en: 'Text when off', zh: '关闭文字' }, { default: 'OFF', maxLength: 40 }),
    onColor: color({ en: 'Colour when on', zh: '开启颜色' }, { default: theme.on, gradient: true }),
    offColor: color({ en: 'Colour when off', zh: '关闭颜色' }, { default: theme.unlit, gradient: true }),
    knobColor: color({ en: 'Knob colour', zh: '滑块颜色' }, { default: theme.paper, gradient: true }),
    ...borderFields,
    radius: { ...radiusField.radius, default: 1000 },
    ...fontFields,
    fontSize: { ...fontFields.fontSize, default: 12 },
    fontColor: { ...fontFields.fontColor, default: theme.paper },
  },
  namedNumbers: ({ isInverse }) => ({
    value: [
      { value: isInverse ? 1 : 0, words: positionWords.off },
      { value: isInverse ? 0 : 1, words: positionWords.on },
    ],
  }),
  draw(brush, props, size) {
    const position = getPosition(props.value, props.isInverse)
    switch (props.look) {
      case 'slide':
        return slide(brush, props, position, size)
      case 'rocker':
        return rocker(brush, props, position, size)
      case 'knife':
        return knife(brush, props, position, size)
    }
  },
  describe: ({ value, isInverse }, language) => positionWords[getPosition(value, isInverse)][language],
})

const positionWords = {
  on: { en: 'on', zh: '开' },
  off: { en: 'off', zh: '关' },
  unknown: { en: 'state unknown', zh: '状态未知' },
} as const

/** `unknown`: no value yet; drawn between the two positions, without text. */
type Position = keyof typeof positionWords

const getPosition = (value: number, isInverse: boolean): Position =>
  Number.isNaN(value) ? 'unknown' : (value !== 0) !== isInverse ? 'on' : 'off'

function getFaceColor(position: Position, { onColor, offColor }: Pick<SwitchProps, 'onColor' | 'offColor'>): string {
  switch (position) {
    case 'on':
      return onColor
    case 'off':
      return offColor
    case 'unknown':
      return theme.hollow
  }
}

interface SwitchProps extends FontProps, BorderProps {
  readonly onText: string
  readonly offText: string
  readonly onColor: string
  readonly offColor: string
  readonly knobColor: string
  readonly radius: number
}

/** Slide switch: the knob is on the right when on, with a text beside it. */
function slide(brush: Brush, props: SwitchProps, position: Position, { width, height }: Size): void {
  const radius = Math.min(props.radius, width / 2, height / 2)
  box(brush, props, getFaceColor(position, props), { width, height }, radius)
  const gap = Math.max(1, Math.min(width, height) * 0.1)
  const knob = Math.max(0, Math.min(width, height) - 2 * gap)
  const share = { on: 1, off: 0, unknown: 0.5 }[position]
  const [x, y, corner] = [gap + (width - knob - 2 * gap) * share, (height - knob) / 2, Math.max(0, radius - gap)]
  if (corner >= knob / 2 - 0.01) brush.ellipse(x, y, knob, knob, { fill: props.knobColor })
  else brush.rect(x, y, knob, knob, { fill: props.knobColor, radius: corner })
  word(brush, props, position, position === 'on' ? gap : gap + knob, 0, Math.max(0, width - knob - 2 * gap), height)
}

function box(brush: Brush, props: SwitchProps, fill: string, size: Size, radius: number): void {
  brush.rect(0, 0, size.width, size.height, { fill, stroke: props.borderColor, strokeWidth: solidWidth(props), radius })
  if (isBroken(props)) drawBrokenBox(brush, props, size, radius)
}

/** Rocker switch, with small corner radius. */
function rocker(brush: Brush, props: SwitchProps, position: Position, { width, height }: Size): void {
  const half = width / 2
  const radius = Math.min(props.radius, Math.min(width, height) / 8)
  box(brush, props, props.knobColor, { width, height }, radius)
  const inset = Math.min(props.borderWidth + 2, half, height / 2)
  if (position === 'unknown')
    return brush.rect(inset, inset, width - 2 * inset, height - 2 * inset, {
      fill: getFaceColor(position, props),
      radius: radius * 0.75,
    })
  const isOn = position === 'on'
  brush.rect(isOn ? half : inset, inset, half - inset, height - 2 * inset, {
    fill: getFaceColor(position, props),
    radius: radius * 0.75,
  })
  word(brush, props, position, isOn ? half : inset, inset, half - inset, height - 2 * inset)
}

/** Knife switch: the blade lies on both contacts when closed, is raised when open, and hidden when unknown. */
function knife(brush: Brush, props: SwitchProps, position: Position, { width, height }: Size): void {
  const ink = plainColor(position === 'on' ? props.onColor : props.offColor)
  if (props.borderWidth > 0)
    box(brush, props, theme.none, { width, height }, Math.min(props.radius, Math.min(width, height) / 8))
  const line = Math.max(2, Math.min(width, height) * 0.09)
  const [left, right, middle] = [width * 0.25, width * 0.75, height / 2]
  brush.line(0, middle, left, middle, { stroke: ink, width: line })
  brush.line(right, middle, width, middle, { stroke: ink, width: line })
  if (position === 'on') brush.line(left, middle, right, middle, { stroke: ink, width: line, cap: 'round' })
  if (position === 'off')
    brush.line(left, middle, left + (right - left) * 0.85, middle - Math.min(height * 0.42, (right - left) * 0.5), {
      stroke: ink,
      width: line,
      cap: 'round',
    })
  const dot = line * 2
  for (const x of [left, right])
    brush.ellipse(x - dot / 2, middle - dot / 2, dot, dot, {
      fill: props.knobColor,
      stroke: ink,
      strokeWidth: line * 0.6,
    })
}

function word(
  brush: Brush,
  props: SwitchProps,
  position: Position,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const content = position === 'unknown' ? '' : props[position === 'on' ? 'onText' : 'offText']
  if (content === '') return
  brush.text(x, y, width, height, content, {
    fill: props.fontColor,
    fontSize: props.fontSize,
    align: 'center',
    valign: 'middle',
    weight: props.fontWeight,
    family: props.fontFamily,
    isItalic: props.fontItalic,
    overflow: 'ellipsis',
  })
}
