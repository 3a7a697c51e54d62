import { defineComponent } from '../define.ts'
import { alignFields, backgroundField, borderFields, fontFields, textField } from '../fields.ts'
import { drawBrokenEllipse, drawLabel, isBroken, solidWidth } from '../shapes.ts'

/** Ellipse that fills its box. */
export const circular = defineComponent({
  type: 'circular',
  words: { en: 'Circle', zh: '圆形' },
  alsoCalled: { en: 'ellipse, disc, round', zh: '椭圆、圆' },
  palette: 'shape',
  size: { width: 80, height: 80 },
  miniatureColor: 'backgroundColor',
  tint: 'backgroundColor',
  fields: { ...backgroundField, ...borderFields, ...textField, ...fontFields, ...alignFields },
  draw(brush, props, size) {
    brush.ellipse(0, 0, size.width, size.height, {
      fill: props.backgroundColor,
      stroke: props.borderColor,
      strokeWidth: solidWidth(props),
    })
    if (isBroken(props)) drawBrokenEllipse(brush, props, size)
    drawLabel(brush, props, size)
  },
})
