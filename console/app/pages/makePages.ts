import type { Words } from '../../../contract/entity/field.ts'
import type { EntityPage, MenuGroup, Page } from './page.ts'

export const en = (one: string, zh: string): Words => ({ en: one, zh })

/** Creates the list page of an entity. */
export const list = (
  path: string,
  words: Words,
  group: MenuGroup,
  shows: EntityPage,
  more: Partial<Page> = {},
): Page => ({ path, words, group, shows, isCached: true, ...more })

/**
 * Creates the variants of one page of the specification, for example `/instdet1`, `/instdet1ob` and `/instdet1tunnel`.
 * Each appears in the menu of its edition.
 */
export const listVariants = (path: string, words: Words, group: MenuGroup, shows: EntityPage): readonly Page[] => [
  list(path, words, group, { ...shows, variant: 'plain' }, { editions: ['street'] }),
  list(`${path}ob`, words, group, { ...shows, variant: 'ob' }, { editions: ['industry'] }),
  list(`${path}tunnel`, words, group, { ...shows, variant: 'tunnel' }, { editions: ['tunnel'] }),
]
