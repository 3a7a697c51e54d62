import type { Found } from '../../contract/routes.ts'
import { runPath } from '../kit/drawingPaths.ts'
import type { Page } from './page.ts'
import { isEntityPage } from './pages.ts'

/** A found thing and where it is looked at. */
export interface FoundPlace {
  readonly found: Found
  readonly path: string
  /** The list in which it stands; null: it opens itself. */
  readonly page: Page | null
}

/**
 * Where each found thing is looked at: a drawing runs, everything else stands alone in its list. `pages`: those that are offered, the
 * chosen system's first; what has none of them is left out.
 */
export function foundPlaces(found: readonly Found[], pages: readonly Page[]): readonly FoundPlace[] {
  return found.flatMap((thing): FoundPlace[] => {
    if (thing.kind === 'drawing') return [{ found: thing, path: runPath(thing.id), page: null }]
    const page = pages.find(({ shows }) => isEntityPage(shows) && shows.entity === thing.kind && !shows.preset && !(shows.only && thing.kind !== 'area'))
    if (!page) return []
    const query = new URLSearchParams({ search: thing.title, ...(thing.project && { project: thing.project }) })
    return [{ found: thing, path: `${page.path}?${query.toString()}`, page }]
  })
}
