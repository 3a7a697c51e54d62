import type { Entity } from '../../../contract/entity/define.ts'
import { hasOwnerRole } from '../../../contract/entity/owner.ts'
import { useStores } from '../../stores/root.ts'

interface Owners {
  /** Projects that can own a row created or changed by this account. */
  readonly owners: readonly string[]
  /** Project that the user currently works in. */
  readonly preferred: string | null
  /** Entity for the form. The owner is required, except for super administrators. */
  variant(entity: Entity): Entity
}

/** Projects that can own rows shared by all projects. Call in an observer. */
export function useOwners(): Owners {
  const { session, projects, preferences } = useStores()
  const { account } = session
  const owners =
    account === null
      ? []
      : account.projects.filter(({ id }) => hasOwnerRole(account, id, 'manager')).map(({ id }) => id)
  const start = projects.startIn(preferences.edition, preferences.getLastProject(account?.name ?? ''))
  return {
    owners,
    preferred: owners.find((id) => id === start) ?? owners[0] ?? null,
    variant: (entity) => {
      const field = entity.owner === undefined ? undefined : entity.fields[entity.owner]
      if (entity.owner === undefined || !field || account?.role === 'super') return entity
      return { ...entity, fields: { ...entity.fields, [entity.owner]: { ...field, required: true } } }
    },
  }
}
