import { curveRoles } from '../curves.ts'
import { defineComponent } from '../define.ts'
import { drawLine, lineFields, lineFieldsWithoutEffect } from '../lines.ts'

/** Line with an arrow at its end. */
export const lineArrow = defineComponent({
  type: 'line-arrow',
  words: { en: 'Arrow', zh: '箭头' },
  palette: 'basic',
  size: { width: 160, height: 20 },
  miniatureColor: 'lineColor',
  curve: { ...curveRoles, breadth: 'lineWidth' },
  fieldsWithoutEffect: lineFieldsWithoutEffect,
  fields: { ...lineFields, endArrow: { ...lineFields.endArrow, default: true } },
  draw: drawLine,
})
