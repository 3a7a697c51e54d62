import type { Catalog } from '../../components/catalog.ts'
import { readDrawing } from '../../document/index.ts'
import type { Parsed } from '../../schema/index.ts'
import { guardRead } from '../guard.ts'
import type { Imported, ImportOptions } from '../options.ts'
import { readRaw } from '../readRaw.ts'
import { type FindingCode, ReportBook } from '../report.ts'
import { getOwn } from '../untypedJson.ts'

/** Reads a Mimic drawing as text or parsed data; warnings of the reader become findings. Never throws. */
export function importMimic(input: unknown, catalog: Catalog, options: ImportOptions = {}): Parsed<Imported> {
  return guardRead(() => {
    const read = readRaw(input, options)
    if (read.problems) return read
    const data = read.value
    const plain = Array.isArray(getOwn(data, 'components')) ? data : getOwn(data, 'drawing')
    const drawing = readDrawing(plain, catalog, options.limits)
    if (drawing.problems) return drawing
    const book = new ReportBook()
    for (const { path, code, message } of drawing.value.warnings)
      book.change(path, message, findingCodes[code] ?? 'drawing.warning')
    return { value: { drawing: drawing.value.drawing, report: book.close('mimic') } }
  })
}

/** Report codes for warnings of the drawing reader. */
const findingCodes: Readonly<Record<string, FindingCode>> = {
  'drawing.groupBox': 'group.box',
  'drawing.single': 'type.single',
  'drawing.symbolUnfit': 'symbol.unfit',
  'drawing.unknownSymbol': 'symbol.unknown',
  'drawing.unknownType': 'type.missing',
}
