import { number, text } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { plateFields } from '../fields.ts'
import { drawBrokenBox, drawPicture, isBroken, solidWidth } from '../shapes.ts'
import { theme } from '../theme.ts'
import { sentence } from '../words.ts'
import { cubeRadius, drawMarkers, getUnusedFields, markerFields, getMarkers } from './markers.ts'

/**
 * glTF model that can be rotated and zoomed, with named points that display values. The designer shows a cube or its
 * cover image.
 */
export const scene3d = defineComponent({
  type: 'scene-3d',
  words: { en: '3D scene', zh: '3D 场景' },
  palette: 'more',
  size: { width: 360, height: 260 },
  miniatureColor: 'borderColor',
  fields: {
    url: text({ en: 'Model (glTF)', zh: '模型地址（glTF）' }, { format: 'model', maxLength: 2000, group: 'data' }),
    cover: text({ en: 'Cover', zh: '封面' }, { format: 'picture', maxLength: 400_000, group: 'data' }),
    ...markerFields,
    turnsPerMinute: number(
      { en: 'Rotations per minute', zh: '每分钟旋转圈数' },
      { default: 0, unknown: 0, min: -60, max: 60, group: 'value' },
    ),
    ...plateFields,
    backgroundColor: { ...plateFields.backgroundColor, default: theme.hollow },
  },
  overlay: (props) =>
    props.url === ''
      ? null
      : {
          kind: 'model',
          url: props.url,
          background: props.backgroundColor,
          turnsPerMinute: props.turnsPerMinute,
          markers: getMarkers(props),
        },
  fieldsWithoutEffect: (props) => getUnusedFields(props.markers),
  describe: (props, language) =>
    sentence(
      getMarkers(props).map(({ name, value }) => [name, value].filter(Boolean).join(' ')),
      language,
    ),
  draw(brush, props, size) {
    brush.rect(0, 0, size.width, size.height, {
      fill: props.backgroundColor,
      stroke: props.borderColor,
      strokeWidth: solidWidth(props),
      radius: props.radius,
    })
    if (isBroken(props)) drawBrokenBox(brush, props, size, props.radius)
    if (props.cover !== '') return drawPicture(brush, props, size, props.cover, 'cover')
    const r = cubeRadius(size)
    const [cx, cy] = [size.width / 2, size.height / 2]
    const across = r * 0.87
    brush.polygon([cx, cy - r, cx + across, cy - r / 2, cx, cy, cx - across, cy - r / 2], { fill: theme.body })
    brush.polygon([cx - across, cy - r / 2, cx, cy, cx, cy + r, cx - across, cy + r / 2], { fill: theme.equipment })
    brush.polygon([cx, cy, cx + across, cy - r / 2, cx + across, cy + r / 2, cx, cy + r], { fill: theme.unlit })
    drawMarkers(brush, getMarkers(props), size)
  },
})
