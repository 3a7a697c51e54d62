import { curveRoles, idleOfCurve } from '../curves.ts'
import { defineComponent } from '../define.ts'
import { drawLine, lineFields } from '../lines.ts'

/** A straight or bent line, solid or broken, with an arrow at either end. */
export const line = defineComponent({
  type: 'line',
  words: { en: 'Line', zh: '线' },
  palette: 'basic',
  size: { width: 160, height: 20 },
  standIn: 'lineColor',
  curve: { ...curveRoles, breadth: 'lineWidth' },
  idle: idleOfCurve,
  tint: 'lineColor',
  fields: lineFields,
  draw: drawLine,
})
