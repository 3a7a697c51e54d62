import type { Action, Animation } from '../../document/index.ts'
import type { Matrix } from '../matrix.ts'
import type { Folder, DrawingBuilder, StyleRequest } from '../drawingBuilder.ts'
import type { XmlElement } from '../xml.ts'
import type { Fills } from './fills.ts'
import type { Viewport } from './lengths.ts'
import type { SvgClipRegion } from './clipRegion.ts'
import type { Style, StyleSheet } from './styles.ts'

/** What a shape is, as far as a binding of its colours or words has to know. */
export type LeafKind = 'area' | 'line' | 'words' | 'picture'

/** What the elements around one hand down to it. */
export interface Context {
  readonly matrix: Matrix
  readonly style: Style
  readonly folder: Folder | null
  readonly viewport: Viewport
  readonly isVisible: boolean
  /** References that are being followed: none of them again. */
  readonly uses: readonly XmlElement[]
  readonly attached: Attached | null
  /** Clip paths around it, the outermost first. */
  readonly clips: readonly Clip[]
  /** Everything as well as components can say it, without clips, and nothing as a picture. */
  readonly isPlain: boolean
}

/** A clip path in force, and the coordinates that it was asked for in. */
export interface Clip {
  readonly id: string
  readonly matrix: Matrix
  readonly region: SvgClipRegion
}

/** What a file says of an element beside the picture: its values, motion and click. */
export interface Attached {
  readonly name?: string
  readonly wishes?: (kind: LeafKind) => readonly StyleRequest[]
  readonly animation?: Animation | null
  readonly action?: Action | null
}

/** What shapes are put down with. */
export interface Surface {
  readonly sketch: DrawingBuilder
  readonly fills: Fills
  readonly sheet: StyleSheet
  lengthOf(element: XmlElement, name: string, context: Context, otherwise?: number): number
  /** Counts work that grows faster than the file; a file has only so much. */
  spend(units: number): void
}
