import type { Edition } from '../stores/preferences.ts'
import type { EntityPage, Page, ScreenPage } from './page.ts'
import { menuGroups } from './page.ts'
import { platformPages } from './platformPages.ts'
import { workPages } from './workPages.ts'

/** Every page behind the sign-in, in the order of the menu. */
export const allPages: readonly Page[] = [...workPages, ...platformPages]

const byPath = new Map(allPages.map((page) => [page.path, page]))
if (byPath.size < allPages.length) throw new Error('two pages have one path')

/** The page of a path, or undefined where there is none. */
export const pageAt = (path: string): Page | undefined => byPath.get(path)

export const isEntityPage = (shows: EntityPage | ScreenPage): shows is EntityPage => 'entity' in shows

/** The groups of a menu with their pages, those without any left out. */
export function groupsOf(pages: readonly Page[]): { readonly group: (typeof menuGroups)[number]; readonly pages: readonly Page[] }[] {
  return menuGroups.map((group) => ({ group, pages: pages.filter((page) => page.group === group) })).filter(({ pages: some }) => some.length > 0)
}

/** Each name of a group once, by the first page of that name: pages of several faces have one for each system. */
export function onceEach(pages: readonly Page[]): readonly Page[] {
  const seen = new Set<string>()
  return pages.filter((page) => !seen.has(nameOf(page)) && seen.add(nameOf(page)))
}

const nameOf = ({ group, words }: Page): string => `${group} ${words.en}`

/**
 * The system whose menu has the page at a path, where that of the one that is worked with has neither it nor another face of it: who opens
 * such a page works there from then on. Null where nothing changes; who has chosen no system yet has the menu of all.
 */
export function editionAt(path: string, edition: Edition | null): Edition | null {
  const page = pageAt(path)
  if (edition === null || page?.editions === undefined || page.editions.includes(edition)) return null
  const hasFace = allPages.some((one) => nameOf(one) === nameOf(page) && one.editions?.includes(edition) === true)
  return hasFace ? null : page.editions[0] ?? null
}

/**
 * The menu's entry to highlight for a path: the page's own, the one that it names, or the face of it that this menu has; where no page is
 * open yet the menu's first (specification, section 9). A page that stands in no menu, as one's own account, highlights nothing.
 */
export function highlightedAt(path: string, menu: readonly Page[]): string | undefined {
  const page = pageAt(path)
  const own = menu.find((entry) => entry.path === (page?.group === undefined ? page?.highlights : page.path))
  const face = page?.group === undefined ? undefined : menu.find((entry) => nameOf(entry) === nameOf(page))
  if (page && page.group === undefined && page.highlights === undefined) return undefined
  return own?.path ?? face?.path ?? groupsOf(menu)[0]?.pages[0]?.path
}
