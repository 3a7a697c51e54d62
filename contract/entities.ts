import type { Role } from './access.ts'
import { allPermissions } from './access.ts'
import type { Entity } from './entity/define.ts'
import { getEntityRoutes } from './entity/routes.ts'
import { lightingEntities } from './lighting/index.ts'
import { platformEntities } from './platform/index.ts'
import type { Route } from './routes/define.ts'
import { routes } from './routes.ts'
import { scadaEntities } from './scada/index.ts'
import { systemEntities } from './system/index.ts'

/** All entities. To add one, create a file in the folder of its area and list it in that folder's `index.ts`. */
export const entities: readonly Entity[] = [
  ...systemEntities,
  ...platformEntities,
  ...scadaEntities,
  ...lightingEntities,
]

const byName = new Map(entities.map((entity) => [entity.name, entity]))
if (byName.size < entities.length) throw new Error('two entities have one name')

/** Returns the entity with this name. Throws an Error if it does not exist. */
export function getEntity(name: string): Entity {
  const entity = byName.get(name)
  if (!entity) throw new Error(`there is no entity ${name}`)
  return entity
}

/** Returns the routes of several entities, keyed by `<entity>.<action>`. */
export const collectEntityRoutes = (several: readonly Entity[]): Readonly<Record<string, Route>> =>
  Object.fromEntries(
    several.flatMap((entity) =>
      Object.entries(getEntityRoutes(entity)).map(([action, route]) => [`${entity.name}.${action}`, route]),
    ),
  )

export const entityRoutes = collectEntityRoutes(entities)

/**
 * Returns the built-in permissions of a role: the permission of every route that the role may call. Custom roles hold
 * the permissions assigned to them.
 */
export function getBuiltInPermissions(
  role: Role,
  from: Readonly<Record<string, Route>> = { ...routes, ...entityRoutes },
): readonly string[] {
  if (role === 'super') return [allPermissions]
  return [
    ...new Set(
      Object.values(from).flatMap(({ policy }) =>
        policy.permission !== undefined && policy.roles.includes(role) ? [policy.permission] : [],
      ),
    ),
  ]
}

for (const entity of entities) {
  for (const [name, field] of Object.entries(entity.fields)) {
    if ((field.kind === 'ref' || field.kind === 'refs') && !byName.has(field.to))
      throw new Error(`${entity.name}.${name} refers to ${field.to}, which is no entity`)
  }
}
