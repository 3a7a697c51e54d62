import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Membership } from '../../../contract/access.ts'
import { allPermissions, hasPermission, roleIn } from '../../../contract/access.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ApiToken } from '../../../contract/routes/tokens.ts'
import type { Route } from '../../../contract/routes.ts'
import { canGrant, collectTokenPermissions, tokenPrefix } from '../../../contract/tokens.ts'
import type { Db } from '../../database/index.ts'
import { monotonicNow, toWallClock } from '../../monotonicClock.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext, Session } from '../base/requestContext.ts'
import type { Authenticated, SessionOptions } from './sessions.ts'
import { getStrongestRole } from './sessions.ts'

/** Current status and permissions of an account, which limit its tokens. */
export type AccountStatus = Pick<
  Session,
  'accountId' | 'name' | 'role' | 'roles' | 'projects' | 'permissions' | 'mustChangePassword' | 'isWall'
>

export interface ApiTokensOptions {
  readonly db: Db
  /** Undefined if the account does not exist or is disabled. */
  readonly readAccountStatus: (accountId: string) => Promise<AccountStatus | undefined>
  /** All served routes, which determine the available token permissions. */
  readonly routes: readonly (readonly [id: string, route: Route])[]
}

export interface NewApiToken {
  readonly name: string
  readonly permissions: readonly string[]
  readonly projects: readonly string[] | null
  readonly expiresAt: number
}

const { perAccount, maxMs, answerCacheMs } = limits.token
const tokenPattern = new RegExp(`^${tokenPrefix}[A-Za-z0-9_-]{43}$`)
const lastUsedUpdateMs = 60_000
const cacheSize = 10_000

/**
 * API tokens with a subset of their owner's permissions. Token and owner are checked on each call, cached for at most
 * three seconds, so a permission lost by the owner is lost by the token.
 */
