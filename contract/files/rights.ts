import type { Membership, Role } from '../access.ts'
import { hasPermission, canAccess } from '../access.ts'
import type { Entity } from '../entity/define.ts'
import type { EntityFields } from '../entity/field.ts'
import { getEntityRoutes } from '../entity/routes.ts'
import type { FilePurpose } from './purposes.ts'
import { findPurpose } from './purposes.ts'

interface Uploader {
  readonly role: Role
  readonly projects: readonly Membership[]
  readonly permissions: readonly string[]
}

/**
 * Returns true if the account may upload a file for this purpose. It must be allowed to create or update a row of an
 * entity with such a field: in `project`, or without a project for entities outside projects. If no entity has such a
 * field, every account may upload.
 */
export function canUpload(
  uploader: Uploader,
  purpose: FilePurpose,
  project: string | undefined,
  entities: readonly Entity[],
): boolean {
  const accepting = entities.filter(({ fields }) => acceptsPurpose(fields, purpose))
  return (
    accepting.length === 0 ||
    accepting.some((entity) => {
      const { create, update } = getEntityRoutes(entity)
      return [create, update].some((route) => {
        if (
          !route ||
          (route.policy.permission !== undefined && !hasPermission(uploader.permissions, route.policy.permission))
        )
          return false
        if (route.policy.scope !== 'project') return route.policy.roles.includes(uploader.role)
        return project !== undefined && canAccess(uploader, route.policy, project)
      })
    })
  )
}

const acceptsPurpose = (fields: EntityFields, purpose: FilePurpose): boolean =>
  Object.values(fields).some((field) => {
    if (field.kind === 'rows') return acceptsPurpose(field.fields, purpose)
    return field.kind === 'files' && findPurpose(field) === purpose
  })
