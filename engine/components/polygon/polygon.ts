import { points } from '../../schema/index.ts'
import { scalePoints } from '../curves.ts'
import { defineComponent } from '../define.ts'
import { alignFields, backgroundField, borderFields, fontFields, textField } from '../fields.ts'
import { getDash, drawLabel, drawPath, getGap, isBroken, solidWidth } from '../shapes.ts'

/** Closed polygon with any number of corners. */
export const polygon = defineComponent({
  type: 'polygon',
  words: { en: 'Polygon', zh: '多边形' },
  palette: 'shape',
  size: { width: 100, height: 90 },
  miniatureColor: 'backgroundColor',
  isArea: true,
  fields: {
    points: points({ en: 'Points', zh: '节点' }, { default: [0.5, 0, 1, 0.38, 0.81, 1, 0.19, 1, 0, 0.38] }),
    ...backgroundField,
    ...borderFields,
    ...textField,
    ...fontFields,
    ...alignFields,
  },
  draw(brush, props, size) {
    const corners = scalePoints(props.points, size)
    if (corners.length >= 6)
      brush.polygon(corners, { fill: props.backgroundColor, stroke: props.borderColor, strokeWidth: solidWidth(props) })
    if (isBroken(props)) {
      drawPath(brush, [...corners, ...corners.slice(0, 2)], {
        stroke: props.borderColor,
        width: props.borderWidth,
        dash: getDash(props.borderStyle, props.borderWidth),
        gap: getGap(props.borderStyle, props.borderWidth),
      })
    }
    drawLabel(brush, props, size)
  },
})
