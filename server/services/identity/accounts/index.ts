import { sql } from 'kysely'
import type { Role } from '../../../../contract/access.ts'
import { roles as ranks } from '../../../../contract/access.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { readFields, readValues } from '../../../../contract/entity/read.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { account as entity } from '../../../../contract/system/access.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import type { Author, ChangeRequest, EntityService, NewEntityRow } from '../../entities/index.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import { newId } from '../../entities/ids.ts'
import { checkReferences } from '../../entities/references.ts'
import { getAuthorName } from '../../entities/types.ts'
import { createViewReading } from '../../entities/readOnlyView.ts'
import { hashPassword, findWeakness } from '../../base/passwords.ts'
import type { ReadPermissions } from '../permissions.ts'
import { removeSecondStep } from '../secondStep/index.ts'
import type { Sessions } from '../sessions.ts'
import { getStrongestRole } from '../sessions.ts'
import type { Holder } from './rank.ts'
import { checkGrantable, checkRank, checkReach, computeGrants, isOperator, getManagedProjects } from './rank.ts'
import { accountView } from './view.ts'
import { getText, toText } from '../../entities/values.ts'

export interface AccountParts {
  readonly db: Db
  readonly sessions: Sessions
  readonly readPermissions: ReadPermissions
  readonly getService: (name: string) => EntityService
  /** Rejects the removal of referenced accounts, or clears the references. */
  readonly clearReferences: (tx: Db, author: Author, name: string, ids: readonly string[]) => Promise<void>
}

interface AccountRow extends Holder {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly enabled: boolean
  readonly roles: readonly string[]
  readonly updatedBy: string
  readonly updatedAt: number
}

/** Fields that account holders may change themselves. */
const selfEditableFields = new Set(['name', 'phone', 'email', 'post'])
/** Fields that affect sessions. Changing one re-checks the account's sessions. */
const permissionFields = new Set(['role', 'roles', 'projects', 'isWall'])

