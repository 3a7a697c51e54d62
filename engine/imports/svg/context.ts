import type { Action, Animation } from '../../document/index.ts'
import type { Matrix } from '../matrix.ts'
import type { Folder, Wish } from '../sketch.ts'
import type { XmlElement } from '../xml.ts'
import type { Viewport } from './lengths.ts'
import type { Style } from './styles.ts'

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
}

/** What a file says of an element beside the picture: its values, motion and click. */
export interface Attached {
  readonly name?: string
  readonly wishes?: (kind: LeafKind) => readonly Wish[]
  readonly animation?: Animation | null
  readonly action?: Action | null
}
