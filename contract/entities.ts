import type { Role } from './access.ts'
import { allPermissions } from './access.ts'
import type { Entity } from './entity/define.ts'
import { routesOf } from './entity/routes.ts'
import { lightingEntities } from './lighting/index.ts'
import { platformEntities } from './platform/index.ts'
import type { Route } from './routes/define.ts'
import { routes } from './routes.ts'
import { scadaEntities } from './scada/index.ts'
import { systemEntities } from './system/index.ts'

/** Every entity there is. A new one is a file in its area's folder and a line in that folder's `index.ts`; nothing else names it. */
export const entities: readonly Entity[] = [...systemEntities, ...platformEntities, ...scadaEntities, ...lightingEntities]

const byName = new Map(entities.map((entity) => [entity.name, entity]))
if (byName.size < entities.length) throw new Error('two entities have one name')

/** The entity of that name; throws where there is none, for only declarations name entities. */
export function entityOf(name: string): Entity {
  const entity = byName.get(name)
  if (!entity) throw new Error(`there is no entity ${name}`)
  return entity
}

/** The routes of several entities, by `<entity>.<action>`. */
export const routesOfAll = (several: readonly Entity[]): Readonly<Record<string, Route>> => Object.fromEntries(
  several.flatMap((entity) => Object.entries(routesOf(entity)).map(([action, route]) => [`${entity.name}.${action}`, route])),
)

/** The routes of all entities. */
export const entityRoutes = routesOfAll(entities)

/** What a role holds by itself: every permission whose route lets it pass. Roles that an installation makes hold what is given them. */
export function permissionsOfRole(role: Role, from: Readonly<Record<string, Route>> = { ...routes, ...entityRoutes }): readonly string[] {
  if (role === 'super') return [allPermissions]
  return [...new Set(Object.values(from).flatMap(({ policy }) => (policy.permission !== undefined && policy.roles.includes(role) ? [policy.permission] : [])))]
}

for (const entity of entities) {
  for (const [name, field] of Object.entries(entity.fields)) {
    if ((field.kind === 'ref' || field.kind === 'refs') && !byName.has(field.to)) throw new Error(`${entity.name}.${name} refers to ${field.to}, which is no entity`)
  }
}