/** Manages user accounts. `rank.ts` checks the author's rank. Changes apply to active sessions immediately. */
export function createAccounts({
  db,
  sessions,
  readPermissions,
  getService,
  clearReferences,
}: AccountParts): EntityService {
  const { readIn, ...reading } = createViewReading(db, accountView, getService)

  /** Returns the locked account if the author may see it; otherwise throws `object.missing`. */
  const lockAccount = async (tx: Db, author: Author, id: string): Promise<AccountRow> => {
    const row = await tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new ApiError('object.missing')
    const projects = await tx
      .selectFrom('project_grant')
      .select(['project as id', 'role'])
      .where('account', '=', id)
      .orderBy('project')
      .execute()
    const managed = 'session' in author ? getManagedProjects(author.session) : undefined
    const isVisible = !managed || id === getAccountId(author) || projects.some((grant) => managed.includes(grant.id))
    if (!isVisible) throw new ApiError('object.missing')
    return { ...row, projects, updatedBy: row.updated_by, updatedAt: (row.updated_at ?? row.created_at).getTime() }
  }

  const checkLast = async (tx: Db, { id, role, enabled }: AccountRow): Promise<void> => {
    if (role !== 'super' || !enabled) return
    // Lock all super administrators in a fixed order, so that two of them cannot remove each other.
    const supers = await tx
      .selectFrom('account')
      .select('id')
      .where('role', '=', 'super')
      .where('enabled', '=', true)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (supers.every((other) => other.id === id)) throw new ApiError('account.last')
  }

  const checkGrantedPermissions = async (
    tx: Db,
    author: Author,
    after: Holder & { readonly roles: readonly string[] },
  ): Promise<void> => {
    if (!('session' in author) || author.session.role === 'super') return
    const { permissions } = await readPermissions(
      tx,
      getStrongestRole([after.role, ...after.projects.map(({ role }) => role)]),
      after.roles,
    )
    checkGrantable(author.session, permissions)
  }

  const writeGrants = async (tx: Db, id: string, { projects }: Holder): Promise<void> => {
    await tx.deleteFrom('project_grant').where('account', '=', id).execute()
    for (const { id: project, role } of projects)
      await tx.insertInto('project_grant').values({ account: id, project, role }).execute()
  }

  const change = async (
    tx: Db,
    author: Author,
    present: AccountRow,
    record: Readonly<Record<string, unknown>>,
    hash: string | undefined,
  ): Promise<AccountRow | undefined> => {
    const caller = 'session' in author ? author : undefined
    if (caller && present.id !== caller.session.accountId) checkRank(caller.session, present)
    const before = toValues(await readIn(tx, present.id, caller))
    const read = readValues(entity, record, 'update', before)
    if (read.problems) throw new ApiError('input.invalid', { problems: read.problems })
    const changedFields = Object.keys(record).filter((field) =>
      field === 'password' ? hash !== undefined : !isSame(before[field], read.values[field]),
    )
    if (changedFields.length === 0) return undefined
    if (present.id === getAccountId(author)) checkOwn(changedFields)
    const requested = readHolder(read.values)
    const after = {
      ...requested,
      projects:
        changedFields.includes('projects') && caller
          ? computeGrants(caller.session, present.projects, requested.projects)
          : changedFields.includes('projects')
            ? requested.projects
            : present.projects,
    }
    if (caller && present.id !== caller.session.accountId) checkRank(caller.session, after)
    if (caller && changedFields.some((field) => field !== 'projects') && !(present.id === caller.session.accountId))
      checkReach(caller.session, present)
    await checkReferences(
      tx,
      author,
      Object.fromEntries(Object.entries(entity.fields).filter(([field]) => changedFields.includes(field))),
      [{ project: '', values: read.values }],
      getService,
    )
    const changesPermissions = changedFields.some((field) => permissionFields.has(field))
    if (changesPermissions) await checkGrantedPermissions(tx, author, after)
    if (after.role !== 'super') await checkLast(tx, present)
    await tx
      .updateTable('account')
      .set({
        ...toColumns(read.values),
        role: after.role,
        roles: JSON.stringify(after.roles),
        revision: present.revision + 1,
        updated_at: new Date(),
        updated_by: getAuthorName(author),
        ...(hash === undefined ? {} : { password: hash, must_change: true }),
      })
      .where('id', '=', present.id)
      .execute()
    if (changedFields.includes('projects')) await writeGrants(tx, present.id, after)
    if (hash !== undefined) await sessions.end(tx, present.id, 'password')
    await audit(tx, author, {
      object: toAuditObject(present),
      action: 'update',
      content: Object.fromEntries(
        changedFields.map((field) => [
          field,
          field === 'password'
            ? { before: '***', after: '***' }
            : { before: before[field] ?? null, after: read.values[field] ?? null },
        ]),
      ),
    })
    return changesPermissions || hash !== undefined ? present : undefined
  }

  const removeAccount = async (tx: Db, author: Author, id: string): Promise<AccountRow> => {
    const present = await lockAccount(tx, author, id)
    checkOther(author, present)
    await checkLast(tx, present)
    await clearReferences(tx, author, entity.name, [id])
    await tx.deleteFrom('account').where('id', '=', id).execute()
    await audit(tx, author, {
      object: toAuditObject(present),
      action: 'remove',
      content: { role: present.role, projects: present.projects },
    })
    return present
  }

  const notifyChanged = (changed: readonly (AccountRow | undefined)[]): void => {
    for (const account of changed) if (account) sessions.notifyEnded({ account: account.name })
  }

  /** Hash before the transaction, because it is slow and the embedded database has one connection. */
  const newHash = async (
    record: Readonly<Record<string, unknown>>,
    name: string | undefined,
  ): Promise<string | undefined> => {
    const { password } = record
    if (typeof password !== 'string' || password === '' || name === undefined) return undefined
    const problems = readFields({ password: { ...passwordField, required: false } }, { password }).problems
    if (problems) throw new ApiError('input.invalid', { problems })
    const weakness = findWeakness(password, name)
    if (weakness) throw new ApiError('password.weak', { problems: [createFault('password', 'weak', weakness)] })
    return hashPassword(password)
  }

  const findName = async (id: string): Promise<string | undefined> =>
    (await db.selectFrom('account').select('name').where('id', '=', id).executeTakeFirst())?.name

  return {
    entity,
    ...reading,

    async create(author: Author, { values: input }: NewEntityRow) {
      const { values, problems } = readValues(entity, input, 'create')
      if (problems) throw new ApiError('input.invalid', { problems })
      const caller = 'session' in author ? author : undefined
      const requested = readHolder(values)
      if (caller) checkRank(caller.session, requested)
      const after = {
        ...requested,
        projects: caller ? computeGrants(caller.session, [], requested.projects) : requested.projects,
      }
      const name = getText(values, 'username')
      const password = await newHash(values, name)
      if (password === undefined) throw new ApiError('input.invalid')
      const id = newId()
      await db.transaction().execute(async (tx) => {
        await checkReferences(tx, author, entity.fields, [{ project: '', values }], getService)
        await checkGrantedPermissions(tx, author, after)
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('account')
          .values({
            id,
            name,
            role: after.role,
            password,
            must_change: true,
            created_at: new Date(),
            created_by: getAuthorName(author),
            updated_by: getAuthorName(author),
            ...toColumns(values),
            roles: JSON.stringify(after.roles),
          })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .executeTakeFirstOrThrow()
        if (!numInsertedOrUpdatedRows)
          throw new ApiError('account.taken', {
            problems: [createFault('username', 'taken', { en: 'Username already in use', zh: '该账号名已存在' })],
          })
        await writeGrants(tx, id, after)
        await audit(tx, author, {
          object: `account/${name}`,
          action: 'create',
          content: { role: after.role, projects: after.projects, roles: after.roles },
        })
      })
      return readIn(db, id, caller)
    },

    async update(author: Author, id: string, revision: number, { values: input }: ChangeRequest) {
      const record = toRecord(input)
      const hash = await newHash(record, await findName(id))
      const changed = await db.transaction().execute(async (tx) => {
        const present = await lockAccount(tx, author, id)
        if (present.revision !== revision)
          throw new ApiError('entity.conflict', {
            detail: { revision: present.revision, updatedBy: present.updatedBy, updatedAt: present.updatedAt },
          })
        return change(tx, author, present, record, hash)
      })
      notifyChanged([changed])
      return readIn(db, id, 'session' in author ? author : undefined)
    },

    async updateMany(author: Author, ids: readonly string[], { values: input }: ChangeRequest) {
      const record = toRecord(input)
      if (record['password'] !== undefined && record['password'] !== null)
        throw createInvalidInputError(
          createFault('password', 'many', { en: 'Each account needs its own password', zh: '每个账号应有各自的密码' }),
        )
      const uniqueIds = [...new Set(ids)].toSorted()
      const changed = await db.transaction().execute(async (tx) => {
        const found: (AccountRow | undefined)[] = []
        for (const id of uniqueIds)
          found.push(await change(tx, author, await lockAccount(tx, author, id), record, undefined))
        return found
      })
      notifyChanged(changed)
      return { changed: uniqueIds.length }
    },

    async remove(author: Author, id: string) {
      notifyChanged([await db.transaction().execute((tx) => removeAccount(tx, author, id))])
    },

    async removeMany(author: Author, ids: readonly string[]) {
      const uniqueIds = [...new Set(ids)].toSorted()
      const removed = await db.transaction().execute(async (tx) => {
        const rows: AccountRow[] = []
        for (const id of uniqueIds) rows.push(await removeAccount(tx, author, id))
        return rows
      })
      notifyChanged(removed)
      return { removed: removed.length }
    },

    async move(author: Author, id: string, name: string, input: unknown) {
      const move = entity.lifecycle?.moves[name]
      if (!move || !entity.lifecycle || !Object.hasOwn(entity.lifecycle.moves, name))
        throw new ApiError('object.missing')
      const { problems } = readFields({}, input ?? {})
      if (problems) throw new ApiError('input.invalid', { problems })
      const changed = await db.transaction().execute(async (tx) => {
        const present = await lockAccount(tx, author, id)
        checkOther(author, present)
        const from = present.enabled ? 'enabled' : 'disabled'
        if (!move.from.includes(from)) throw new ApiError('entity.state', { detail: { state: from } })
        if (move.to === 'disabled') await checkLast(tx, present)
        if (name === 'resetSecondStep' && !(await removeSecondStep(tx, id)))
          throw new ApiError('entity.state', { detail: { state: from } })
        await tx
          .updateTable('account')
          .set({
            enabled: move.to === 'enabled',
            revision: present.revision + 1,
            updated_at: new Date(),
            updated_by: getAuthorName(author),
          })
          .where('id', '=', id)
          .execute()
        if (move.to === 'disabled') await sessions.end(tx, id, 'removed')
        if (name === 'resetSecondStep') await sessions.end(tx, id, 'secondStep')
        await sql`insert into entity_event (entity, row_id, at, who, move, "from", "to", "values") values
          (${entity.name}, ${id}, ${new Date()}, ${getAuthorName(author)}, ${name}, ${JSON.stringify(from)}::jsonb, ${JSON.stringify(move.to)}::jsonb, '{}'::jsonb)`.execute(
          tx,
        )
        await audit(tx, author, { object: toAuditObject(present), action: name, content: { from, to: move.to } })
        return present
      })
      notifyChanged([changed])
      return readIn(db, id, 'session' in author ? author : undefined)
    },
  }
}

