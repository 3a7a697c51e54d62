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

/** The component of a drawing that a command comes from, and the password that was typed for it. */
export interface CommandOrigin {
  readonly drawing: string
  readonly component: string
  readonly password: string | undefined
}

/**
 * The passwords that components of drawings ask for before they are operated. Only their hashes are stored, beside the
 * drawing and never in it. Wrong ones are counted by person and component like failed sign-ins.
 */
export function createComponentPasswords(db: Db) {
  const lockout = createLockout(db, 'component.locked')
  const read = drawingReader(db)

  const stored = async (drawing: string, component: string): Promise<string | undefined> =>
    (await db.selectFrom('component_password').select('password').where('drawing', '=', drawing).where('component', '=', component).executeTakeFirst())?.password

  /** Whether the password fits, counted as a try of this person at this component. */
  const tried = async (name: string, address: string, password: string, hash: string): Promise<boolean> => {
    const key = await lockout.attempt(name, address)
    const fits = await isPassword(password, hash).catch(async (cause: unknown) => {
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
     * group around it, asks for. A component that asks for a password nobody has set refuses everybody.
     */
    async check(caller: Caller, { drawing, component, password }: CommandOrigin, tag: string): Promise<void> {
      const document = await read(drawing)
      const asked = isId(component) ? document?.get(component) : undefined
      if (!document || !asked || !operates(asked, tag)) throw new Refusal('component.changed')
      const guard = guardOf(asked, (id) => document.get(id))
      if (!guard) return
      const hash = await stored(drawing, guard.id)
      if (hash === undefined) throw new Refusal('component.passwordUnset')
      if (password === undefined) throw new Refusal('component.password')
      if (await tried(`component/${drawing}/${guard.id} ${caller.session.name}`, caller.address, password, hash)) return
      await audit(db, caller, { object: `drawing/${drawing}`, action: 'componentPassword.wrong', content: { component: guard.id, tag } })
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

/** Whether a click on the component may command the tag: by its own action, or by what its type operates. */
function operates({ type, action, bindings }: Component, tag: string): boolean {
  if (action) return (action.kind === 'switch' || action.kind === 'write') && action.tag === tag
  const operated = catalog.get(type)?.operates
  return operated !== undefined && bindings.some((binding) => binding.prop === operated.prop && binding.tag === tag)
}
