import type { Role } from '../../../contract/access.ts'
import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { hasOwnerRole, mayChangeAuthored } from '../../../contract/entity/owner.ts'
import { ApiError } from '../../../contract/errors.ts'
import { createFault, createInvalidInputError } from './validationErrors.ts'
import type { Author } from './types.ts'

/**
 * Throws unless the author has the role in the project that owns the row. Rows without an owner belong to super
 * administrators, except private ones, which belong to their creator.
 */
export function checkOwner(
  entity: Entity,
  author: Author,
  requiredRole: Role,
  creator: string | null,
  ...states: readonly EntityValues[]
): void {
  const { owner, privacy } = entity
  if (owner === undefined || !('session' in author)) return
  const { session } = author
  for (const values of states) {
    const isOwnPrivate =
      privacy !== undefined &&
      values[privacy] !== true &&
      creator === session.accountId &&
      typeof values[owner] !== 'string'
    if (isOwnPrivate || hasOwnerRole(session, values[owner], requiredRole)) continue
    const words =
      typeof values[owner] === 'string'
        ? { en: 'Belongs to a project that you do not manage', zh: '归属于您没有管理权限的项目' }
        : {
            en: 'Belongs to all projects: only super administrators can change it',
            zh: '归属于所有项目，仅超级管理员可修改',
          }
    throw new ApiError('access.denied', { problems: [createFault(owner, 'owner', words)] })
  }
}

/** Throws unless the author may change a row that belongs to its creator and the managers of its project. */
export function checkAuthor(entity: Entity, author: Author, project: string, creator: string | null): void {
  if (!('session' in author)) return
  if (mayChangeAuthored(entity, author.session, project, author.session.accountId === creator)) return
  const words = { en: 'Only its creator and managers can change it', zh: '仅创建人和管理人员可修改' }
  throw new ApiError('access.denied', { problems: [createFault('', 'author', words)] })
}

/** Sets the owner of a new row to the only project in which its author may own rows. Throws if there are several. */
export function withOwner(entity: Entity, author: Author, values: EntityValues): EntityValues {
  const { owner, roles } = entity
  if (
    owner === undefined ||
    !('session' in author) ||
    author.session.role === 'super' ||
    typeof values[owner] === 'string'
  )
    return values
  const ownableProjects = author.session.projects.filter(({ id }) => hasOwnerRole(author.session, id, roles.write))
  if (ownableProjects.length > 1)
    throw createInvalidInputError(
      createFault(owner, 'required', { en: 'Please choose the owner project', zh: '请选择归属项目' }),
    )
  return { ...values, [owner]: ownableProjects[0]?.id ?? null }
}
