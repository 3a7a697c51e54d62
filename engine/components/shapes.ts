import type { Box } from '../geometry/index.ts'
import { plainColor } from '../schema/color.ts'
import type { FieldValue } from '../schema/index.ts'
import type { Brush, FontFamily, ImageStyle, LineStyle, Size } from '../paint/brush/brush.ts'

/** Border properties of a component. */
export interface BorderProps {
  readonly borderWidth: number
  readonly borderStyle: 'solid' | 'dashed' | 'dotted'
  readonly borderColor: string
}
/** Font properties of a component. `fontSize` is in px. */
export interface FontProps {
  readonly fontFamily: FontFamily
  readonly fontItalic: boolean
  readonly fontWeight: 'normal' | 'bold'
  readonly fontSize: number
  readonly fontColor: string
}
/** Text and alignment of a component's label, with its font. */
export interface LabelProps extends FontProps {
  readonly text: string
  readonly align: 'left' | 'center' | 'right'
  readonly valign: 'top' | 'middle' | 'bottom'
  /** Distance between lines as a multiple of the font size. Default: 1.25. */
  readonly lineSpacing?: number
}

/** Returns true for a fully transparent colour, whose primitive can be omitted. */
export function isClear(color: string): boolean {
  return color.length === 9 && color.endsWith('00')
}

/** Returns the border width that a shape primitive draws itself; 0 for dashed borders. */
export function solidWidth(props: BorderProps): number {
  return props.borderStyle === 'solid' ? props.borderWidth : 0
}

/** Returns true if a border is visible and dashed or dotted. Such borders are drawn separately from the shape. */
export function isBroken(props: BorderProps): boolean {
  return props.borderStyle !== 'solid' && props.borderWidth > 0
}

/** Returns the dash length of a dashed or dotted line in px, in proportion to its width. */
export function getDash(style: 'solid' | 'dashed' | 'dotted', width: number): number {
  return style === 'dashed' ? 3 * width : width
}

/** Returns the gap between the dashes or dots of a line in px, in proportion to its width. */
export function getGap(style: 'solid' | 'dashed' | 'dotted', width: number): number {
  return style === 'dashed' ? 2 * width : 1.5 * width
}

/** Returns the font properties of a component as a text style. */
export function fontStyle(props: FontProps) {
  return {
    fill: props.fontColor,
    fontSize: props.fontSize,
    weight: props.fontWeight,
    family: props.fontFamily,
    isItalic: props.fontItalic,
  } as const
}

/** Line height of the brush if a style declares none, as a multiple of the font size. */
export const plainLineSpacing = 1.25

/** Draws the text of a shape in its whole box, with a margin that is smaller at top and bottom. */
export function drawLabel(brush: Brush, props: LabelProps, size: Size, margin = 0): void {
  if (props.text === '') return
  const above = 0.6 * margin
  brush.text(margin, above, Math.max(0, size.width - 2 * margin), Math.max(0, size.height - 2 * above), props.text, {
    fill: props.fontColor,
    fontSize: props.fontSize,
    align: props.align,
    valign: props.valign,
    weight: props.fontWeight,
    family: props.fontFamily,
    isItalic: props.fontItalic,
    ...(props.lineSpacing === undefined || props.lineSpacing === plainLineSpacing
      ? {}
      : { lineHeight: props.lineSpacing }),
  })
}

/** Background, border and corner radius (px) of a component. */
export interface PlateProps extends BorderProps {
  readonly backgroundColor: string
  readonly radius: number
}

/**
 * Draws the background plate and border of a component, unless both are invisible. Returns true if a plate was drawn.
 */
export function drawPlate(brush: Brush, props: PlateProps, size: Size): boolean {
  const border = solidWidth(props)
  const isThere = border > 0 || !isClear(props.backgroundColor)
  if (isThere)
    brush.rect(0, 0, size.width, size.height, {
      fill: props.backgroundColor,
      stroke: props.borderColor,
      strokeWidth: border,
      radius: props.radius,
    })
  if (isBroken(props)) drawBrokenBox(brush, props, size, props.radius)
  return isThere
}