const passwordField = entity.fields.password
const toAuditObject = ({ name }: Pick<AccountRow, 'name'>): string => `account/${name}`
const getAccountId = (author: Author): string => ('session' in author ? author.session.accountId : '')

/**
 * Users cannot change their own permissions or lock themselves out. Changing the own password requires the current one,
 * through another route.
 */
function checkOwn(fields: readonly string[]): void {
  if (fields.includes('password'))
    throw createInvalidInputError(
      createFault('password', 'own', {
        en: 'Change your own password in the account menu',
        zh: '请在账号菜单中修改本人密码',
      }),
    )
  if (fields.some((field) => !selfEditableFields.has(field))) throw new ApiError('account.last')
}

function checkOther(author: Author, present: AccountRow): void {
  if (present.id === getAccountId(author)) throw new ApiError('account.last')
  if (!('session' in author)) return
  checkRank(author.session, present)
  if (isOperator(present)) checkReach(author.session, present)
}

function readHolder(values: EntityValues): Holder & { readonly roles: readonly string[] } {
  const projects = Array.isArray(values['projects']) ? values['projects'] : []
  return {
    role: parseRole(values['role']),
    roles: Array.isArray(values['roles']) ? values['roles'].filter((id): id is string => typeof id === 'string') : [],
    projects: projects.flatMap((row) =>
      typeof row === 'object' && 'project' in row && typeof row['project'] === 'string'
        ? [{ id: row['project'], role: parseRole(row['role']) }]
        : [],
    ),
  }
}

const parseRole = (value: unknown): Role => ranks.find((rank) => rank === value) ?? 'operator'
const toColumns = (values: EntityValues) => ({
  full_name: toText(values['name']),
  phone: toText(values['phone']),
  email: toText(values['email']),
  post: toText(values['post']),
  is_wall: values['isWall'] === true,
})

/** Values of a row without the password, which stays unchanged if omitted. */
const toValues = (row: object): EntityValues => {
  const values = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    Object.keys(entity.fields).map((field) => [field, field === 'password' ? null : (values.get(field) ?? null)]),
  ) as EntityValues // The row's values match the declared fields.
}

const toRecord = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.fromEntries(Object.entries(input)) : {}
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}
