import { curveRoles } from '../curves.ts'
import { defineComponent } from '../define.ts'
import { drawLine, lineFields, lineFieldsWithoutEffect } from '../lines.ts'

/** Dashed line. */
export const dashed = defineComponent({
  type: 'dashed',
  words: { en: 'Dashed line', zh: '虚线' },
  palette: 'basic',
  size: { width: 160, height: 20 },
  miniatureColor: 'lineColor',
  curve: { ...curveRoles, breadth: 'lineWidth' },
  fieldsWithoutEffect: lineFieldsWithoutEffect,
  fields: { ...lineFields, lineStyle: { ...lineFields.lineStyle, default: 'dashed' } },
  draw: drawLine,
})