/** Draws an image inside the border of a plate. */
export function drawPicture(brush: Brush, props: PlateProps, size: Size, source: string, fit: ImageStyle['fit']): void {
  const inset = Math.min(props.borderWidth, size.width / 2, size.height / 2)
  brush.image(inset, inset, size.width - 2 * inset, size.height - 2 * inset, source, {
    fit,
    radius: Math.max(0, props.radius - inset),
  })
}

/** Draws the border of a plate whose content is a DOM element. The background colour is visible between dashes. */
export function drawBorder(brush: Brush, props: Readonly<Record<string, FieldValue>>, size: Size): void {
  const { borderWidth, borderStyle, borderColor, backgroundColor, radius } = props
  if (typeof borderWidth !== 'number' || borderWidth <= 0 || typeof borderColor !== 'string') return
  const corner = typeof radius === 'number' ? radius : 0
  const isWhole = borderStyle !== 'dashed' && borderStyle !== 'dotted'
  const plate = typeof backgroundColor === 'string' ? plainColor(backgroundColor) : borderColor
  brush.rect(0, 0, size.width, size.height, {
    stroke: isWhole ? borderColor : plate,
    strokeWidth: borderWidth,
    radius: corner,
  })
  if (!isWhole) drawBrokenBox(brush, { borderWidth, borderStyle, borderColor }, size, corner)
}

/** Draws only a border. */
export function drawFrame(brush: Brush, props: BorderProps, size: Size, radius = 0): void {
  if (isBroken(props)) drawBrokenBox(brush, props, size, radius)
  else if (props.borderWidth > 0)
    brush.rect(0, 0, size.width, size.height, {
      stroke: props.borderColor,
      strokeWidth: props.borderWidth,
      ...(radius > 0 && { radius }),
    })
}

/** Draws a path of flat x, y pairs. Dashes continue across corners. */
export function drawPath(brush: Brush, path: readonly number[], style: LineStyle): void {
  let phase = style.phase ?? 0
  for (let at = 0; at + 3 < path.length; at += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = path.slice(at, at + 4)
    brush.line(x1, y1, x2, y2, { ...style, phase })
    phase += Math.hypot(x2 - x1, y2 - y1)
  }
}

/** Draws a dashed border inside a rounded box: dashes along the sides, solid arcs at the corners. */
export function drawBrokenBox(brush: Brush, props: BorderProps, size: Size, radius: number): void {
  const { width, height } = size
  const half = Math.min(props.borderWidth, width, height) / 2
  const corner = Math.min(radius, width / 2, height / 2)
  const inset = Math.max(half, corner)
  const style = dashStyle(props, half * 2, 0)
  brush.line(inset, half, width - inset, half, style)
  brush.line(width - half, inset, width - half, height - inset, style)
  brush.line(width - inset, height - half, inset, height - half, style)
  brush.line(half, height - inset, half, inset, style)
  if (corner <= half) return
  const stroke = { stroke: props.borderColor, width: half * 2 }
  brush.arc(corner, corner, corner - half, 180, 90, stroke)
  brush.arc(width - corner, corner, corner - half, 270, 90, stroke)
  brush.arc(width - corner, height - corner, corner - half, 0, 90, stroke)
  brush.arc(corner, height - corner, corner - half, 90, 90, stroke)
}

/** Draws a dashed border inside a rounded box, with dashes in the corners too. Also draws circles. */
export function drawBrokenRounded(brush: Brush, props: BorderProps, box: Box, radius: number): void {
  const { x, y, width, height } = box
  const half = Math.min(props.borderWidth, width, height) / 2
  if (radius >= Math.min(width, height) / 2 && width === height) drawBrokenEllipse(brush, props, box, x, y)
  else
    drawBrokenOutline(
      brush,
      props,
      roundedOutline(x + half, y + half, width - 2 * half, height - 2 * half, radius - half),
    )
}

