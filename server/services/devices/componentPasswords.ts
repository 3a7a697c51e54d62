import { catalog } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'
import { DrawingDocument, isId, readDrawing } from '@mimic/engine/document'
import { sql } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import { findPasswordComponent } from '../../../contract/componentPassword.ts'
import type { Db } from '../../database/index.ts'
import { audit, type Author, getIdentity } from '../base/audit.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { createLockout } from '../base/lockout.ts'
import { hashPassword, verifyPassword } from '../base/passwords.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'

/** Component of a drawing that triggers a command or opens a target. */
export interface CommandOrigin {
  readonly drawing: string
  readonly component: string
}

/**
 * Passwords that components of drawings require before a command, link or other drawing. Only hashes are stored,
 * outside the drawing. Failures are counted per user and component like failed sign-ins. A password protects the points
 * that its component operates, in drawings of the points' own project, against commands from any source. At most four
 * passwords per point are checked, first those of the command's own drawing, then the oldest: each check costs a slow
 * hash, so one wrong password could otherwise overload the server. Further passwords are treated as wrong.
 */
export function createComponentPasswords(db: Db) {
  const lockout = createLockout(db, 'component.locked')
  const read = createDrawingReader(db)
  const findGuards = createGuardFinder(db, read)

  const readHash = async (drawing: string, component: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('component_password')
        .select('password')
        .where('drawing', '=', drawing)
        .where('component', '=', component)
        .executeTakeFirst()
    )?.password

  /** Verifies the password and counts the attempt for this user and component. */
  const attempt = async (
    name: string,
    address: string,
    password: string,
    hashes: readonly string[],
  ): Promise<boolean> => {
    const key = await lockout.attempt(name, address)
    const isCorrect = await matchesAny(password, hashes, address).catch(async (cause: unknown) => {
      await lockout.revertAttempt(name, key)
      throw cause
    })
    await (isCorrect ? lockout.reset(name, key) : lockout.recordFailure(name, key))
    return isCorrect
  }

  /**
   * Throws unless the password of the component is correct. Failures for all purposes are counted together. `about` is
   * added to the audit entry.
   */
  const requirePassword = async (
    author: Author,
    drawing: string,
    guard: string,
    password: string | undefined,
    details: { readonly tag?: string },
  ): Promise<void> => {
    const hash = await readHash(drawing, guard)
    if (hash === undefined) throw new ApiError('component.passwordUnset')
    if (password === undefined) throw new ApiError('component.password')
    if (await attempt(`component/${drawing}/${guard} ${getIdentity(author).name}`, author.address, password, [hash]))
      return
    await audit(db, author, {
      object: `drawing/${drawing}`,
      action: 'componentPassword.wrong',
      content: { component: guard, ...details },
    })
    throw new ApiError('component.passwordWrong')
  }

  return {
    /** Ids of the components of a drawing that have a password. */
    async list(drawing: string): Promise<string[]> {
      const rows = await db
        .selectFrom('component_password')
        .select('component')
        .where('drawing', '=', drawing)
        .orderBy('component')
        .execute()
      return rows.map(({ component }) => component)
    },

    /**
     * Sets or removes a password. The component may not be saved yet, because the drawing is saved after its password.
     */
    async set(caller: RequestContext, drawing: string, component: string, password: string | null): Promise<void> {
      const hash = password === null ? null : await hashPassword(password)
      await db.transaction().execute(async (tx) => {
        if (hash === null)
          await tx
            .deleteFrom('component_password')
            .where('drawing', '=', drawing)
            .where('component', '=', component)
            .execute()
        else {
          const row = { password: hash, set_at: new Date(), set_by: caller.session.name }
          await tx
            .insertInto('component_password')
            .values({ drawing, component, ...row })
            .onConflict((conflict) => conflict.columns(['drawing', 'component']).doUpdateSet(row))
            .execute()
        }
        await audit(tx, caller, {
          object: `drawing/${drawing}`,
          action: 'componentPassword',
          content: { component, isSet: hash !== null },
        })
      })
    },

    /**
     * Throws if the component does not operate the tag, or if the password required by it or by a surrounding group is
     * missing or wrong. A component that requires a password never set rejects everyone. If it requires none, or
     * belongs to another project while the point is protected, the point's own password applies.
     */
    async check(
      author: Author,
      tag: string,
      origin: CommandOrigin | undefined,
      password: string | undefined,
    ): Promise<void> {
      if (!origin) return this.checkPoint(author, tag, password)
      const { drawing, component } = origin
      const { document, project } = (await read(drawing)) ?? {}
      const requestedComponent = isId(component) ? document?.get(component) : undefined
      if (!document || !requestedComponent || !canOperate(requestedComponent, tag))
        throw new ApiError('component.changed')
      const guard = findPasswordComponent(requestedComponent, (id) => document.get(id))
      // A drawing of another project cannot replace the protection of this project's points.
      const isForeign = project !== parseTag(tag)?.project
      if (!guard || (isForeign && (await findGuards(tag)).isGuarded))
        return this.checkPoint(author, tag, password, drawing)
      await requirePassword(author, drawing, guard.id, password, { tag })
    },

    /**
     * Throws if the target of a component's action (link or drawing) requires a password that is missing or wrong. The
     * target itself is visible in the drawing; the password protects only the operation.
     */
    async checkOpening(
      caller: RequestContext,
      { drawing, component }: CommandOrigin,
      password: string | undefined,
    ): Promise<void> {
      const { document } = (await read(drawing)) ?? {}
      const requestedComponent = isId(component) ? document?.get(component) : undefined
      if (!document || (requestedComponent?.action?.kind !== 'link' && requestedComponent?.action?.kind !== 'drawing'))
        throw new ApiError('component.changed')
      const guard = findPasswordComponent(requestedComponent, (id) => document.get(id))
      if (guard) await requirePassword(caller, drawing, guard.id, password, {})
    },

    /**
     * Throws unless the password of one of the components protecting the point is correct. A component whose password
     * was never set protects no point and rejects only its own operation.
     */
    async checkPoint(author: Author, tag: string, password: string | undefined, drawing?: string): Promise<void> {
      const { isGuarded, hashes } = await findGuards(tag, drawing)
      if (!isGuarded) return
      if (hashes.length === 0) throw new ApiError('component.passwordUnset')
      if (password === undefined) throw new ApiError('component.password')
      if (await attempt(`point/${tag} ${getIdentity(author).name}`, author.address, password, hashes)) return
      await audit(db, author, { object: `tag/${tag}`, action: 'componentPassword.wrong', content: { tag } })
      throw new ApiError('component.passwordWrong')
    },

    /** Returns true if a component of the project protects the point with a password. */
    async isGuarded(tag: string): Promise<boolean> {
      return (await findGuards(tag)).isGuarded
    },
  }
}

