import type { Brush, Size } from '../../paint/brush/brush.ts'
import { choice, color, flag, number, text } from '../../schema/index.ts'
import { defineComponent, type Variant } from '../define.ts'
import { fontFields, labelSideField, type LabelSide } from '../fields.ts'
import { toShare } from '../scale.ts'
import { fontStyle, type FontProps } from '../shapes.ts'
import { measureWidth } from '../textWidth.ts'
import { theme } from '../theme.ts'
import { sentence } from '../words.ts'
import { drawBadge } from './badge.ts'
import type { PlantSymbol } from './define.ts'
import {
  getMiniatureColor,
  stateColors,
  toState,
  type ColorPalette,
  type ColorScheme,
  type State,
} from './stateColors.ts'
import { library } from './library/index.ts'
import { SymbolCanvas } from './symbolCanvas.ts'
import { unusedOptions } from './unusedOptions.ts'

const byId = new Map(library.map((one) => [one.id, one]))
const first = library[0]
if (!first) throw new Error('the symbol library is empty')

/**
 * Symbol of the built-in library: pumps, valves, breakers, signals. `state`: 0 off, closed or stopped; 1 on, open or
 * running (breakers: closed); 2 fault; 3 maintenance or in transit; anything else unknown. States differ in shape as
 * well as in colour. `level` fills tanks and moves needles. `inscription` replaces the built-in letters.
 */
export const symbol = defineComponent({
  type: 'symbol',
  words: { en: 'Plant symbol', zh: '工业图元' },
  palette: 'symbol',
  size: { width: 64, height: 64 },
  miniatureColor({ symbol: id, state, look, bodyColor, lineColor }) {
    const drawn = byId.get(id)
    return drawn
      ? getMiniatureColor(toState(state), drawn.colorScheme, {
          look: look === 'page' ? 'muted' : look,
          bodyColor,
          lineColor,
        })
      : lineColor
  },
  followsPage: 'look',
  isRepeated: true,
  fields: {
    symbol: choice(
      { en: 'Symbol', zh: '图元' },
      { default: first.id, options: library.map(({ id, words }) => ({ value: id, words })) },
    ),
    state: number({ en: 'State', zh: '状态' }, { default: 0, unknown: -1, min: -1, max: 1000, group: 'value' }),
    level: number(
      { en: 'Level or reading', zh: '液位或读数' },
      {
        default: 60,
        unknown: NaN,
        min: 0,
        max: 100,
        unit: '%',
        group: 'value',
        hint: { en: 'Level of tanks or position of needles.', zh: '用于罐体液位和仪表指针。' },
      },
    ),
    look: choice(
      { en: 'Style', zh: '样式' },
      {
        default: 'page',
        options: [
          { value: 'page', words: { en: 'Page setting', zh: '随页面' } },
          { value: 'muted', words: { en: 'Muted', zh: '素色' } },
          { value: 'vivid', words: { en: 'Vivid', zh: '鲜明' } },
        ],
      },
    ),
    stretch: flag({ en: 'Stretch to the box', zh: '拉伸填满' }),
    bodyColor: color(
      { en: 'Body colour', zh: '主体颜色' },
      {
        default: theme.none,
        gradient: true,
        hint: {
          en: 'Transparent: colour by state. A custom colour does not show the state.',
          zh: '透明为随状态变化；自定义颜色后不再表示状态。',
        },
      },
    ),
    lineColor: color({ en: 'Line colour', zh: '线条颜色' }, { default: '#3f4953ff' }),
    accentColor: color({ en: 'Detail colour', zh: '细节颜色' }, { default: theme.none }),
    lineWidth: number({ en: 'Line width', zh: '线宽' }, { default: 1.5, min: 0.25, max: 20, step: 0.25, unit: 'px' }),
    inscription: text(
      { en: 'Inscription', zh: '图元内文字' },
      {
        maxLength: 40,
        hint: { en: 'Replaces the letters or number of the symbol.', zh: '代替图元自带的字母或数字。' },
      },
    ),
    text: text({ en: 'Label', zh: '标签' }, { maxLength: 200 }),
    ...labelSideField,
    ...fontFields,
    fontSize: { ...fontFields.fontSize, default: 12 },
  },
  variants: library.map(createVariant),
  fieldsWithoutEffect: ({ symbol: id }) => {
    const drawn = byId.get(id)
    return drawn ? unusedOptions(drawn) : []
  },
  namedNumbers: ({ symbol: id }) => {
    const colorScheme = byId.get(id)?.colorScheme ?? 'run'
    return { state: [0, 1, 2, 3, -1].map((value) => ({ value, words: stateWords(colorScheme, toState(value)) })) }
  },
  draw(brush, props, size) {
    const drawn = byId.get(props.symbol)
    const room = layoutSymbolBox(props, size, drawn ? drawn.size.width / drawn.size.height : 1)
    if (drawn && room.width > 0 && room.height > 0) drawSymbol(brush, drawn, props, room)
    if (props.text !== '') drawLabel(brush, props, size, room)
  },
  describe: (props, language) => {
    const drawn = byId.get(props.symbol)
    const title = [props.text, drawn?.words[language]].filter(Boolean).join(' ')
    const state = toState(props.state)
    // Do not describe a static symbol as unused.
    const isStill = drawn?.colorScheme === 'still' && state === 'off'
    return sentence([title, isStill ? '' : stateWords(drawn?.colorScheme ?? 'run', state)[language]], language)
  },
})

