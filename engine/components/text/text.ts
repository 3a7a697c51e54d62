import { text as textOf } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { alignFields, backgroundField, borderFields, fontFields, radiusField } from '../fields.ts'
import { drawBrokenBox, drawLabel, isBroken, isClear, solidWidth } from '../shapes.ts'
import { theme } from '../theme.ts'

/** Words or a live value, with a plate behind it when wanted. */
export const text = defineComponent({
  type: 'text',
  words: { en: 'Text', zh: '文本' },
  palette: 'basic',
  size: { width: 120, height: 24 },
  standIn: 'fontColor',
  fields: {
    text: textOf({ en: 'Text', zh: '文本' }, { default: 'Text' }),
    ...fontFields,
    align: { ...alignFields.align, default: 'left' as const },
    valign: alignFields.valign,
    backgroundColor: { ...backgroundField.backgroundColor, default: theme.none },
    ...borderFields,
    ...radiusField,
  },
  draw(brush, props, size) {
    const border = solidWidth(props)
    const hasPlate = border > 0 || !isClear(props.backgroundColor)
    if (hasPlate) {
      brush.rect(0, 0, size.width, size.height, {
        fill: props.backgroundColor, stroke: props.borderColor, strokeWidth: border, radius: props.radius,
      })
    }
    if (isBroken(props)) drawBrokenBox(brush, props, size, props.radius)
    drawLabel(brush, props, size, hasPlate ? 6 : 0)
  },
})
