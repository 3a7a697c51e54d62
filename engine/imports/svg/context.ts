import type { Action, Animation } from '../../document/index.ts'
import type { Matrix } from '../matrix.ts'
import type { Folder, DrawingBuilder, StyleRequest } from '../drawingBuilder.ts'
import type { Ink } from '../shapes.ts'
import type { XmlElement } from '../xml.ts'
import type { Fills } from './fills.ts'
import type { Viewport } from './lengths.ts'
import type { SvgClipRegion } from './clipRegion.ts'
import type { Style, StyleSheet } from './styles.ts'

/** Kind of a shape, which determines how colour and text bindings apply. */
export type LeafKind = 'area' | 'line' | 'words' | 'picture'

/** State inherited from the enclosing elements. */
export interface Context {
  readonly matrix: Matrix
  readonly style: Style
  readonly folder: Folder | null
  readonly viewport: Viewport
  readonly isVisible: boolean
  /** References being resolved, to detect cycles. */
  readonly uses: readonly XmlElement[]
  readonly attached: Attached | null
  /** Enclosing clip paths, outermost first. */
  readonly clips: readonly Clip[]
  /** Draw as components only, with the closest representation, ignoring clips and without picture fallback. */
  readonly isPlain: boolean
  /** Paints of the path whose marker is drawn, for `context-fill` and `context-stroke`. */
  readonly contextInk?: Ink
}

/** An active clip path with the coordinate system of its reference. */
export interface Clip {
  readonly id: string
  readonly matrix: Matrix
  readonly region: SvgClipRegion
}

/** Data of a source format attached to an element: name, bindings, animation and click action. */
export interface Attached {
  readonly name?: string
  readonly requests?: (kind: LeafKind) => readonly StyleRequest[]
  readonly animation?: Animation | null
  readonly action?: Action | null
}

/** Services for drawing shapes. */
export interface Surface {
  readonly sketch: DrawingBuilder
  readonly fills: Fills
  readonly sheet: StyleSheet
  getLength(element: XmlElement, name: string, context: Context, otherwise?: number): number
  /** Counts work that grows faster than the file size; the total per file is limited. */
  spend(units: number): void
  /** Draws the children of an element that is referenced, with its own inherited style. */
  drawContent(element: XmlElement, context: Context): void
}
