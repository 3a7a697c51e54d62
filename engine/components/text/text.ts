import { wrapTo } from '../textWrap.ts'
import { flag, number, text as textOf } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { alignFields, fontFields, plateFields } from '../fields.ts'
import { drawLabel, drawPlate, plainLineSpacing } from '../shapes.ts'

/** Text or live value, with an optional background. */
export const text = defineComponent({
  type: 'text',
  words: { en: 'Text', zh: '文本' },
  alsoCalled: { en: 'value, number, label, caption', zh: '数值、数字、标签、文字' },
  palette: 'basic',
  size: { width: 120, height: 24 },
  texts: { text: { en: 'Text', zh: '文本' } },
  miniatureColor: 'fontColor',
  label: { field: 'text', unless: 'wrap' },
  fields: {
    text: textOf({ en: 'Text', zh: '文本' }, { default: 'Text' }),
    ...fontFields,
    align: { ...alignFields.align, default: 'left' as const },
    valign: alignFields.valign,
    wrap: flag({ en: 'Wrap lines', zh: '自动换行' }, { group: 'text' }),
    lineSpacing: number(
      { en: 'Line height', zh: '行高' },
      {
        default: plainLineSpacing,
        min: 0.5,
        max: 5,
        step: 0.05,
        group: 'text',
        hint: { en: 'Distance between lines, as a multiple of the font size.', zh: '行与行之间的距离，为字号的倍数。' },
      },
    ),
    ...plateFields,
  },
  draw(brush, props, size) {
    const margin = drawPlate(brush, props, size) ? 6 : 0
    if (!props.wrap) return drawLabel(brush, props, size, margin)
    const room = (size.width - 2 * margin) / Math.max(1, props.fontSize)
    drawLabel(brush, { ...props, text: wrapTo(props.text, room, props.fontWeight) }, size, margin)
  },
})
