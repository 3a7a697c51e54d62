import { choice, color, number, text } from '../../schema/index.ts'
import { drawWords } from '../charts/box.ts'
import { readReading } from '../charts/data.ts'
import { chartDataFields, chartStyleFields } from '../charts/fields.ts'
import { describeDial } from '../charts/ariaText.ts'
import { requestFeed } from '../dataFields.ts'
import { defineComponent } from '../define.ts'
import { plainScaleFields, scaleFields } from '../fields.ts'
import { getShareColor, isBeyond, toShare, withUnit, writeNumber } from '../scale.ts'
import { theme } from '../theme.ts'
import { dataWords } from '../words.ts'
import { drawVessel } from './vessel.ts'

/**
 * Liquid fill chart of its value or, if an address is set, of the response of that address. Drawn with primitives only:
 * the shader animates the wave, so new values are cheap.
 */
export const chartWater = defineComponent({
  type: 'chart-water',
  words: { en: 'Liquid chart', zh: '水球图' },
  palette: 'chart',
  size: { width: 160, height: 160 },
  miniatureColor(props) {
    const reading = readReading(props.data)
    const value = reading.value ?? props.value
    if (reading.problems) return props.backgroundColor
    return isBeyond(value, props)
      ? props.alarmColor
      : getShareColor(props.liquidColor, props.backgroundColor, toShare(value, props.min, props.max))
  },
  isFillLevel: true,
  fields: {
    ...chartDataFields,
    ...plainScaleFields,
    shape: choice(
      { en: 'Shape', zh: '形状' },
      {
        default: 'circle',
        options: [
          { value: 'container', words: { en: 'Container', zh: '容器' } },
          { value: 'circle', words: { en: 'Circle', zh: '圆形' } },
          { value: 'rectangle', words: { en: 'Rectangle', zh: '矩形' } },
          { value: 'rounded', words: { en: 'Rounded rectangle', zh: '圆角矩形' } },
          { value: 'triangle', words: { en: 'Triangle', zh: '三角形' } },
          { value: 'inverted', words: { en: 'Inverted triangle', zh: '倒三角形' } },
          { value: 'diamond', words: { en: 'Diamond', zh: '菱形' } },
          { value: 'sphere', words: { en: 'Hot-gas sphere', zh: '热气球' } },
        ],
      },
    ),
    liquidColor: color({ en: 'Liquid colour', zh: '液体颜色' }, { default: theme.liquid, gradient: true }),
    waveColor: color({ en: 'Wave colour', zh: '波浪颜色' }, { default: theme.crest, gradient: true }),
    wave: number(
      { en: 'Wave height', zh: '波浪高度' },
      { default: 5, min: 0, max: 50, unit: 'px', hint: { en: '0: flat surface.', zh: '0 为静止液面。' } },
    ),
    alarmColor: scaleFields.alarmColor,
    text: text({ en: 'Label', zh: '标签' }, { maxLength: 200, format: 'line' }),
    fontFamily: chartStyleFields.fontFamily,
    fontWeight: chartStyleFields.fontWeight,
    fontItalic: chartStyleFields.fontItalic,
    fontSize: { ...chartStyleFields.fontSize, default: 14 },
    fontColor: { ...chartStyleFields.fontColor, default: theme.ink },
    backgroundColor: { ...chartStyleFields.backgroundColor, default: theme.hollow },
    borderWidth: { ...chartStyleFields.borderWidth, default: 2 },
    borderStyle: chartStyleFields.borderStyle,
    borderColor: { ...chartStyleFields.borderColor, default: theme.outline },
    radius: { ...chartStyleFields.radius, default: 12 },
  },
  draw(brush, props, size) {
    const reading = readReading(props.data)
    const value = reading.value ?? props.value
    const label = props.text !== '' && size.height >= props.fontSize * 4 ? props.fontSize * 1.5 : 0
    const room = { width: size.width, height: Math.max(0, size.height - label) }
    const isRound = props.shape === 'circle'
    const side = Math.min(room.width, room.height)
    const box = isRound ? { width: side, height: side } : room
    const [x, y] = [(room.width - box.width) / 2, (room.height - box.height) / 2]
    const isAlarmed = !reading.problems && isBeyond(value, props)
    const words = {
      fill: props.fontColor,
      family: props.fontFamily,
      weight: props.fontWeight,
      isItalic: props.fontItalic,
      align: 'center',
      valign: 'middle',
    } as const
    drawVessel(
      brush,
      {
        shape: props.shape,
        radius: props.radius,
        liquidColor: props.liquidColor,
        waveColor: props.waveColor,
        wave: props.wave,
        emptyColor: props.backgroundColor,
        wallColor: isAlarmed ? props.alarmColor : props.borderColor,
        wallWidth: isAlarmed ? Math.max(3, props.borderWidth) : props.borderWidth,
        wallStyle: props.borderStyle,
      },
      x,
      y,
      box,
      toShare(reading.problems ? props.min : value, props.min, props.max),
    )
    if (reading.problems) drawWords(brush, { ...props, fontSize: props.fontSize * 0.85 }, box, dataWords.invalid, x, y)
    else if (props.showValue) {
      const low = props.shape === 'triangle' ? box.height * 0.28 : props.shape === 'inverted' ? -box.height * 0.2 : 0
      brush.text(x, y + low, box.width, box.height, withUnit(writeNumber(value, props.decimals), props.unit), {
        ...words,
        fontSize: props.fontSize * 1.5,
        weight: 'bold',
      })
    }
    if (label > 0)
      brush.text(0, room.height, size.width, label, props.text, {
        ...words,
        fontSize: props.fontSize,
        overflow: 'ellipsis',
      })
  },
  feeds: (props) => requestFeed(props, 'data'),
  describe: (props, language) => describeDial(props, readReading(props.data), language),
})
