import { role } from '../../components/roles.ts'
import { expandBox } from '../../geometry/index.ts'
import type { Box } from '../../geometry/index.ts'
import { isClear } from '../color.ts'
import { multiply, placeBox, getScale } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import { getMeanColor } from '../paint.ts'
import { getBounds } from '../planarGeometry.ts'
import type { ShapePart } from '../shapes.ts'
import type { DrawingBuilder } from '../drawingBuilder.ts'
import { ascentEm, toFamily, lineEm, textWidth } from '../textSize.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, Surface } from './context.ts'
import type { Fills } from './fills.ts'
import { readLength } from './lengths.ts'
import type { Viewport } from './lengths.ts'
import { getHref, localName } from './namespaces.ts'
import { getRings } from './rings.ts'
import type { SvgSource } from './source.ts'
import { computeStyle } from './styles.ts'
import type { Style, StyleSheet } from './styles.ts'
import { numbersIn, readTransform } from './transform.ts'

interface Run {
  text: string
  readonly x: number
  readonly y: number
  readonly style: Style
}

interface Surroundings {
  readonly sketch: DrawingBuilder
  readonly fills: Fills
  readonly sheet: StyleSheet
  readonly viewport: Viewport
}

const runLimit = 1000

/** Adds a text element as one component per run. A run starts at each explicit position. */
export function addText(
  element: XmlElement,
  style: Style,
  matrix: Matrix,
  part: ShapePart,
  around: Surroundings,
): void {
  const runs = collectRuns(element, style, around)
  for (const run of runs) addRun(run, matrix, part, around)
  if (runs.length === 0) around.sketch.book.lose(part.path, part.sourceName, 'shape.empty')
}

/** Whether a text follows a path or has individually rotated letters. */
export function isAlongPath(element: XmlElement): boolean {
  if (numbersIn(element.attributes.get('rotate') ?? '').some((angle) => angle !== 0)) return true
  return element.children.some(
    (child) => typeof child !== 'string' && (child.name === 'textPath' || isAlongPath(child)),
  )
}

/** Bounding box of the paths that a text follows, with a margin for its letters; undefined if there are none. */
export function alongBox(element: XmlElement, context: Context, { ids }: SvgSource, surface: Surface): Box | undefined {
  const paths =
    localName(element) === 'text'
      ? element.children.filter((child): child is XmlElement => typeof child !== 'string' && child.name === 'textPath')
      : []
  const rings = paths.flatMap((path) => {
    const target = ids.get(getHref(path).replace(/^#/, ''))
    const own = target && multiply(context.matrix, readTransform(target.attributes.get('transform')))
    return target && own ? getRings(target, { ...context, matrix: own }, surface).map(({ corners }) => corners) : []
  })
  const size = Math.max(
    getFontSize(context.style, context.viewport),
    ...paths.map((path) => getFontSize(computeStyle(path, context.style, surface.sheet), context.viewport)),
  )
  const box = getBounds(rings)
  return box ? expandBox(box, 1.3 * size * getScale(context.matrix)) : undefined
}

function addRun(run: Run, matrix: Matrix, part: ShapePart, { sketch, fills, viewport }: Surroundings): void {
  const { style } = run
  const size = getFontSize(style, viewport)
  const width = textWidth(run.text, size)
  const anchor = style.get('text-anchor')
  const align = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left'
  const left = align === 'center' ? run.x - width / 2 : align === 'right' ? run.x - width : run.x
  const height = size * lineEm
  const top = run.y - getAscent(style) * size
  const { frame, isSheared } = placeBox({ x: left, y: top, width, height }, matrix)
  if (isSheared) sketch.book.change(part.path, part.sourceName, 'shape.skew')
  const fill = getMeanColor(fills.fill(style, matrix, part))
  const stroke = fills.stroke(style, matrix, part)
  const weight = style.get('font-weight') ?? ''
  sketch.add({
    ...part,
    role: role.text,
    frame,
    look: {
      text: run.text,
      fontSize: size * getScale(matrix),
      fontColor: isClear(fill) ? stroke : fill,
      align,
      valign: 'middle',
      fontItalic: /italic|oblique/.test(style.get('font-style') ?? ''),
      fontFamily: toFamily(style.get('font-family') ?? ''),
      fontWeight: weight === 'bold' || weight === 'bolder' || Number(weight) >= 600 ? 'bold' : 'normal',
    },
  })
}

/** Distance from the text's anchor point up to the top of its box, in ems. */
function getAscent(style: Style): number {
  switch (style.get('dominant-baseline') ?? style.get('alignment-baseline')) {
    case 'middle':
    case 'central':
      return lineEm / 2
    case 'hanging':
    case 'text-before-edge':
    case 'text-top':
      return (lineEm - 1) / 2
    case 'text-after-edge':
    case 'ideographic':
    case 'text-bottom':
      return lineEm
    default:
      return ascentEm
  }
}

/** Returns the font size of a style in user units. Default: 16. */
export function getFontSize(style: Style, viewport: Viewport): number {
  const size = readLength(style.get('font-size'), viewport.height) ?? 16
  return size > 0 ? size : 16
}

function collectRuns(element: XmlElement, style: Style, { sheet, viewport, sketch }: Surroundings): Run[] {
  const runs: Run[] = []
  const cursor = { x: 0, y: 0 }
  let current: Run | undefined
  const isPreserved = element.attributes.get('xml:space') === 'preserve'
  const write = (text: string, own: Style) => {
    const plain = isPreserved ? text.replace(/[\r\n\t]/g, ' ') : text.replace(/\s+/g, ' ')
    if (plain === '' || runs.length > runLimit) return
    if (!current) {
      current = { text: '', x: cursor.x, y: cursor.y, style: own }
      runs.push(current)
    }
    current.text += plain
  }
  const walk = (at: XmlElement, own: Style) => {
    if (runs.length > runLimit) return
    const first = (name: string, whole: number) =>
      readLength((at.attributes.get(name) ?? '').split(/[\s,]+/)[0], whole, getFontSize(own, viewport))
    const [x, y, dx, dy] = [
      first('x', viewport.width),
      first('y', viewport.height),
      first('dx', viewport.width),
      first('dy', viewport.height),
    ]
    if (x !== undefined || y !== undefined || dy !== undefined) current = undefined
    cursor.x = (x ?? cursor.x) + (dx ?? 0)
    cursor.y = (y ?? cursor.y) + (dy ?? 0)
    if (numbersIn(at.attributes.get('rotate') ?? '').some((angle) => angle !== 0))
      sketch.book.loseOnce('', 'rotate', 'text.path')
    for (const child of at.children) {
      if (typeof child === 'string') write(child, own)
      else if (child.name === 'tspan' || child.name === 'a') walk(child, computeStyle(child, own, sheet))
      else if (child.name === 'textPath') {
        sketch.book.change(`textPath:${child.line}`, child.name, 'text.path')
        walk(child, computeStyle(child, own, sheet))
      }
    }
  }
  walk(element, style)
  for (const run of runs) if (!isPreserved) run.text = run.text.trim()
  return runs.filter((run) => run.text.trim() !== '')
}
