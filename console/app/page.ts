import type { ComponentType } from 'react'
import type { Role } from '../../contract/access.ts'
import type { Variant, Words } from '../../contract/entity/field.ts'
import type { CustomScreenConfig } from '../crud/screenConfig.ts'
import type { Edition } from '../stores/preferences.ts'
import type { RootStore } from '../stores/root.ts'

/** The parts of the menu, in its order. */
export const menuGroups = ['home', 'drawings', 'scenes', 'devices', 'facilities', 'strategies', 'operation', 'energy', 'statistics', 'tunnel', 'rules', 'platform', 'monitor', 'system', 'help'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** An entity's page as data: which entity, and what of it the page is about. */
export interface EntityPage {
  readonly entity: string
  readonly variant?: Variant
  readonly preset?: Readonly<Record<string, string>>
  readonly only?: readonly string[]
  /** What the page has beyond the declaration, in a chunk of its own. */
  readonly more?: () => Promise<CustomScreenConfig>
}

/** A screen of its own, in a chunk of its own. */
export interface ScreenPage {
  readonly load: () => Promise<ComponentType>
  /** Shows the page's store what the address asks for, before the page is drawn and at every change of the address. */
  readonly prepare?: (stores: RootStore, query: URLSearchParams) => void
}

/** A page behind the sign-in. Title, menu entry, guard and the chunk that draws it are said here and nowhere else. */
export interface Page {
  readonly path: string
  readonly words: Words
  /** Where in the menu; a page without is reached from another page. */
  readonly group?: MenuGroup
  /** The editions whose menu has it; all when absent. The page itself opens in every edition. */
  readonly editions?: readonly Edition[]
  /** The weakest role that finds it in the menu. */
  readonly role?: Role
  /** The role is asked of the projects: who has it in one of them finds the page. */
  readonly isOfProjects?: true
  /** The menu entry that is highlighted while this page is open, where it has none of its own. */
  readonly highlights?: string
  /** What it showed is kept when one comes back to it; a page that is not cached starts anew. */
  readonly isCached?: boolean
  /** Without the header and the menu: it has the window for itself. */
  readonly isBare?: true
  readonly shows: EntityPage | ScreenPage
}
