import { defineComponent } from '../define.ts'
import { alignFields, backgroundField, borderFields, fontFields, textField } from '../fields.ts'
import { drawBrokenTriangle, drawLabel, isBroken, solidWidth } from '../shapes.ts'

/** Upright isosceles triangle. Rotate the component for other directions. */
export const triangle = defineComponent({
  type: 'triangle',
  words: { en: 'Triangle', zh: '三角形' },
  palette: 'shape',
  size: { width: 80, height: 70 },
  miniatureColor: 'backgroundColor',
  fields: {
    ...backgroundField,
    ...borderFields,
    ...textField,
    ...fontFields,
    ...alignFields,
    valign: { ...alignFields.valign, default: 'bottom' as const },
  },
  draw(brush, props, size) {
    brush.triangle(0, 0, size.width, size.height, {
      fill: props.backgroundColor,
      stroke: props.borderColor,
      strokeWidth: solidWidth(props),
    })
    if (isBroken(props)) drawBrokenTriangle(brush, props, size)
    drawLabel(brush, props, size)
  },
})