export type ComponentPasswords = ReturnType<typeof createComponentPasswords>

const maxCachedDrawings = 20
const maxCachedGuards = 1000
const maxHashes = 4

interface CachedDrawing {
  readonly project: string
  readonly revision: number
  /** Undefined if the stored drawing cannot be read. */
  readonly document: DrawingDocument | undefined
}

/** Reads stored drawings and caches recent ones by revision, because a drawing may have thousands of components. */
function createDrawingReader(db: Db): (id: string) => Promise<CachedDrawing | undefined> {
  const cache = new Map<string, CachedDrawing>()
  return async (id) => {
    const found = await db.selectFrom('drawing').select('revision').where('id', '=', id).executeTakeFirst()
    const cached = cache.get(id)
    cache.delete(id)
    if (!found) return undefined
    if (cached?.revision === found.revision) {
      cache.set(id, cached)
      return cached
    }
    const row = await db
      .selectFrom('drawing')
      .select(['body', 'revision', 'project'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    const drawing = readDrawing(row.body, catalog)
    const readHash = {
      project: row.project,
      revision: row.revision,
      document: drawing.problems ? undefined : new DrawingDocument(drawing.value.drawing),
    }
    cache.set(id, readHash)
    dropOldest(cache, maxCachedDrawings)
    return readHash
  }
}

interface Guards {
  readonly isGuarded: boolean
  /** Empty if the point is protected and no password can match. */
  readonly hashes: readonly string[]
}

type GuardsByTag = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Finds the passwords protecting a point: those of components operating it in drawings of its project, with drawing
 * `first` before others. An unreadable drawing with passwords protects every point it names, and no password matches.
 */
function createGuardFinder(
  db: Db,
  read: (id: string) => Promise<CachedDrawing | undefined>,
): (tag: string, preferredDrawing?: string) => Promise<Guards> {
  const cache = new Map<string, { readonly revision: number; readonly guards: GuardsByTag | undefined }>()
  const readGuards = async (drawing: string, revision: number): Promise<GuardsByTag | undefined> => {
    const cached = cache.get(drawing)
    cache.delete(drawing)
    const document = cached?.revision === revision ? undefined : (await read(drawing))?.document
    const guards = cached?.revision === revision ? cached.guards : document && groupGuardsByTag(document)
    cache.set(drawing, { revision, guards })
    dropOldest(cache, maxCachedGuards)
    return guards
  }
  const mentionsTag = async (tag: string, drawing: string): Promise<boolean> =>
    (await db
      .selectFrom('drawing')
      .select('id')
      .where('id', '=', drawing)
      .where(sql<boolean>`strpos(body, ${tag}) > 0`)
      .executeTakeFirst()) !== undefined
  return async (tag, preferredDrawing) => {
    const project = parseTag(tag)?.project
    if (project === undefined) return { isGuarded: false, hashes: [] }
    const rows = await db
      .selectFrom('component_password')
      .innerJoin('drawing', 'drawing.id', 'component_password.drawing')
      .select([
        'component_password.drawing',
        'component_password.component',
        'component_password.password',
        'drawing.revision',
      ])
      .where('drawing.project', '=', project)
      .orderBy('component_password.set_at')
      .orderBy('component_password.drawing')
      .orderBy('component_password.component')
      .execute()
    const ownHashes: string[] = []
    const otherHashes: string[] = []
    let isGuarded = false
    for (const { drawing, component, password, revision } of rows) {
      const guards = await readGuards(drawing, revision)
      if (guards?.get(tag)?.has(component)) (drawing === preferredDrawing ? ownHashes : otherHashes).push(password)
      else if (!guards && !isGuarded) isGuarded = await mentionsTag(tag, drawing)
    }
    const hashes = [...new Set([...ownHashes, ...otherHashes])].slice(0, maxHashes)
    return { isGuarded: isGuarded || hashes.length > 0, hashes }
  }
}

function dropOldest(cache: Map<string, unknown>, max: number): void {
  for (const oldest of [...cache.keys()].slice(0, Math.max(0, cache.size - max))) cache.delete(oldest)
}

/** By tag: the components whose password protects it. */
function groupGuardsByTag(document: DrawingDocument): GuardsByTag {
  const guards = new Map<string, Set<string>>()
  for (const component of document.all()) {
    const tags = getOperatedTags(component)
    const guard = tags.length > 0 ? findPasswordComponent(component, (id) => document.get(id)) : null
    if (guard) for (const tag of tags) guards.set(tag, (guards.get(tag) ?? new Set()).add(guard.id))
  }
  return guards
}

async function matchesAny(password: string, hashes: readonly string[], source: string): Promise<boolean> {
  for (const hash of hashes) if (await verifyPassword(password, hash, source)) return true
  return false
}

/** Returns true if a click on the component can write the tag, through its action or its type. */
function canOperate(component: Component, tag: string): boolean {
  return getOperatedTags(component).includes(tag)
}

function getOperatedTags({ type, action, bindings }: Component): readonly string[] {
  if (action) return action.kind === 'switch' || action.kind === 'write' ? [action.tag] : []
  const cached = catalog.get(type)?.operates
  return cached === undefined ? [] : bindings.filter((binding) => binding.prop === cached.prop).map(({ tag }) => tag)
}
