import { choice, color } from '../../schema/index.ts'
import { drawArc } from '../arcs.ts'
import { defineComponent } from '../define.ts'
import { backgroundField, borderFields, fontFields, plainScaleFields, radiusField, scaleFields } from '../fields.ts'
import { getShareColor, isBeyond, toShare, withUnit, writeNumber } from '../scale.ts'
import { drawBrokenBox, drawBrokenEllipse, isBroken, solidWidth } from '../shapes.ts'
import { measureWidth } from '../textWidth.ts'
import { theme } from '../theme.ts'

/**
 * Progress bar in one of four directions, or a ring. Beyond a limit it turns to the alarm colour and gets a thicker
 * border.
 */
export const progress = defineComponent({
  type: 'progress',
  words: { en: 'Progress', zh: '进度条' },
  palette: 'basic',
  size: { width: 180, height: 22 },
  miniatureColor: (props) =>
    isBeyond(props.value, props)
      ? props.alarmColor
      : getShareColor(props.barColor, props.backgroundColor, toShare(props.value, props.min, props.max)),
  isFillLevel: true,
  fields: {
    ...plainScaleFields,
    direction: choice(
      { en: 'Direction', zh: '方向' },
      {
        default: 'right',
        options: [
          { value: 'right', words: { en: 'To the right', zh: '向右' } },
          { value: 'left', words: { en: 'To the left', zh: '向左' } },
          { value: 'up', words: { en: 'Upwards', zh: '向上' } },
          { value: 'down', words: { en: 'Downwards', zh: '向下' } },
          { value: 'ring', words: { en: 'Ring', zh: '环形' } },
        ],
      },
    ),
    barColor: color({ en: 'Bar colour', zh: '进度颜色' }, { default: theme.liquid, gradient: true }),
    alarmColor: scaleFields.alarmColor,
    backgroundColor: { ...backgroundField.backgroundColor, default: theme.hollow },
    ...borderFields,
    radius: { ...radiusField.radius, default: 3 },
    ...fontFields,
    fontSize: { ...fontFields.fontSize, default: 12 },
  },
  draw(brush, props, size) {
    const { width, height } = size
    const share = toShare(props.value, props.min, props.max)
    const isAlarmed = isBeyond(props.value, props)
    const fill = isAlarmed ? props.alarmColor : props.barColor
    const border = isAlarmed ? Math.max(2, solidWidth(props)) : solidWidth(props)
    const stroke = isAlarmed ? props.alarmColor : props.borderColor
    if (props.direction === 'ring') {
      const side = Math.min(width, height)
      const thick = side * 0.14
      const radius = Math.max(0, (side - thick) / 2)
      const ring = { cx: width / 2, cy: height / 2, radius, width: thick }
      drawArc(brush, { ...ring, startDeg: 0, sweepDeg: 360 }, props.backgroundColor)
      if (share > 0) drawArc(brush, { ...ring, startDeg: -90, sweepDeg: 360 * share }, fill)
      const [left, top, hole] = [(width - side) / 2, (height - side) / 2, side - 2 * thick]
      if (border > 0) {
        const edge = { stroke, strokeWidth: Math.min(border, thick / 2) }
        brush.ellipse(left, top, side, side, edge)
        brush.ellipse(
          left + thick - edge.strokeWidth,
          top + thick - edge.strokeWidth,
          hole + 2 * edge.strokeWidth,
          hole + 2 * edge.strokeWidth,
          edge,
        )
      } else if (isBroken(props)) drawBrokenEllipse(brush, props, { width: side, height: side }, left, top)
    } else {
      brush.rect(0, 0, width, height, { fill: props.backgroundColor, radius: props.radius })
      const isLevel = props.direction === 'left' || props.direction === 'right'
      const long = isLevel ? width * share : width
      const tall = isLevel ? height : height * share
      const x = props.direction === 'left' ? width - long : 0
      const y = props.direction === 'up' ? height - tall : 0
      if (share > 0) brush.rect(x, y, long, tall, { fill, radius: Math.min(props.radius, long / 2, tall / 2) })
      if (border > 0) brush.rect(0, 0, width, height, { stroke, strokeWidth: border, radius: props.radius })
      if (isBroken(props) && !isAlarmed) drawBrokenBox(brush, props, size, props.radius)
    }
    if (!props.showValue) return
    const words = withUnit(writeNumber(props.value, props.decimals), props.unit)
    const hole = Math.min(width, height) * 0.66
    const fontSize =
      props.direction === 'ring' ? Math.min(props.fontSize, hole / Math.max(1, measureWidth(words))) : props.fontSize
    brush.text(0, 0, width, height, words, {
      fill: isAlarmed && share > 0.55 && props.direction !== 'ring' ? theme.paper : props.fontColor,
      fontSize,
      align: 'center',
      valign: 'middle',
      weight: props.fontWeight,
      family: props.fontFamily,
      isItalic: props.fontItalic,
    })
  },
})
