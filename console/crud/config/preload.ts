import { getEntity } from '../../../contract/entities.ts'
import type { EntityPage } from '../../app/pages/page.ts'
import type { EntityQuery } from '../../net/entityClient.ts'
import { readEntityQuery } from '../../stores/entities/entityQuery.ts'
import type { RootStore } from '../../stores/root.ts'

/** Requests the rows of an entity page before it renders, so that loading and rendering overlap. */
export function preloadEntityPage(
  { entities, projects }: RootStore,
  { entity: name, preset }: EntityPage,
  params: URLSearchParams,
): void {
  const entity = getEntity(name)
  // Loads once for all pages, and again after a failure. Calendar days are displayed in the time zones of the projects.
  if (entity.scope === 'project') void projects.load()
  entities.of(entity).show(requestKey(readEntityQuery(entity, params), preset))
}

/** Query of the page: the query of the address plus the preset filters. */
export const requestKey = (query: EntityQuery, preset: EntityPage['preset']): EntityQuery => ({
  ...query,
  filter: { ...query.filter, ...preset },
})
