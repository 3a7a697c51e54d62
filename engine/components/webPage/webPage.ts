import { text } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { fontFields, plateFields } from '../fields.ts'
import { drawPlate } from '../shapes.ts'
import { theme } from '../theme.ts'

/** Embedded web page. It is sandboxed: it has no access to the session or the surrounding page. */
export const webPage = defineComponent({
  type: 'web-page',
  words: { en: 'Web page', zh: '网页' },
  palette: 'more',
  size: { width: 400, height: 260 },
  miniatureColor: 'borderColor',
  fields: {
    url: text({ en: 'Address', zh: '网页地址' }, { format: 'url', maxLength: 2000, group: 'data' }),
    ...fontFields,
    ...plateFields,
    backgroundColor: { ...plateFields.backgroundColor, default: theme.paper },
    borderWidth: { ...plateFields.borderWidth, default: 1 },
  },
  /** Web pages are never mirrored. */
  fieldsWithoutEffect: () => ['flipX', 'flipY'],
  overlay: (props) => (props.url === '' ? null : { kind: 'page', url: props.url }),
  draw(brush, props, size) {
    drawPlate(brush, props, size)
    const bar = Math.min(24, size.height * 0.2)
    brush.rect(props.borderWidth, props.borderWidth, Math.max(0, size.width - 2 * props.borderWidth), bar, {
      fill: theme.hollow,
    })
    for (const i of [0, 1, 2])
      brush.ellipse(8 + i * bar * 0.6, bar * 0.35, bar * 0.36, bar * 0.36, { fill: theme.unlit })
    brush.text(12 + bar * 2, props.borderWidth, Math.max(0, size.width - bar * 2 - 20), bar, props.url, {
      fill: props.fontColor,
      fontSize: Math.min(props.fontSize, Math.max(1, bar * 0.6)),
      valign: 'middle',
      family: props.fontFamily,
      weight: props.fontWeight,
      isItalic: props.fontItalic,
      overflow: 'ellipsis',
    })
  },
})
