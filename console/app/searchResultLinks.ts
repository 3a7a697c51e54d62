import type { Found } from '../../contract/routes.ts'
import { runPath } from '../kit/drawingPaths.ts'
import type { Page } from './page.ts'
import { isEntityPage } from './pages.ts'

/** A found thing and where it is looked at. */
export interface SearchResultLink {
  readonly found: Found
  readonly path: string
  /** The list in which it stands; null: it opens itself. */
  readonly page: Page | null
}

/** The first of some pages that shows all rows of an entity. */
export const pageOfEntity = (entity: string, pages: readonly Page[]): Page | undefined =>
  pages.find(({ shows }) => isEntityPage(shows) && shows.entity === entity && !shows.preset && !(shows.only && entity !== 'area'))

/**
 * Where each found thing is looked at: a drawing runs, everything else stands alone in its list. `pages`: those that are offered, the
 * chosen system's first; what has none of them is left out.
 */
export function searchResultLinks(found: readonly Found[], pages: readonly Page[]): readonly SearchResultLink[] {
  return found.flatMap((thing): SearchResultLink[] => {
    if (thing.kind === 'drawing') return [{ found: thing, path: runPath(thing.id), page: null }]
    const page = pageOfEntity(thing.kind, pages)
    if (!page) return []
    const query = new URLSearchParams({ search: thing.title, ...(thing.project && { project: thing.project }) })
    return [{ found: thing, path: `${page.path}?${query.toString()}`, page }]
  })
}
