import { color, number, text } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { alignFields, backgroundField, borderFields, fontFields, radiusField } from '../fields.ts'
import { writeNumber } from '../scale.ts'
import { drawBrokenBox, drawLabel, isBroken, solidWidth } from '../shapes.ts'
import { theme } from '../theme.ts'

/** Set point: shows the current value of its tag and prompts for a new one when clicked. */
export const valueInput = defineComponent({
  type: 'value-input',
  words: { en: 'Value input', zh: '数值输入' },
  alsoCalled: { en: 'set point, setpoint, write', zh: '设定值、写入' },
  palette: 'basic',
  size: { width: 120, height: 32 },
  miniatureColor: 'accentColor',
  operates: { prop: 'value', kind: 'write' },
  fields: {
    value: number({ en: 'Value', zh: '数值' }, { default: 0, unknown: NaN, min: -1e12, max: 1e12, group: 'value' }),
    decimals: number({ en: 'Decimals', zh: '小数位数' }, { default: 1, min: 0, max: 6, group: 'value' }),
    unit: text({ en: 'Unit', zh: '单位' }, { maxLength: 20, group: 'value' }),
    text: text({ en: 'Placeholder text', zh: '替代文字' }, { maxLength: 60 }),
    accentColor: color({ en: 'Marker colour', zh: '标记颜色' }, { default: theme.outline, gradient: true }),
    backgroundColor: { ...backgroundField.backgroundColor, default: theme.paper },
    ...borderFields,
    borderWidth: { ...borderFields.borderWidth, default: 1 },
    radius: { ...radiusField.radius, default: 3 },
    ...fontFields,
    align: { ...alignFields.align, default: 'right' as const },
    valign: alignFields.valign,
  },
  draw(brush, props, size) {
    brush.rect(0, 0, size.width, size.height, {
      fill: props.backgroundColor,
      stroke: props.borderColor,
      strokeWidth: solidWidth(props),
      radius: props.radius,
    })
    if (isBroken(props)) drawBrokenBox(brush, props, size, props.radius)
    const mark = Math.min(8, size.height * 0.25, size.width * 0.1)
    const [x, y] = [Math.min(8, size.width * 0.1), (size.height - mark) / 2]
    brush.polygon(
      [
        x,
        y + mark,
        x + mark * 0.25,
        y + mark * 0.6,
        x + mark * 0.75,
        y,
        x + mark,
        y + mark * 0.25,
        x + mark * 0.4,
        y + mark * 0.85,
      ],
      { fill: props.accentColor },
    )
    const unit = props.unit === '' ? '' : ` ${props.unit}`
    drawLabel(brush, { ...props, text: props.text || writeNumber(props.value, props.decimals) + unit }, size, 8)
  },
})
