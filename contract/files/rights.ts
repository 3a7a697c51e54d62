import type { Membership, Role } from '../access.ts'
import { hasPermission, canAccess } from '../access.ts'
import type { Entity } from '../entity/define.ts'
import type { EntityFields } from '../entity/field.ts'
import { routesOf } from '../entity/routes.ts'
import type { FilePurpose } from './purposes.ts'
import { purposeOf } from './purposes.ts'

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
export function mayUpload(uploader: Uploader, purpose: FilePurpose, project: string | undefined, entities: readonly Entity[]): boolean {
  const taking = entities.filter(({ fields }) => takes(fields, purpose))
  return taking.length === 0 || taking.some((entity) => {
    const { create, update } = routesOf(entity)
    return [create, update].some((route) => {
      if (!route || (route.policy.permission !== undefined && !hasPermission(uploader.permissions, route.policy.permission))) return false
      if (route.policy.scope !== 'project') return route.policy.roles.includes(uploader.role)
      return project !== undefined && canAccess(uploader, route.policy, project)
    })
  })
}

const takes = (fields: EntityFields, purpose: FilePurpose): boolean => Object.values(fields).some((field) => {
  if (field.kind === 'rows') return takes(field.fields, purpose)
  return field.kind === 'files' && purposeOf(field) === purpose
})
