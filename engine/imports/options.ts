import type { Drawing, DrawingLimits } from '../document/index.ts'
import type { Report } from './report.ts'

/** Options that all importers accept. */
export interface ImportOptions {
  /** Name of the drawing. Default: the name in the file. */
  readonly name?: string
  /**
   * Returns the tag for a name in the source file; undefined drops its bindings. Default: a tag in the project
   * `imported` derived from the name.
   */
  readonly resolveTag?: (name: string) => string | undefined
  readonly limits?: Partial<DrawingLimits>
  /**
   * Wraps everything in one group with this name, to move it as a whole after pasting. Default: the structure of the
   * file.
   */
  readonly group?: string
}

/** Options for importing an SVG file. */
export interface SvgOptions extends ImportOptions {
  /** `components` (default): one component per shape. `picture`: the whole file as one picture. */
  readonly as?: 'components' | 'picture'
  /** Component type for pictures. Default: the type with the image role. */
  readonly pictureType?: string
}

/** Options for importing a FUXA view or project. */
export interface FuxaOptions extends ImportOptions {
  /** View to import from a project: id, name or index. Default: the start view. */
  readonly view?: string | number
  /** Imports all views of a project, each as a group, one below the other. */
  readonly allViews?: boolean
}

/** Result of a successful import: the validated drawing and the import report. */
export interface Imported {
  readonly drawing: Drawing
  readonly report: Report
}
