import type { Catalog } from '../components/catalog.ts'
import type { Parsed } from '../schema/index.ts'
import type { FuxaOptions, Imported, SvgOptions } from './options.ts'
import type { Source } from './report.ts'
import type { Raw } from './untypedJson.ts'

/** Content of a file: its text, or the object parsed from JSON. */
export interface SourceFile {
  readonly text?: string
  readonly data?: Raw
}

/** Options of all importers. */
export type AllImportOptions = SvgOptions & FuxaOptions

/** Imports a file as text or parsed data. Returns problems for an invalid file; never throws. */
export type ImportDrawing = (input: unknown, catalog: Catalog, options: AllImportOptions) => Parsed<Imported>

/** Entry of a file format in the list of importers. Contains no code of the importer itself. */
export interface Importer {
  readonly id: Source
  /** File name endings for file dialogs, in lower case with the dot. Detection does not use them. */
  readonly endings: readonly string[]
  /** Returns whether the content has this format. Called with the text first; if no importer detects it, with the
   * data. */
  readonly detect: (file: SourceFile) => boolean
  /** Loads the importer on first use. */
  readonly load: () => Promise<ImportDrawing>
}
