import { catalog } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'
import { DrawingDocument, isId, readDrawing } from '@mimic/engine/document'
import { sql } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import { passwordHolder } from '../../../contract/componentPassword.ts'
import type { Db } from '../../database/index.ts'
import { audit, type Author, identityOf } from '../base/audit.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { createLockout } from '../base/lockout.ts'
import { hashPassword, verifyPassword } from '../base/passwords.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'

/** The component of a drawing that a command or an opening comes from. */
export interface CommandOrigin {
  readonly drawing: string
  readonly component: string
}

/**
 * The passwords that components of drawings ask for before they are operated: before a command, a link or another drawing. Only their hashes are stored, beside the
 * drawing and never in it. Wrong ones are counted by person and component like failed sign-ins. A password guards the
 * points that its component operates, in drawings of the points' own project: a command that comes another way, from
 * another component, another drawing or no drawing at all, needs it too. Of more than four guards of one point the four
 * that count are those of the command's own drawing, then the ones set first: each costs a slow hash, and whoever may
 * command could else hold the server with one wrong password. The password of a fifth is refused as a wrong one.
 */
export function createComponentPasswords(db: Db) {
  const lockout = createLockout(db, 'component.locked')
  const read = drawingReader(db)
  const guardsOf = guardFinder(db, read)

  const stored = async (drawing: string, component: string): Promise<string | undefined> =>
    (await db.selectFrom('component_password').select('password').where('drawing', '=', drawing).where('component', '=', component).executeTakeFirst())?.password

  /** Whether the password fits, counted as a try of this person at this component. */
  const tried = async (name: string, address: string, password: string, hashes: readonly string[]): Promise<boolean> => {
    const key = await lockout.attempt(name, address)
    const fits = await fitsAny(password, hashes, address).catch(async (cause: unknown) => {
      await lockout.uncounted(name, key)
      throw cause
    })
    await (fits ? lockout.succeeded(name, key) : lockout.failed(name, key))
    return fits
  }

  /** Refuses without the password of the guard itself; whatever it is asked for, wrong ones count together. `about` goes into the trail. */
  const pass = async (author: Author, drawing: string, guard: string, password: string | undefined, about: { readonly tag?: string }): Promise<void> => {
    const hash = await stored(drawing, guard)
    if (hash === undefined) throw new ApiError('component.passwordUnset')
    if (password === undefined) throw new ApiError('component.password')
    if (await tried(`component/${drawing}/${guard} ${identityOf(author).name}`, author.address, password, [hash])) return
    await audit(db, author, { object: `drawing/${drawing}`, action: 'componentPassword.wrong', content: { component: guard, ...about } })
    throw new ApiError('component.passwordWrong')
  }

  return {
    /** The components of a drawing that have a password. */
    async list(drawing: string): Promise<string[]> {
      const rows = await db.selectFrom('component_password').select('component').where('drawing', '=', drawing).orderBy('component').execute()
      return rows.map(({ component }) => component)
    },

    /** The component may be one that is not saved yet: its drawing is saved after its password is set. */
    async set(caller: RequestContext, drawing: string, component: string, password: string | null): Promise<void> {
      const hash = password === null ? null : await hashPassword(password)
      await db.transaction().execute(async (tx) => {
        if (hash === null) await tx.deleteFrom('component_password').where('drawing', '=', drawing).where('component', '=', component).execute()
        else {
          const row = { password: hash, set_at: new Date(), set_by: caller.session.name }
          await tx.insertInto('component_password').values({ drawing, component, ...row })
            .onConflict((conflict) => conflict.columns(['drawing', 'component']).doUpdateSet(row)).execute()
        }
        await audit(tx, caller, { object: `drawing/${drawing}`, action: 'componentPassword', content: { component, isSet: hash !== null } })
      })
    },

    /**
     * Refuses a command to a tag that the named component does not operate, and one without the password that it, or a
     * group around it, asks for. A component that asks for a password nobody has set refuses everybody. Where it asks for
     * none, or is of another project than the point and that one guards it, the password of a component that guards the
     * point is asked for.
     */
    async check(author: Author, tag: string, origin: CommandOrigin | undefined, password: string | undefined): Promise<void> {
      if (!origin) return this.checkPoint(author, tag, password)
      const { drawing, component } = origin
      const { document, project } = await read(drawing) ?? {}
      const asked = isId(component) ? document?.get(component) : undefined
      if (!document || !asked || !operates(asked, tag)) throw new ApiError('component.changed')
      const guard = passwordHolder(asked, (id) => document.get(id))
      // Another project's drawing has no say over who passes the guards of this one's points.
      const isForeign = project !== parseTag(tag)?.project
      if (!guard || (isForeign && (await guardsOf(tag)).isGuarded)) return this.checkPoint(author, tag, password, drawing)
      await pass(author, drawing, guard.id, password, { tag })
    },

    /**
     * Refuses to open what the action of a component leads to, a link or another drawing, without the password that it, or a
     * group around it, asks for. What it leads to is in the drawing and no secret: the password guards the operating of it.
     */
    async checkOpening(caller: RequestContext, { drawing, component }: CommandOrigin, password: string | undefined): Promise<void> {
      const { document } = await read(drawing) ?? {}
      const asked = isId(component) ? document?.get(component) : undefined
      if (!document || (asked?.action?.kind !== 'link' && asked?.action?.kind !== 'drawing')) throw new ApiError('component.changed')
      const guard = passwordHolder(asked, (id) => document.get(id))
      if (guard) await pass(caller, drawing, guard.id, password, {})
    },

    /**
     * Refuses a command to a point that components of its project's drawings guard, without the password of one of them.
     * One whose password nobody has set refuses at itself only: it guards no point until one is set.
     */
    async checkPoint(author: Author, tag: string, password: string | undefined, drawing?: string): Promise<void> {
      const { isGuarded, hashes } = await guardsOf(tag, drawing)
      if (!isGuarded) return
      if (hashes.length === 0) throw new ApiError('component.passwordUnset')
      if (password === undefined) throw new ApiError('component.password')
      if (await tried(`point/${tag} ${identityOf(author).name}`, author.address, password, hashes)) return
      await audit(db, author, { object: `tag/${tag}`, action: 'componentPassword.wrong', content: { tag } })
      throw new ApiError('component.passwordWrong')
    },

    /** Whether a component of its project guards a point by a password that somebody has set. */
    async isGuarded(tag: string): Promise<boolean> {
      return (await guardsOf(tag)).isGuarded
    },
  }
}