/** Returns the outline of a rounded box, with the corners approximated by chords. */
function roundedOutline(x: number, y: number, width: number, height: number, radius: number): number[] {
  const [right, bottom] = [x + width, y + height]
  const corner = Math.max(0, Math.min(radius, width / 2, height / 2))
  if (corner === 0) return [x, y, right, y, right, bottom, x, bottom]
  const centres = [
    [right - corner, y + corner],
    [right - corner, bottom - corner],
    [x + corner, bottom - corner],
    [x + corner, y + corner],
  ] as const
  return centres.flatMap(([cx, cy], side) =>
    [0, 1, 2, 3, 4].flatMap((step) => {
      const angle = (side - 1 + step / 4) * (Math.PI / 2)
      return [cx + corner * Math.cos(angle), cy + corner * Math.sin(angle)]
    }),
  )
}

/** Draws a dashed border inside an ellipse, as at most 120 short chords. */
export function drawBrokenEllipse(brush: Brush, props: BorderProps, size: Size, left = 0, top = 0): void {
  const width = Math.min(props.borderWidth, size.width, size.height)
  const rx = (size.width - width) / 2
  const ry = (size.height - width) / 2
  const around = Math.PI * (3 * (rx + ry) - Math.sqrt((3 * rx + ry) * (rx + 3 * ry)))
  if (!(around > 0) || width <= 0) return
  const dash = getDash(props.borderStyle, width)
  const count = Math.max(4, Math.min(120, Math.round(around / (dash + getGap(props.borderStyle, width)))))
  const share = props.borderStyle === 'dashed' ? 0.6 : 0.4
  const style = { stroke: props.borderColor, width, cap: 'butt' } as const
  for (let index = 0; index < count; index++) {
    const from = (index / count) * 2 * Math.PI
    const to = ((index + share) / count) * 2 * Math.PI
    brush.line(
      left + size.width / 2 + rx * Math.cos(from),
      top + size.height / 2 + ry * Math.sin(from),
      left + size.width / 2 + rx * Math.cos(to),
      top + size.height / 2 + ry * Math.sin(to),
      style,
    )
  }
}

/** Draws a dashed border along the three sides of the brush's triangle. */
export function drawBrokenTriangle(brush: Brush, props: BorderProps, size: Size): void {
  const [ax, ay, bx, by, cx, cy] = insetTriangle(size.width, size.height, props.borderWidth / 2)
  brush.line(ax, ay, bx, by, dashStyle(props, props.borderWidth, 0))
  brush.line(bx, by, cx, cy, dashStyle(props, props.borderWidth, Math.hypot(bx - ax, by - ay)))
  brush.line(cx, cy, ax, ay, dashStyle(props, props.borderWidth, Math.hypot(bx - ax, by - ay) + Math.abs(cx - bx)))
}

/**
 * Returns the corners (apex, right, left) of the upright triangle in a box with its sides moved inwards by `by` px: the
 * middle of an inner border. Shrinks at most to the centre of the incircle.
 */
export function insetTriangle(
  width: number,
  height: number,
  by: number,
): readonly [number, number, number, number, number, number] {
  const side = Math.hypot(width / 2, height)
  const radius = side + width / 2 > 0 ? (width * height) / (2 * side + width) : 0
  const remainingShare = radius > 0 ? Math.max(0, (radius - by) / radius) : 0
  const centerY = height - radius
  return [
    width / 2,
    centerY * (1 - remainingShare),
    width / 2 + (width / 2) * remainingShare,
    centerY + radius * remainingShare,
    width / 2 - (width / 2) * remainingShare,
    centerY + radius * remainingShare,
  ]
}

/** Draws a dashed border centred on a closed outline of flat x, y pairs. */
export function drawBrokenOutline(brush: Brush, props: BorderProps, outline: readonly number[]): void {
  drawPath(brush, [...outline, ...outline.slice(0, 2)], dashStyle(props, props.borderWidth, 0))
}

function dashStyle(props: BorderProps, width: number, phase: number) {
  return {
    stroke: props.borderColor,
    width,
    dash: getDash(props.borderStyle, width),
    gap: getGap(props.borderStyle, width),
    phase,
    cap: 'butt',
  } as const
}
