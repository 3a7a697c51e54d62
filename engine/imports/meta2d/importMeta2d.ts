import type { Catalog } from '../../components/catalog.ts'
import { backgroundLength, drawingLimits } from '../../document/index.ts'
import type { Layer } from '../../document/index.ts'
import { getBounds, unionBoxes } from '../../geometry/index.ts'
import { safePictureUrl } from '../../schema/index.ts'
import type { Parsed } from '../../schema/index.ts'
import { readColor } from '../color.ts'
import { guardRead } from '../guard.ts'
import type { Imported, ImportOptions } from '../options.ts'
import { getList, getNumber, getOwn, getText } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import { DrawingBuilder } from '../drawingBuilder.ts'
import { readRaw } from '../readRaw.ts'
import { PenDrawer } from './drawer.ts'
import { readPens, readZoom } from './pens.ts'
import type { Pen, Zoom } from './pens.ts'

/** Imports a drawing of @meta2d/core as text or parsed data. Never throws; safe for untrusted input. */
export function importMeta2d(input: unknown, catalog: Catalog, options: ImportOptions = {}): Parsed<Imported> {
  return guardRead(() => {
    const read = readRaw(input, options)
    if (read.problems) return read
    const data = read.value
    if (!Array.isArray(getOwn(data, 'pens')))
      return { problems: [{ path: 'pens', code: 'meta2d.pens', message: 'the list of pens is missing' }] }
    const sketch = new DrawingBuilder(catalog, options)
    const zoom = readZoom(data)
    const limit = options.limits?.components ?? drawingLimits.components
    const { layer, shift } = readLayer(
      data,
      readPens(data, zoom, limit, new DrawingBuilder(catalog, options).book),
      sketch,
    )
    const moved: Zoom = { ...zoom, x: zoom.x + shift.x * zoom.scale, y: zoom.y + shift.y * zoom.scale }
    const drawer = new PenDrawer(data, moved, sketch)
    for (const pen of readPens(data, moved, limit, sketch.book)) drawer.draw(pen, null)
    connections(data, sketch)
    return sketch.finish('meta2d', getText(data, 'name'), layer)
  })
}

const margin = 20

/** Layer with the file's canvas size. Without one, the size fits all pens, which are shifted into it. */
function readLayer(
  data: Raw,
  pens: readonly Pen[],
  sketch: DrawingBuilder,
): { readonly layer: Partial<Layer>; readonly shift: { readonly x: number; readonly y: number } } {
  const background = getText(data, 'background')
  // Without a background the page behind the canvas is white.
  const backColor = background === '' ? '#ffffffff' : readColor(background)
  if (backColor === undefined) sketch.book.lose('background', background, 'color.unknown')
  const backgroundImage = readBackground(getText(data, 'bkImage'), sketch)
  const common = {
    ...(backColor === undefined ? {} : { backColor }),
    ...(backgroundImage === undefined ? {} : { backgroundImage }),
  }
  const [width, height] = [getNumber(data, 'width') ?? 0, getNumber(data, 'height') ?? 0]
  if (width >= 1 && height >= 1)
    return {
      layer: { ...common, width: Math.min(100_000, width), height: Math.min(100_000, height) },
      shift: { x: 0, y: 0 },
    }
  const box = unionBoxes(pens.map((pen) => getBounds({ ...pen.box, angleDeg: pen.angleDeg })))
  if (!box || ![box.x, box.y, box.width, box.height].every(Number.isFinite))
    return { layer: common, shift: { x: 0, y: 0 } }
  const shift = { x: Math.min(0, Math.floor(box.x - margin)), y: Math.min(0, Math.floor(box.y - margin)) }
  const size = (end: number, minSize: number) => Math.min(100_000, Math.max(minSize, Math.ceil(end + margin)))
  return {
    layer: {
      ...common,
      width: size(box.x + box.width - shift.x, 1600),
      height: size(box.y + box.height - shift.y, 900),
    },
    shift,
  }
}

/** Background picture as address or data URL. */
function readBackground(image: string, { book }: DrawingBuilder): string | undefined {
  const picture = image === '' ? undefined : safePictureUrl(image)
  const isTooLarge = picture !== undefined && picture.length > backgroundLength
  if (isTooLarge) book.lose('bkImage', image.slice(0, 80), 'picture.unfit')
  else if (image !== '' && picture === undefined) book.lose('bkImage', image.slice(0, 80), 'url.refused')
  return isTooLarge ? undefined : picture
}

/**
 * Connections are reported, not imported: data sources are configured in Mimic, and foreign addresses and passwords
 * must not be copied.
 */
function connections(data: Raw, sketch: DrawingBuilder): void {
  for (const key of ['websocket', 'mqtt', 'http'])
    if (getText(data, key) !== '') sketch.book.lose(key, key, 'source.connection')
  for (const key of ['networks', 'https', 'sqls'])
    if (getList(data, key).length > 0) sketch.book.lose(key, key, 'source.connection')
  for (const key of ['initJs', 'socketCbJs']) if (getText(data, key) !== '') sketch.book.lose(key, key, 'safe.script')
}