export type ComponentPasswords = ReturnType<typeof createComponentPasswords>

const keptDrawings = 20
const keptGuards = 1000
const mostHashes = 4

interface Stored {
  readonly project: string
  readonly revision: number
  /** Undefined where what is stored cannot be read. */
  readonly document: DrawingDocument | undefined
}

/** Reads stored drawings, and keeps the last ones as long as they are not saved anew: a drawing may have thousands of components. */
function drawingReader(db: Db): (id: string) => Promise<Stored | undefined> {
  const kept = new Map<string, Stored>()
  return async (id) => {
    const found = await db.selectFrom('drawing').select('revision').where('id', '=', id).executeTakeFirst()
    const known = kept.get(id)
    kept.delete(id)
    if (!found) return undefined
    if (known?.revision === found.revision) {
      kept.set(id, known)
      return known
    }
    const row = await db.selectFrom('drawing').select(['body', 'revision', 'project']).where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    const drawing = readDrawing(row.body, catalog)
    const stored = { project: row.project, revision: row.revision, document: drawing.problems ? undefined : new DrawingDocument(drawing.value.drawing) }
    kept.set(id, stored)
    dropOldest(kept, keptDrawings)
    return stored
  }
}

interface Guards {
  readonly isGuarded: boolean
  /** None where the point is guarded by what nothing fits. */
  readonly hashes: readonly string[]
}

type ByTag = ReadonlyMap<string, ReadonlySet<string>>

/**
 * What guards a point: the passwords of the components that operate it, in the drawings of its project, those of `first` before all others.
 * A drawing that has passwords and cannot be read guards every point that it names, and nothing fits it.
 */
function guardFinder(db: Db, read: (id: string) => Promise<Stored | undefined>): (tag: string, first?: string) => Promise<Guards> {
  const kept = new Map<string, { readonly revision: number; readonly guards: ByTag | undefined }>()
  const guardsIn = async (drawing: string, revision: number): Promise<ByTag | undefined> => {
    const known = kept.get(drawing)
    kept.delete(drawing)
    const document = known?.revision === revision ? undefined : (await read(drawing))?.document
    const guards = known?.revision === revision ? known.guards : document && guardsByTag(document)
    kept.set(drawing, { revision, guards })
    dropOldest(kept, keptGuards)
    return guards
  }
  const isNamed = async (tag: string, drawing: string): Promise<boolean> =>
    (await db.selectFrom('drawing').select('id').where('id', '=', drawing).where(sql<boolean>`strpos(body, ${tag}) > 0`).executeTakeFirst()) !== undefined
  return async (tag, first) => {
    const project = parseTag(tag)?.project
    if (project === undefined) return { isGuarded: false, hashes: [] }
    const rows = await db.selectFrom('component_password').innerJoin('drawing', 'drawing.id', 'component_password.drawing')
      .select(['component_password.drawing', 'component_password.component', 'component_password.password', 'drawing.revision']).where('drawing.project', '=', project)
      .orderBy('component_password.set_at').orderBy('component_password.drawing').orderBy('component_password.component').execute()
    const own: string[] = []
    const others: string[] = []
    let isGuarded = false
    for (const { drawing, component, password, revision } of rows) {
      const guards = await guardsIn(drawing, revision)
      if (guards?.get(tag)?.has(component)) (drawing === first ? own : others).push(password)
      else if (!guards && !isGuarded) isGuarded = await isNamed(tag, drawing)
    }
    const hashes = [...new Set([...own, ...others])].slice(0, mostHashes)
    return { isGuarded: isGuarded || hashes.length > 0, hashes }
  }
}

function dropOldest(kept: Map<string, unknown>, most: number): void {
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(oldest)
}

/** By tag, the components whose password is asked for by what operates it. */
function guardsByTag(document: DrawingDocument): ByTag {
  const guards = new Map<string, Set<string>>()
  for (const component of document.all()) {
    const tags = operated(component)
    const guard = tags.length > 0 ? passwordHolder(component, (id) => document.get(id)) : null
    if (guard) for (const tag of tags) guards.set(tag, (guards.get(tag) ?? new Set()).add(guard.id))
  }
  return guards
}

async function fitsAny(password: string, hashes: readonly string[], source: string): Promise<boolean> {
  for (const hash of hashes) if (await verifyPassword(password, hash, source)) return true
  return false
}

/** Whether a click on the component may command the tag: by its own action, or by what its type operates. */
function operates(component: Component, tag: string): boolean {
  return operated(component).includes(tag)
}

function operated({ type, action, bindings }: Component): readonly string[] {
  if (action) return action.kind === 'switch' || action.kind === 'write' ? [action.tag] : []
  const known = catalog.get(type)?.operates
  return known === undefined ? [] : bindings.filter((binding) => binding.prop === known.prop).map(({ tag }) => tag)
}
