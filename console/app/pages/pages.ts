import type { Edition } from '../../stores/session/preferences.ts'
import type { EntityPage, Page, ScreenPage } from './page.ts'
import { menuGroups } from './page.ts'
import { platformPages } from './platformPages.ts'
import { workPages } from './workPages.ts'

/** All pages behind the sign-in, in menu order. */
export const allPages: readonly Page[] = [...workPages, ...platformPages]

const byPath = new Map(allPages.map((page) => [page.path, page]))
if (byPath.size < allPages.length) throw new Error('two pages have one path')

export const findPage = (path: string): Page | undefined => byPath.get(path)

export const isEntityPage = (shows: EntityPage | ScreenPage): shows is EntityPage => 'entity' in shows

/** Groups pages by menu group; empty groups are omitted. */
export function groupPages(
  pages: readonly Page[],
): { readonly group: (typeof menuGroups)[number]; readonly pages: readonly Page[] }[] {
  return menuGroups
    .map((group) => ({ group, pages: pages.filter((page) => page.group === group) }))
    .filter(({ pages: some }) => some.length > 0)
}

/** Keeps the first page of each name within a group: a page with variants has one per edition. */
export function uniqueByName(pages: readonly Page[]): readonly Page[] {
  const seen = new Set<string>()
  return pages.filter((page) => !seen.has(getGroupedName(page)) && seen.add(getGroupedName(page)))
}

const getGroupedName = ({ group, words }: Page): string => `${group} ${words.en}`

/**
 * Returns the edition to switch to when a page opens that the menu of the current edition contains in no variant.
 * Returns `null` if the edition does not change, including when none has been chosen yet.
 */
export function getEditionSwitch(path: string, edition: Edition | null): Edition | null {
  const page = findPage(path)
  if (edition === null || page?.editions === undefined || page.editions.includes(edition)) return null
  const hasFace = allPages.some(
    (one) => getGroupedName(one) === getGroupedName(page) && one.editions?.includes(edition) === true,
  )
  return hasFace ? null : (page.editions[0] ?? null)
}

/**
 * Returns the menu entry to highlight for a path: the page itself, the entry it names, or its variant in this menu.
 * Defaults to the first entry of the menu if no page matches (specification, section 9). Pages outside the menu, such
 * as the own account, highlight none.
 */
export function getHighlightedPath(path: string, menu: readonly Page[]): string | undefined {
  const page = findPage(path)
  const own = menu.find((entry) => entry.path === (page?.group === undefined ? page?.highlights : page.path))
  const face =
    page?.group === undefined ? undefined : menu.find((entry) => getGroupedName(entry) === getGroupedName(page))
  if (page && page.group === undefined && page.highlights === undefined) return undefined
  return own?.path ?? face?.path ?? groupPages(menu)[0]?.pages[0]?.path
}
