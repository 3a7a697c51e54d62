import { entityOf } from '../../contract/entities.ts'
import type { EntityPage } from '../app/page.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import { readEntityQuery } from '../stores/entityQuery.ts'
import type { RootStore } from '../stores/root.ts'

/** Asks for the rows of an entity's page as its address says it, before the page is drawn: they come while it is. */
export function preloadEntityPage({ entities, projects }: RootStore, { entity: name, preset }: EntityPage, params: URLSearchParams): void {
  const entity = entityOf(name)
  // Once for all pages, and again where that had no answer: its days are said by the projects' clocks.
  if (entity.scope === 'project') void projects.load()
  entities.of(entity).show(requestKey(readEntityQuery(entity, params), preset))
}

/** What a page asks for: what its address says, and what it is about. */
export const requestKey = (query: EntityQuery, preset: EntityPage['preset']): EntityQuery => ({ ...query, filter: { ...query.filter, ...preset } })