export function createApiTokens({ db, readAccountStatus: standingOf, routes }: ApiTokensOptions) {
  const routesByPermission = collectTokenPermissions(routes)
  const cache = new Map<string, TokenLookup & { readonly untilMs: number }>()

  let hits = 0
  let misses = 0

  const canGrantPermission = (
    giver: Pick<Session, 'role' | 'projects' | 'permissions'>,
    permission: string,
  ): boolean => {
    if (permission === allPermissions) return giver.permissions.includes(allPermissions)
    const holder = { permissions: giver.permissions, held: [giver.role, ...giver.projects.map(({ role }) => role)] }
    return (routesByPermission.get(permission) ?? []).some((route) => canGrant(holder, route))
  }

  const lookUp = async (hash: string): Promise<TokenLookup> => {
    const row = await db.selectFrom('api_token').selectAll().where('hash', '=', hash).executeTakeFirst()
    if (!row) return { id: '', name: '', owner: '', answer: { error: 'session.none' } }
    const now = Date.now()
    const owner = row.revoked_at === null && row.expires_at.getTime() > now ? await standingOf(row.account) : undefined
    if (!owner)
      return {
        id: row.id,
        name: row.name,
        owner: '',
        answer: {
          error: row.revoked_at === null && row.expires_at.getTime() <= now ? 'session.expired' : 'session.ended',
        },
      }
    if (now - (row.last_used_at?.getTime() ?? 0) > lastUsedUpdateMs)
      await db
        .updateTable('api_token')
        .set({ last_used_at: new Date(now) })
        .where('id', '=', row.id)
        .execute()
    return { id: row.id, name: row.name, owner: owner.name, answer: { session: toSession(row, owner) } }
  }

  const evict = (id: string): boolean => {
    const found = [...cache].filter(([, cached]) => cached.id === id)
    for (const [hash] of found) cache.delete(hash)
    return found.length > 0
  }

  return {
    /** Cache statistics and maintenance. */
    inspectableCache: {
      figures: () => ({ entries: cache.size, most: cacheSize, hits, misses }),
      clear: () => cache.clear(),
      keys: () =>
        [...cache.values()].map(({ id, name, owner, untilMs }) => ({
          id,
          account: owner,
          name,
          until: toWallClock(untilMs),
        })),
      remove: evict,
    },

    /** Authenticates a token. The session's `token` field marks it as an API token. */
    async authenticate(token: string): Promise<Authenticated> {
      if (!tokenPattern.test(token)) return { error: 'session.none' }
      const hash = hashToken(token)
      const cached = cache.get(hash)
      if (cached && cached.untilMs > monotonicNow()) {
        hits++
        return cached.answer
      }
      misses++
      const lookup = await lookUp(hash)
      const { answer } = lookup
      if (cache.size >= cacheSize) cache.clear()
      if (answer.session)
        cache.set(hash, {
          ...lookup,
          untilMs: monotonicNow() + Math.min(answerCacheMs, answer.session.expiresAt - Date.now()),
        })
      return answer
    },

    async list({ session }: RequestContext): Promise<ApiToken[]> {
      const all = db
        .selectFrom('api_token')
        .innerJoin('account', 'account.id', 'api_token.account')
        .selectAll('api_token')
        .select('account.name as owner')
        .orderBy('created_at', 'desc')
      const rows = await (session.role === 'super' ? all : all.where('account', '=', session.accountId))
        .limit(1000)
        .execute()
      return rows.map(toApiToken)
    },

    async create(caller: RequestContext, request: NewApiToken): Promise<ApiToken & { token: string }> {
      const { session } = caller
      const permissions = [...new Set(request.permissions)].toSorted()
      const problems = [
        ...permissions.flatMap((permission) =>
          canGrantPermission(session, permission)
            ? []
            : [{ path: 'permissions', code: 'denied', message: `you lack the permission ${permission}` }],
        ),
        ...(request.projects ?? []).flatMap((id, index) =>
          roleIn(session, id) === undefined
            ? [{ path: `projects.${index}`, code: 'missing', message: 'no such project' }]
            : [],
        ),
        ...(request.expiresAt <= Date.now() || request.expiresAt > Date.now() + maxMs
          ? [{ path: 'expiresAt', code: 'range', message: 'must be in the future and within a year' }]
          : []),
      ]
      if (problems.length > 0) throw new ApiError('input.invalid', { problems })
      const token = `${tokenPrefix}${randomBytes(32).toString('base64url')}`
      const row = {
        id: randomUUID(),
        hash: hashToken(token),
        name: request.name,
        account: session.accountId,
        permissions: JSON.stringify(permissions),
        projects: request.projects && JSON.stringify([...new Set(request.projects)]),
        created_at: new Date(),
        expires_at: new Date(request.expiresAt),
        last_used_at: null,
        revoked_at: null,
        revoked_by: null,
      }
      await db.transaction().execute(async (tx) => {
        // Lock the account, because its tokens are counted.
        await tx.selectFrom('account').select('id').where('id', '=', session.accountId).forUpdate().executeTakeFirst()
        const live = await tx
          .selectFrom('api_token')
          .select('id')
          .where('account', '=', session.accountId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', new Date())
          .limit(perAccount)
          .execute()
        if (live.length >= perAccount) throw new ApiError('token.many')
        if (request.projects) {
          const found = await tx.selectFrom('project').select('id').where('id', 'in', request.projects).execute()
          const missing = request.projects.findIndex((id) => !found.some((one) => one.id === id))
          if (missing >= 0)
            throw new ApiError('input.invalid', {
              problems: [{ path: `projects.${missing}`, code: 'missing', message: 'no such project' }],
            })
        }
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('api_token')
          .values(row)
          .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
          .executeTakeFirstOrThrow()
        if (!numInsertedOrUpdatedRows)
          throw new ApiError('token.taken', {
            problems: [{ path: 'name', code: 'taken', message: 'name already in use' }],
          })
        await audit(tx, caller, {
          object: `token/${row.name}`,
          action: 'create',
          content: { id: row.id, permissions, projects: request.projects, expiresAt: request.expiresAt },
        })
      })
      return { ...toApiToken({ ...row, owner: session.name }), token }
    },

    async revoke(caller: RequestContext, id: string): Promise<void> {
      const { session } = caller
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('api_token')
          .select(['name', 'account', 'revoked_at'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!row || (row.account !== session.accountId && session.role !== 'super'))
          throw new ApiError('object.missing')
        if (row.revoked_at !== null) return
        await tx
          .updateTable('api_token')
          .set({ revoked_at: new Date(), revoked_by: session.name })
          .where('id', '=', id)
          .execute()
        await audit(tx, caller, { object: `token/${row.name}`, action: 'revoke', content: { id } })
      })
      evict(id)
    },
  }
}

