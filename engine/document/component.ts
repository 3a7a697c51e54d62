import type { Action, Animation, Binding, Id, Props } from './binding.ts'
import type { Extras } from './promptFields.ts'
import type { Place, SymbolLink } from './instance.ts'

export type { Action, Animation, Binding, Id, Props, Via } from './binding.ts'
export type { Extras } from './promptFields.ts'

/**
 * One component of a drawing: a frozen record. x and y are the top left corner of its unrotated box in drawing
 * pixels, whatever its parent; rotation and mirroring are about the box's centre. `rank` orders siblings (a
 * fractional index: an order array made thousands of patches for one bring-to-front). `props` holds only what
 * differs from the type's defaults.
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
  /** The group of copies that it belongs to, by the id of the first of them, which itself has null; null: it is no copy. The first may be gone. */
  readonly copies: Id | null
  readonly props: Props
  readonly bindings: readonly Binding[]
  readonly animation: Animation | null
  readonly action: Action | null
  /** Hover prompt, shadow and the like; `noExtras` for most. */
  readonly extras: Extras
  /** What makes a group an instance of a symbol: its members are then made from the symbol, never written by hand. */
  readonly link: SymbolLink | null
}

/** The reserved type of a group: a record without a picture whose box is the union of its members'. */
export const groupType = 'group'

/** The sheet that a drawing lies on; sizes in drawing pixels, `backColor` as `#rrggbb` or `#rrggbbaa`, `backgroundImage` an address or ''. */
export interface Layer {
  /** What people call this background; '' for none. */
  readonly backgroundName: string
  readonly backColor: string
  readonly backgroundImage: string
  /** Width over height that a resize keeps; 0 keeps none. */
  readonly widthHeightRatio: number
  readonly width: number
  readonly height: number
  /** Whether who watches the running drawing may drag and zoom it; the editor always can. */
  readonly dragZoom: boolean
  /** How symbols look that do not say so themselves. */
  readonly theme: PageTheme
}

/** `muted`: only what is wrong has a colour. `vivid`: states have colours of their own. */
export type PageTheme = 'muted' | 'vivid'
