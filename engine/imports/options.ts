import type { Drawing, DrawingLimits } from '../document/index.ts'
import type { Report } from './report.ts'

export interface ImportOptions {
  /** The drawing's name; absent: the file's own. */
  readonly name?: string
  /** The tag for a foreign name; undefined leaves its bindings out. Absent: a tag of project `imported` made from the name. */
  readonly tagOf?: (name: string) => string | undefined
  readonly limits?: Partial<DrawingLimits>
  /** All of it comes as one group of this name, to be moved at once beside what is there already; absent: as it is in the file. */
  readonly group?: string
}

export interface SvgOptions extends ImportOptions {
  /** `components` (default): each shape becomes a component; `picture`: the whole file becomes one. */
  readonly as?: 'components' | 'picture'
  /** The component type that shows a picture; absent: the one that plays the image role. */
  readonly pictureType?: string
}

export interface FuxaOptions extends ImportOptions {
  /** Which view of a project: its id, its name or its place; absent: the one it starts with. */
  readonly view?: string | number
}

export interface Imported {
  readonly drawing: Drawing
  readonly report: Report
}