/** Cached lookup of a token with the names shown to administrators. */
interface TokenLookup {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly answer: Authenticated
}

export type ApiTokens = ReturnType<typeof createApiTokens>

/** Reads an account's status and permissions from the database. */
export const readAccountStatus =
  (db: Db, readPermissions: SessionOptions['readPermissions']) =>
  async (accountId: string): Promise<AccountStatus | undefined> => {
    const account = await db
      .selectFrom('account')
      .select(['id', 'name', 'role', 'roles', 'must_change', 'enabled', 'is_wall'])
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (!account?.enabled) return undefined
    const projects = await db
      .selectFrom('project_grant')
      .select(['project as id', 'role'])
      .where('account', '=', accountId)
      .orderBy('project')
      .execute()
    const { permissions, roles } = await readPermissions(
      db,
      getStrongestRole([account.role, ...projects.map(({ role }) => role)]),
      account.roles,
      account.is_wall,
    )
    return {
      accountId,
      name: account.name,
      role: account.role,
      roles: [account.role, ...roles],
      projects,
      permissions,
      mustChangePassword: account.must_change,
      isWall: account.is_wall,
    }
  }

interface TokenRow {
  readonly id: string
  readonly name: string
  readonly permissions: string
  readonly projects: string | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly revoked_by: string | null
}

const toApiToken = ({ id, name, owner, ...row }: TokenRow & { readonly owner: string }): ApiToken => ({
  id,
  name,
  owner,
  permissions: parseList(row.permissions),
  projects: row.projects === null ? null : parseList(row.projects),
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  lastUsedAt: row.last_used_at?.getTime() ?? null,
  revokedAt: row.revoked_at?.getTime() ?? null,
  revokedBy: row.revoked_by,
})

/**
 * Session with the permissions of token and owner. A super administrator's token limited to projects has the owner's
 * role in those projects and a manager's rank elsewhere.
 */
function toSession(row: TokenRow, owner: AccountStatus): Session {
  const tokenPermissions = parseList(row.permissions)
  const projectIds = row.projects === null ? undefined : parseList(row.projects)
  const projects =
    projectIds === undefined
      ? owner.projects
      : projectIds.flatMap((id): Membership[] => {
          const role = roleIn(owner, id)
          return role === undefined ? [] : [{ id, role }]
        })
  return {
    id: row.id,
    accountId: owner.accountId,
    name: `token:${row.name}`,
    role: projectIds !== undefined && owner.role === 'super' ? 'manager' : owner.role,
    roles: owner.roles,
    projects,
    permissions: owner.permissions.includes(allPermissions)
      ? tokenPermissions
      : tokenPermissions.filter(
          (permission) => permission.startsWith('api:') || hasPermission(owner.permissions, permission),
        ),
    mustChangePassword: owner.mustChangePassword,
    mustSetSecondStep: false,
    signedInAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    token: row.id,
    ...(owner.isWall ? { isWall: true } : {}),
  }
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

function parseList(json: string): string[] {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}
