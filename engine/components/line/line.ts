import { curveRoles } from '../curves.ts'
import { defineComponent } from '../define.ts'
import { drawLine, lineFields, lineFieldsWithoutEffect } from '../lines.ts'

/** Line through two or more points, solid or dashed, with optional arrows at both ends. */
export const line = defineComponent({
  type: 'line',
  words: { en: 'Line', zh: '线' },
  palette: 'basic',
  size: { width: 160, height: 20 },
  miniatureColor: 'lineColor',
  curve: { ...curveRoles, breadth: 'lineWidth' },
  fieldsWithoutEffect: lineFieldsWithoutEffect,
  tint: 'lineColor',
  fields: lineFields,
  draw: drawLine,
})
