import type { Entity } from '../../contract/entity/define.ts'
import { mayOwn } from '../../contract/entity/owner.ts'
import { useStores } from '../stores/root.ts'

interface Owners {
  /** The projects that can own a row which this account makes or changes. */
  readonly owners: readonly string[]
  /** The one in which the person works. */
  readonly preferred: string | null
  /** The entity as a form has it: only super administrators leave the owner empty. */
  face(entity: Entity): Entity
}

/** Which projects can own rows that all projects use. For observers. */
export function useOwners(): Owners {
  const { session, projects, preferences } = useStores()
  const { account } = session
  const owners = account === null ? [] : account.projects.filter(({ id }) => mayOwn(account, id, 'manager')).map(({ id }) => id)
  const start = projects.startIn(preferences.edition, preferences.projectOf(account?.name ?? ''))
  return {
    owners, preferred: owners.find((id) => id === start) ?? owners[0] ?? null,
    face: (entity) => {
      const field = entity.owner === undefined ? undefined : entity.fields[entity.owner]
      if (entity.owner === undefined || !field || account?.role === 'super') return entity
      return { ...entity, fields: { ...entity.fields, [entity.owner]: { ...field, required: true } } }
    },
  }
}
