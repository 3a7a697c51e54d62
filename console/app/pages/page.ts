import type { ComponentType } from 'react'
import type { Role } from '../../../contract/access.ts'
import type { Variant, Words } from '../../../contract/entity/field.ts'
import type { CustomScreenConfig } from '../../crud/config/screenConfig.ts'
import type { Edition } from '../../stores/session/preferences.ts'
import type { RootStore } from '../../stores/root.ts'

/** Menu groups in display order. */
export const menuGroups = [
  'home',
  'drawings',
  'scenes',
  'devices',
  'facilities',
  'strategies',
  'operation',
  'energy',
  'statistics',
  'tunnel',
  'rules',
  'platform',
  'monitor',
  'system',
  'help',
] as const
export type MenuGroup = (typeof menuGroups)[number]

/** List page of an entity, as data: the entity and the part of it that the page shows. */
export interface EntityPage {
  readonly entity: string
  readonly variant?: Variant
  readonly preset?: Readonly<Record<string, string>>
  readonly only?: readonly string[]
  /** Customisations beyond the entity declaration, in a separate chunk. */
  readonly more?: () => Promise<CustomScreenConfig>
}

/** Page with its own component, in a separate chunk. */
export interface ScreenPage {
  readonly load: () => Promise<ComponentType>
  /** Passes the query of the address to the page's store, before the page renders and whenever the address changes. */
  readonly prepare?: (stores: RootStore, query: URLSearchParams) => void
}

/** Page behind the sign-in. This is the only place that declares its title, menu entry, guard and chunk. */
export interface Page {
  readonly path: string
  readonly words: Words
  /** Menu group. A page without one is reached from another page. */
  readonly group?: MenuGroup
  /** Editions whose menu contains the page; all if absent. The page itself opens in every edition. */
  readonly editions?: readonly Edition[]
  /** Lowest role that sees the page in the menu. */
  readonly role?: Role
  /** The role in a single project is sufficient to see the page. */
  readonly anyProject?: true
  /** Path of the menu entry to highlight, for a page without its own entry. */
  readonly highlights?: string
  /** Restores the last query when the user returns; other pages start fresh. */
  readonly isCached?: boolean
  /** Renders without header and menu, in the whole window. */
  readonly isBare?: true
  readonly shows: EntityPage | ScreenPage
}
