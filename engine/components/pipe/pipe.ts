import type { Brush, Size } from '../../paint/brush/brush.ts'
import { color, number, readGradient } from '../../schema/index.ts'
import { getCurve, curveRoles, curveFieldsWithoutEffect, scalePoints, trimPath } from '../curves.ts'
import { defineComponent } from '../define.ts'
import { drawMarks, flowFields } from '../flow.ts'
import { borderFields } from '../fields.ts'
import { getArea, getPartFill, roundStrips } from '../gradients.ts'
import { strokeCurve } from '../strokes.ts'
import { theme } from '../theme.ts'
import { drawBrokenWall } from './wall.ts'

/** Pipe through corner points. Moving marks show direction and speed of the flow. */
export const pipe = defineComponent({
  type: 'pipe',
  words: { en: 'Pipe', zh: '管道' },
  palette: 'plant',
  size: { width: 240, height: 20 },
  miniatureColor: 'backgroundColor',
  curve: { ...curveRoles, breadth: 'thickness' },
  fieldsWithoutEffect: curveFieldsWithoutEffect,
  fields: {
    thickness: number({ en: 'Pipe width', zh: '管道宽度' }, { default: 14, min: 1, max: 200, unit: 'px' }),
    backgroundColor: color({ en: 'Background colour', zh: '背景颜色' }, { default: theme.equipment, gradient: true }),
    borderWidth: number({ en: 'Border width', zh: '边框宽度' }, { default: 1, min: 0, max: 50, unit: 'px' }),
    borderStyle: borderFields.borderStyle,
    borderColor: color({ en: 'Border colour', zh: '边框颜色' }, { default: theme.outline }),
    ...flowFields,
    cornerRadius: { ...flowFields.cornerRadius, words: { en: 'Bend radius', zh: '弯管半径' }, default: 30 },
  },
  draw(brush, props, size) {
    const wall = Math.min(props.borderWidth, props.thickness / 2)
    const course = { points: props.points, curve: getCurve(props, size) }
    // The body is visible between the dashes of the border.
    const whole = props.borderStyle === 'solid' ? wall : 0
    if (whole > 0) run(brush, course, size, props.borderColor, props.thickness, 0)
    drawBody(brush, course, size, props.backgroundColor, props.thickness, whole)
    if (wall > whole)
      drawBrokenWall(
        brush,
        course.curve ?? scalePoints(props.points, size),
        { ...props, borderWidth: wall },
        props.thickness,
      )
    drawMarks(brush, props, size, Math.min(props.lineHeight, props.thickness))
  },
})

/** Course of a pipe: through points or along a curve. */
interface PipeCourse {
  readonly points: readonly number[]
  readonly curve: readonly number[] | null
}

/**
 * Draws the body. A radial gradient runs from the middle line outwards as nested strips, which makes the pipe look
 * round. A linear one spans the box of the whole pipe.
 */
function drawBody(brush: Brush, course: PipeCourse, size: Size, fill: string, thickness: number, wall: number): void {
  const width = thickness - 2 * wall
  const gradient = readGradient(fill)
  if (gradient?.kind !== 'radial') return run(brush, course, size, fill, width, wall)
  for (const strip of roundStrips(gradient, width)) run(brush, course, size, strip.color, strip.width, wall)
}

/** Draws straight segments with flat ends and a disc in each inner corner: square ends, round bends. */
function run(
  brush: Brush,
  { points: list, curve }: PipeCourse,
  size: Size,
  ink: string,
  width: number,
  shorten: number,
): void {
  if (width <= 0) return
  if (curve) return strokeCurve(brush, trimPath(curve, shorten), ink, { width, cap: 'butt' })
  const last = list.length - 2
  const whole = getArea(list, size, width)
  for (let at = 0; at < last; at += 2) {
    const x1 = list[at] * size.width
    const y1 = list[at + 1] * size.height
    const x2 = list[at + 2] * size.width
    const y2 = list[at + 3] * size.height
    const length = Math.hypot(x2 - x1, y2 - y1)
    const back = length > 0 ? Math.min(shorten, length / 2) / length : 0
    const head = at === 0 ? back : 0
    const tail = at + 2 === last ? back : 0
    const part = { x: (x1 + x2) / 2, y: (y1 + y2) / 2, width: length, height: width }
    const stroke = getPartFill(ink, whole, part, Math.atan2(y2 - y1, x2 - x1))
    brush.line(x1 + (x2 - x1) * head, y1 + (y2 - y1) * head, x2 - (x2 - x1) * tail, y2 - (y2 - y1) * tail, {
      stroke,
      width,
      cap: 'butt',
    })
    if (at > 0)
      brush.ellipse(x1 - width / 2, y1 - width / 2, width, width, {
        fill: getPartFill(ink, whole, { x: x1, y: y1, width, height: width }),
      })
  }
}
