import type { Catalog } from '../../components/catalog.ts'
import { role } from '../../components/roles.ts'
import type { Parsed } from '../../schema/index.ts'
import { guardRead } from '../guard.ts'
import { multiply, translation } from '../matrix.ts'
import type { Imported, SvgOptions } from '../options.ts'
import { DrawingBuilder } from '../drawingBuilder.ts'
import type { Folder } from '../drawingBuilder.ts'
import { isClear, readColor } from '../color.ts'
import { readXml } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { readLength } from './lengths.ts'
import { localName, getName } from './namespaces.ts'
import { toDataUrl } from './picture.ts'
import { collectSource } from './source.ts'
import { declarationsIn } from './styles.ts'
import { numbersIn } from './transform.ts'
import { fitMatrix } from './viewBox.ts'
import { SvgWalker } from './walker.ts'
import type { Hooks } from './walker.ts'

/**
 * Imports an SVG file as components, or as one sanitized picture. Never throws; safe for untrusted input.
 *
 * ```ts
 * const read = importSvg(text, catalog, { as: 'picture' })
 * ```
 */
export function importSvg(text: unknown, catalog: Catalog, options: SvgOptions = {}): Parsed<Imported> {
  return guardRead(() => {
    const read = readSvg(text, options.limits?.textLength)
    if (read.problems) return read
    const sketch = new DrawingBuilder(catalog, options)
    const size = options.as === 'picture' ? addPicture(read.value, sketch, options) : drawSvg(read.value, sketch)
    return sketch.finish('svg', getFileName(read.value), { backColor: readBackground(read.value), ...size })
  })
}

/** Returns the root element of an SVG document, or problems. */
export function readSvg(text: unknown, textLength?: number): Parsed<XmlElement> {
  if (typeof text !== 'string')
    return { problems: [{ path: '', code: 'invalid_type', message: 'an SVG file must be text' }] }
  const read = readXml(text, textLength === undefined ? {} : { textLength })
  if (read.problems || localName(read.value) === 'svg') return read
  return {
    problems: [{ path: '', code: 'svg.root', message: `the root element is ${read.value.name.slice(0, 60)}, not svg` }],
  }
}

/** Position of an SVG document in the drawing, and the group of its shapes. */
export interface SvgPlace {
  readonly x: number
  readonly y: number
  readonly folder: Folder | null
}

/** Adds all shapes of an SVG document and returns its size in pixels. */
export function drawSvg(
  root: XmlElement,
  sketch: DrawingBuilder,
  hooks?: Hooks,
  place: SvgPlace = { x: 0, y: 0, folder: null },
): { readonly width: number; readonly height: number } {
  const { box, width, height } = getSize(root)
  const walker = new SvgWalker(collectSource(root, sketch.book), sketch, hooks)
  const outermost = walker.outermost(box[2] ?? width, box[3] ?? height)
  const view =
    box.length === 4 ? fitMatrix(box, width, height, root.attributes.get('preserveAspectRatio')) : translation(0, 0)
  const context = {
    ...outermost,
    folder: place.folder,
    matrix: multiply(translation(place.x, place.y), view),
    style: walker.rootStyle(root),
  }
  walker.children(root, context)
  return { width, height }
}

/** Background of the page that shows the file: the one of its root element, or white as in browsers. */
function readBackground(root: XmlElement): string {
  const css = new Map(declarationsIn(root.attributes.get('style') ?? '').map(([name, value]) => [name, value]))
  const color = readColor(css.get('background-color') ?? css.get('background') ?? '')
  return color === undefined || isClear(color) ? '#ffffffff' : color
}

function addPicture(
  root: XmlElement,
  sketch: DrawingBuilder,
  options: SvgOptions,
): { readonly width: number; readonly height: number } {
  const { width, height } = getSize(root)
  const picture = toDataUrl(root, sketch.book, { width, height })
  const { pictureType } = options
  sketch.add({
    role: role.image,
    path: '',
    sourceName: 'svg',
    name: getFileName(root),
    parent: null,
    frame: { x: 0, y: 0, width, height },
    look: { picture, fit: 'fill' },
    ...(pictureType === undefined ? {} : { type: pictureType }),
  })
  return { width, height }
}

/** Size of a stand-alone SVG as in browsers: its own size, or else its view box. */
export function getSize(root: XmlElement): {
  readonly box: readonly number[]
  readonly width: number
  readonly height: number
} {
  const found = numbersIn(root.attributes.get('viewBox') ?? '')
  const box = found.length === 4 && (found[2] ?? 0) > 0 && (found[3] ?? 0) > 0 ? found : []
  const own = (name: string) => {
    const text = root.attributes.get(name)
    const length = text?.trim().endsWith('%') ? undefined : readLength(text, 0)
    return length !== undefined && length > 0 ? length : undefined
  }
  const [ownWidth, ownHeight] = [own('width'), own('height')]
  const [boxWidth, boxHeight] = [box[2] ?? 300, box[3] ?? 150]
  const width = ownWidth ?? (ownHeight === undefined ? boxWidth : (ownHeight * boxWidth) / boxHeight)
  const height = ownHeight ?? (width * boxHeight) / boxWidth
  return { box, width: clampLength(width), height: clampLength(height) }
}

const clampLength = (length: number): number => Math.round(Math.max(1, Math.min(100_000, length)) * 100) / 100

function getFileName(root: XmlElement): string {
  const name = getName(root)
  return name === 'svg' ? '' : name
}
