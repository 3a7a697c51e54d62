import { text } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { fitField, plateFields } from '../fields.ts'
import { drawPicture, drawPlate, isClear } from '../shapes.ts'
import { theme } from '../theme.ts'

/** Image from the gallery, from a URL, or embedded in the drawing. */
export const image = defineComponent({
  type: 'image',
  words: { en: 'Image', zh: '图片' },
  alsoCalled: { en: 'picture, photo, icon', zh: '照片、图标' },
  palette: 'basic',
  size: { width: 160, height: 120 },
  miniatureColor: 'borderColor',
  fields: {
    source: text({ en: 'Picture', zh: '图片地址' }, { format: 'picture', maxLength: 400_000, group: 'data' }),
    ...fitField,
    ...plateFields,
  },
  draw(brush, props, size) {
    const isThere = drawPlate(brush, props, size)
    if (props.source !== '') return drawPicture(brush, props, size, props.source, props.fit)
    if (!isThere || isClear(props.backgroundColor))
      brush.rect(0, 0, size.width, size.height, { fill: theme.hollow, radius: props.radius })
    const [mx, my] = [size.width / 2, size.height / 2]
    const reach = Math.min(size.width, size.height) * 0.22
    brush.polygon(
      [mx - reach, my + reach * 0.8, mx - reach * 0.35, my - reach * 0.3, mx + reach * 0.1, my + reach * 0.8],
      { fill: theme.outline },
    )
    brush.polygon(
      [mx - reach * 0.1, my + reach * 0.8, mx + reach * 0.4, my + reach * 0.1, mx + reach, my + reach * 0.8],
      { fill: theme.outline },
    )
    brush.ellipse(mx + reach * 0.15, my - reach * 0.75, reach * 0.45, reach * 0.45, { fill: theme.outline })
  },
})