interface SymbolProps extends FontProps {
  readonly state: number
  readonly level: number
  /** `page` is replaced by the theme of the page; muted without a page. */
  readonly look: ColorPalette | 'page'
  readonly stretch: boolean
  readonly bodyColor: string
  readonly lineColor: string
  readonly accentColor: string
  readonly lineWidth: number
  readonly inscription: string
  readonly text: string
  readonly labelSide: LabelSide
}

interface SymbolBox extends Size {
  readonly x: number
  readonly y: number
}

const labelGap = 4

function drawSymbol(brush: Brush, drawn: PlantSymbol, props: SymbolProps, room: SymbolBox): void {
  const side = Math.min(room.width, room.height)
  const state = toState(props.state)
  const look = props.look === 'page' ? 'muted' : props.look
  const ink = stateColors(
    state,
    drawn.colorScheme,
    { ...props, look },
    props.lineWidth,
    0.045 * Math.sqrt(room.width * room.height),
  )
  const place = { x: room.x, y: room.y, scaleX: room.width / drawn.size.width, scaleY: room.height / drawn.size.height }
  drawn.draw(new SymbolCanvas(brush, place, ink, toShare(props.level, 0, 100), props.inscription))
  const badge = Math.min(26, side, Math.max(side * 0.36, Math.max(room.width, room.height) * 0.22))
  drawBadge(brush, state, room.x + room.width - badge, room.y, badge)
}

/**
 * Returns the largest centred box with the symbol's aspect ratio beside the label, or all remaining space if stretched.
 */
function layoutSymbolBox(props: SymbolProps, size: Size, ratio: number): SymbolBox {
  const isBeside = props.labelSide === 'left' || props.labelSide === 'right'
  const line = props.text === '' || isBeside ? 0 : 1.25 * props.fontSize * props.text.split('\n').length
  const height = Math.max(0, size.height - line)
  const top = props.labelSide === 'top' ? line : 0
  const beside = props.text !== '' && isBeside
  const maxWidth = Math.max(size.width * 0.3, size.width - labelGap - measureWidth(props.text) * props.fontSize)
  const free = beside ? Math.min(maxWidth, height * ratio) : size.width
  const left = beside && props.labelSide === 'left' ? size.width - free : 0
  if (props.stretch) return { x: left, y: top, width: free, height }
  const width = Math.min(free, height * ratio)
  return { x: left + (free - width) / 2, y: top + (height - width / ratio) / 2, width, height: width / ratio }
}

function drawLabel(brush: Brush, props: SymbolProps, size: Size, room: SymbolBox): void {
  const style = fontStyle(props)
  switch (props.labelSide) {
    case 'bottom':
      return brush.text(0, 0, size.width, size.height, props.text, { ...style, align: 'center', valign: 'bottom' })
    case 'top':
      return brush.text(0, 0, size.width, size.height, props.text, { ...style, align: 'center', valign: 'top' })
    case 'right': {
      const x = Math.min(size.width, room.x + room.width + labelGap)
      return brush.text(x, 0, size.width - x, size.height, props.text, { ...style, align: 'left', valign: 'middle' })
    }
    case 'left':
      return brush.text(0, 0, Math.max(0, room.x - labelGap), size.height, props.text, {
        ...style,
        align: 'right',
        valign: 'middle',
      })
  }
}

function createVariant({ id, words, family, size }: PlantSymbol): Variant {
  return {
    id,
    words,
    section: family.words,
    props: { symbol: id },
    size: { width: Math.round(size.width * 0.64), height: Math.round(size.height * 0.64) },
  }
}

function stateWords(colorScheme: ColorScheme, state: State): { readonly en: string; readonly zh: string } {
  switch (state) {
    case 'off':
      return offOn[colorScheme][0]
    case 'on':
      return offOn[colorScheme][1]
    case 'fault':
      return { en: 'fault', zh: '故障' }
    case 'moving':
      return { en: 'in maintenance or in transition', zh: '检修或过渡' }
    case 'unknown':
      return { en: 'state unknown', zh: '状态未知' }
  }
}

const offOn = {
  run: [
    { en: 'stopped', zh: '停止' },
    { en: 'running', zh: '运行' },
  ],
  valve: [
    { en: 'closed', zh: '关闭' },
    { en: 'open', zh: '打开' },
  ],
  switch: [
    { en: 'open', zh: '分闸' },
    { en: 'closed', zh: '合闸' },
  ],
  light: [
    { en: 'off', zh: '关' },
    { en: 'on', zh: '开' },
  ],
  signal: [
    { en: 'closed', zh: '禁行' },
    { en: 'free', zh: '通行' },
  ],
  still: [
    { en: 'not in use', zh: '停用' },
    { en: 'in use', zh: '在用' },
  ],
} as const
