import { curveRoles, curveFieldsWithoutEffect } from '../curves.ts'
import { defineComponent } from '../define.ts'
import { drawMarks, flowFields, getMarkColor } from '../flow.ts'

/** Marks that move along a path, without a pipe: over an image, along a conveyor, in a circuit. */
export const flowBar = defineComponent({
  type: 'flow-bar',
  words: { en: 'Flow bar', zh: '流动条' },
  palette: 'basic',
  size: { width: 240, height: 12 },
  miniatureColor: getMarkColor,
  curve: { ...curveRoles, breadth: 'lineHeight' },
  fieldsWithoutEffect: curveFieldsWithoutEffect,
  fields: {
    ...flowFields,
    flow: { ...flowFields.flow, default: 'forward' },
    flowColor: { ...flowFields.flowColor, default: '#5f6b76ff' },
    lineHeight: { ...flowFields.lineHeight, default: 6 },
  },
  draw(brush, props, size) {
    drawMarks(brush, props, size, props.lineHeight)
  },
})
