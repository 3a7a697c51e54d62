import type { Catalog } from '../components/catalog.ts'
import { readDrawing } from '../document/index.ts'
import type { Parsed } from '../schema/index.ts'
import { importFuxa } from './fuxa/importFuxa.ts'
import { isFuxa } from './fuxa/project.ts'
import { guardRead } from './guard.ts'
import { importMeta2d, readRaw } from './meta2d/importMeta2d.ts'
import type { FuxaOptions, Imported, SvgOptions } from './options.ts'
import { getOwn } from './untypedJson.ts'
import { type FindingCode, ReportBook } from './report.ts'
import { importSvg } from './svg/importSvg.ts'

/**
 * Imports a drawing and detects its format: Mimic, @meta2d/core, FUXA or SVG. Accepts text or parsed data. Never
 * throws; returns problems for an unknown format.
 *
 * ```ts
 * const read = importAny(text, catalog, { tagOf: (name) => tagsByName.get(name) })
 * if (!read.problems) open(read.value.drawing, read.value.report)
 * ```
 */
export function importAny(input: unknown, catalog: Catalog, options: SvgOptions & FuxaOptions = {}): Parsed<Imported> {
  return guardRead(() => {
    if (typeof input === 'string' && /^\ufeff?\s*</.test(input)) return importSvg(input, catalog, options)
    const read = readRaw(input, options)
    if (read.problems) return read
    const data = read.value
    if (Array.isArray(getOwn(data, 'pens'))) return importMeta2d(data, catalog, options)
    if (isFuxa(data)) return importFuxa(data, catalog, options)
    const wrapped = getOwn(data, 'drawing')
    const plain = Array.isArray(getOwn(data, 'components')) ? data : wrapped
    if (plain === undefined)
      return { problems: [{ path: '', code: 'import.format', message: 'unknown drawing format' }] }
    const drawing = readDrawing(plain, catalog, options.limits)
    if (drawing.problems) return drawing
    const book = new ReportBook()
    for (const { path, code, message } of drawing.value.warnings)
      book.change(path, message, ownFindings[code] ?? 'drawing.warning')
    return { value: { drawing: drawing.value.drawing, report: book.close('mimic') } }
  })
}

/** Report codes for warnings of the Mimic drawing reader. */
const ownFindings: Readonly<Record<string, FindingCode>> = {
  'drawing.groupBox': 'group.box',
  'drawing.single': 'type.single',
  'drawing.symbolUnfit': 'symbol.unfit',
  'drawing.unknownSymbol': 'symbol.unknown',
  'drawing.unknownType': 'type.missing',
}
