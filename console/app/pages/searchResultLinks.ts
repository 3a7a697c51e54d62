import type { SearchResult } from '../../../contract/routes.ts'
import { runPath } from '../../kit/drawing/drawingPaths.ts'
import type { Page } from './page.ts'
import { isEntityPage } from './pages.ts'

/** A search result and the page that shows it. */
export interface SearchResultLink {
  readonly result: SearchResult
  readonly path: string
  /** List that contains it; `null` for a drawing, which opens directly. */
  readonly page: Page | null
}

/** First of the given pages that lists all rows of the entity. */
export const findEntityPage = (entity: string, pages: readonly Page[]): Page | undefined =>
  pages.find(
    ({ shows }) =>
      isEntityPage(shows) && shows.entity === entity && !shows.preset && !(shows.only && entity !== 'area'),
  )

/**
 * Returns the link of each search result: a drawing runs, everything else opens filtered in its list.
 *
 * `pages` are the pages available to the account, those of the current edition first. Results without a page are
 * omitted.
 */
export function searchResultLinks(
  results: readonly SearchResult[],
  pages: readonly Page[],
): readonly SearchResultLink[] {
  return results.flatMap((result): SearchResultLink[] => {
    if (result.kind === 'drawing') return [{ result: result, path: runPath(result.id), page: null }]
    const page = findEntityPage(result.kind, pages)
    if (!page) return []
    const query = new URLSearchParams({ search: result.title, ...(result.project && { project: result.project }) })
    return [{ result: result, path: `${page.path}?${query.toString()}`, page }]
  })
}
