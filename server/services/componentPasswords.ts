import { catalog } from '@mimic/engine/catalog'
import type { Component } from '@mimic/engine/document'
import { DrawingDocument, isId, readDrawing } from '@mimic/engine/document'
import { Refusal } from '../../contract/errors.ts'
import { guardOf } from '../../contract/guard.ts'
import type { Db } from '../database/index.ts'
import { audit } from './audit.ts'
import type { Caller } from './caller.ts'
import { createLockout } from './lockout.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { parseTag } from '../../contract/telemetry/tags.ts'

/** The component of a drawing that a command comes from. */
export interface CommandOrigin {
  readonly drawing: string
  readonly component: string
}

/**
 * The passwords that components of drawings ask for before they are operated. Only their hashes are stored, beside the
 * drawing and never in it. Wrong ones are counted by person and component like failed sign-ins. A password guards the
 * points that its component operates: a command that comes another way, from another component, another drawing of the
 * project or no drawing at all, needs it too.
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
    const fits = await fitsAny(password, hashes).catch(async (cause: unknown) => {
      await lockout.unchecked(name, key)
      throw cause
    })
    await (fits ? lockout.succeeded(name, key) : lockout.failed(name, key))
    return fits
  }

  return {
    /** The components of a drawing that have a password. */
    async list(drawing: string): Promise<string[]> {
      const rows = await db.selectFrom('component_password').select('component').where('drawing', '=', drawing).orderBy('component').execute()
      return rows.map(({ component }) => component)
    },

    /** The component may be one that is not saved yet: its drawing is saved after its password is set. */
    async set(caller: Caller, drawing: string, component: string, password: string | null): Promise<void> {
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
     * none, or there is none, the password of any component that guards the point is asked for.
     */
    async check(caller: Caller, tag: string, origin: CommandOrigin | undefined, password: string | undefined): Promise<void> {
      if (!origin) return this.checkPoint(caller, tag, password)
      const { drawing, component } = origin
      const document = await read(drawing)
      const asked = isId(component) ? document?.get(component) : undefined
      if (!document || !asked || !operates(asked, tag)) throw new Refusal('component.changed')
      const guard = guardOf(asked, (id) => document.get(id))
      if (!guard) return this.checkPoint(caller, tag, password)
      const hash = await stored(drawing, guard.id)
      if (hash === undefined) throw new Refusal('component.passwordUnset')
      if (password === undefined) throw new Refusal('component.password')
      if (await tried(`component/${drawing}/${guard.id} ${caller.session.name}`, caller.address, password, [hash])) return
      await audit(db, caller, { object: `drawing/${drawing}`, action: 'componentPassword.wrong', content: { component: guard.id, tag } })
      throw new Refusal('component.passwordWrong')
    },

    /** Refuses a command to a point that components of its project's drawings guard, without the password of one of them. */
    async checkPoint(caller: Caller, tag: string, password: string | undefined): Promise<void> {
      const guards = await guardsOf(tag)
      if (guards.length === 0) return
      if (password === undefined) throw new Refusal('component.password')
      if (await tried(`point/${tag} ${caller.session.name}`, caller.address, password, guards)) return
      await audit(db, caller, { object: `tag/${tag}`, action: 'componentPassword.wrong', content: { tag } })
      throw new Refusal('component.passwordWrong')
    },
  }
}

export type ComponentPasswords = ReturnType<typeof createComponentPasswords>

const keptDrawings = 20

/** Reads stored drawings, and keeps the last ones as long as they are not saved anew: a drawing may have thousands of components. */
function drawingReader(db: Db): (id: string) => Promise<DrawingDocument | undefined> {
  const kept = new Map<string, { readonly revision: number; readonly document: DrawingDocument }>()
  return async (id) => {
    const found = await db.selectFrom('drawing').select('revision').where('id', '=', id).executeTakeFirst()
    const known = kept.get(id)
    kept.delete(id)
    if (!found) return undefined
    if (known?.revision === found.revision) {
      kept.set(id, known)
      return known.document
    }
    const row = await db.selectFrom('drawing').select(['body', 'revision']).where('id', '=', id).executeTakeFirst()
    const drawing = row && readDrawing(row.body, catalog)
    if (!drawing || drawing.problems) return undefined
    const document = new DrawingDocument(drawing.value.drawing)
    kept.set(id, { revision: row.revision, document })
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - keptDrawings))) kept.delete(oldest)
    return document
  }
}

/** Which password hashes guard a point: of the components with a set password that operate it, in the drawings of its project. */
function guardFinder(db: Db, read: (id: string) => Promise<DrawingDocument | undefined>): (tag: string) => Promise<readonly string[]> {
  const kept = new Map<string, { readonly revision: number; readonly guards: ReadonlyMap<string, ReadonlySet<string>> }>()
  const guardsIn = async (drawing: string, revision: number): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const known = kept.get(drawing)
    if (known?.revision === revision) return known.guards
    const guards = guardsByTag(await read(drawing))
    kept.set(drawing, { revision, guards })
    return guards
  }
  return async (tag) => {
    const project = parseTag(tag)?.project
    if (project === undefined) return []
    const rows = await db.selectFrom('component_password').innerJoin('drawing', 'drawing.id', 'component_password.drawing')
      .select(['component_password.drawing', 'component_password.component', 'component_password.password', 'drawing.revision']).where('drawing.project', '=', project).execute()
    const hashes: string[] = []
    for (const { drawing, component, password, revision } of rows) {
      if ((await guardsIn(drawing, revision)).get(tag)?.has(component)) hashes.push(password)
    }
    return hashes
  }
}

/** By tag, the components whose password is asked for by what operates it. */
function guardsByTag(document: DrawingDocument | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const guards = new Map<string, Set<string>>()
  for (const component of document?.all() ?? []) {
    const tags = operated(component)
    const guard = tags.length > 0 && document ? guardOf(component, (id) => document.get(id)) : null
    if (guard) for (const tag of tags) guards.set(tag, (guards.get(tag) ?? new Set()).add(guard.id))
  }
  return guards
}

async function fitsAny(password: string, hashes: readonly string[]): Promise<boolean> {
  for (const hash of hashes) if (await isPassword(password, hash)) return true
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
