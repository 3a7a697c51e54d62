import type { Action, Animation, Binding, Id, Props } from './binding.ts'
import type { Extras } from '../values/promptFields.ts'
import type { Place, SymbolLink } from './instance.ts'

export type { Action, Animation, Binding, Id, Props, Via } from './binding.ts'
export type { Extras } from '../values/promptFields.ts'

/**
 * A component of a drawing, as a frozen record.
 * - `x`, `y`: top-left corner of the unrotated box in drawing px, independent of the parent. Rotation and mirroring use
 *   the centre.
 * - `rank`: orders siblings (fractional index; an order array would need thousands of patches for one reordering).
 * - `props`: only values that differ from the type's defaults.
 */
export interface Component extends Place {
  readonly id: Id
  readonly type: string
  readonly name: string
  readonly rank: string
  readonly parent: Id | null
  readonly opacity: number
  readonly visible: boolean
  readonly locked: boolean
  /**
   * Id of the first component of its family of copies; null for that component itself and for components that are not
   * copies. The first component may have been deleted.
   */
  readonly copies: Id | null
  readonly props: Props
  readonly bindings: readonly Binding[]
  readonly animation: Animation | null
  readonly action: Action | null
  /** Prompt, shadow and the like; usually `noExtras`. */
  readonly extras: Extras
  /** Makes a group an instance of a symbol. Its members are generated from the symbol. */
  readonly link: SymbolLink | null
}

/** Reserved type of a group. A group has no picture; its box is the union of its members' boxes. */
export const groupType = 'group'

/**
 * The page of a drawing. Sizes in drawing px, `backColor` as `#rrggbb` or `#rrggbbaa`, `backgroundImage` a URL or ''.
 */
export interface Layer {
  /** Display name of the background; '' for none. */
  readonly backgroundName: string
  readonly backColor: string
  readonly backgroundImage: string
  /** Width divided by height, kept when resizing; 0 for none. */
  readonly widthHeightRatio: number
  readonly width: number
  readonly height: number
  /** True if viewers of the running drawing may pan and zoom; the editor always can. */
  readonly dragZoom: boolean
  /** Theme of symbols without their own theme. */
  readonly theme: PageTheme
}

/** `muted`: only abnormal states are coloured. `vivid`: each state has a colour. */
export type PageTheme = 'muted' | 'vivid'
