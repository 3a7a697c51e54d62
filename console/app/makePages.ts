import type { Words } from '../../contract/entity/field.ts'
import type { EntityPage, MenuGroup, Page } from './page.ts'

export const en = (one: string, zh: string): Words => ({ en: one, zh })

/** A page that is an entity's. */
export const list = (path: string, words: Words, group: MenuGroup, shows: EntityPage, more: Partial<Page> = {}): Page =>
  ({ path, words, group, shows, isCached: true, ...more })

/** The faces of one page of the specification: `/instdet1`, `/instdet1ob`, `/instdet1tunnel`; each stands in the menu of its edition. */
export const listVariants = (path: string, words: Words, group: MenuGroup, shows: EntityPage): readonly Page[] => [
  list(path, words, group, { ...shows, variant: 'plain' }, { editions: ['street'] }),
  list(`${path}ob`, words, group, { ...shows, variant: 'ob' }, { editions: ['industry'] }),
  list(`${path}tunnel`, words, group, { ...shows, variant: 'tunnel' }, { editions: ['tunnel'] }),
]
