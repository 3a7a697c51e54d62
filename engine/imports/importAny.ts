import type { Catalog } from '../components/catalog.ts'
import type { Parsed } from '../schema/index.ts'
import { guardRead, toUnreadable } from './guard.ts'
import type { AllImportOptions, Importer, SourceFile } from './importer.ts'
import { importers } from './importers.ts'
import type { Imported } from './options.ts'
import { readRaw } from './readRaw.ts'

/**
 * Detects the format of a drawing (Mimic, @meta2d/core, FUXA or SVG), loads its importer and imports it. Accepts text
 * or parsed data. Never rejects; resolves to problems for an unknown format.
 *
 * ```ts
 * const read = await importAny(text, catalog, { resolveTag: (name) => tagsByName.get(name) })
 * if (!read.problems) open(read.value.drawing, read.value.report)
 * ```
 */
export async function importAny(
  input: unknown,
  catalog: Catalog,
  options: AllImportOptions = {},
): Promise<Parsed<Imported>> {
  try {
    const found = guardRead(() => findImporter(input, options))
    if (found.problems) return found
    const { importer, file } = found.value
    const importDrawing = await importer.load()
    return importDrawing(file.text ?? file.data, catalog, options)
  } catch (error) {
    return toUnreadable(error)
  }
}

interface Detection {
  readonly importer: Importer
  readonly file: SourceFile
}

function findImporter(input: unknown, options: AllImportOptions): Parsed<Detection> {
  const written = typeof input === 'string' ? detect({ text: input }) : undefined
  if (written) return { value: written }
  const read = readRaw(input, options)
  if (read.problems) return read
  const parsed = detect({ data: read.value })
  return parsed
    ? { value: parsed }
    : { problems: [{ path: '', code: 'import.format', message: 'unknown drawing format' }] }
}

function detect(file: SourceFile): Detection | undefined {
  const importer = importers.find((each) => each.detect(file))
  return importer && { importer, file }
}
