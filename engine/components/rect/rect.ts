import { defineComponent } from '../define.ts'
import { alignFields, backgroundField, borderFields, fontFields, radiusField, textField } from '../fields.ts'
import { drawBrokenBox, drawLabel, isBroken, solidWidth } from '../shapes.ts'

/** Rectangle with border, rounded corners and text. */
export const rect = defineComponent({
  type: 'rect',
  words: { en: 'Rectangle', zh: '矩形' },
  alsoCalled: { en: 'box, frame, panel', zh: '方框、底板' },
  palette: 'shape',
  size: { width: 120, height: 80 },
  miniatureColor: 'backgroundColor',
  tint: 'backgroundColor',
  fields: { ...backgroundField, ...borderFields, ...radiusField, ...textField, ...fontFields, ...alignFields },
  draw(brush, props, size) {
    brush.rect(0, 0, size.width, size.height, {
      fill: props.backgroundColor,
      stroke: props.borderColor,
      strokeWidth: solidWidth(props),
      radius: props.radius,
    })
    if (isBroken(props)) drawBrokenBox(brush, props, size, props.radius)
    drawLabel(brush, props, size, 6)
  },
})
