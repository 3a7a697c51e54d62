import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { displayPrefix, readPageToken } from '../../../contract/displays.ts'
import { Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Display } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import { audit } from '../audit.ts'
import type { Caller } from '../caller.ts'
import type { Held } from './holding.ts'

interface DisplayParts {
  readonly db: Db
  /** Makes a revocation count at once here. */
  readonly changed: (id: string) => void
}

export interface NewDisplay {
  readonly name: string
  readonly drawings: readonly string[]
}

const tokenBytes = 32
const usedMs = 60_000
const listed = 1000

/** Displays and their tokens. A token lasts until it is revoked, whatever becomes of the account that made it. */
export function createDisplays({ db, changed }: DisplayParts) {
  const list = async (only?: string): Promise<Display[]> => {
    const all = db.selectFrom('display').selectAll().orderBy('created_at', 'desc').limit(listed)
    const rows = await (only === undefined ? all : all.where('id', '=', only)).execute()
    const ids = [...new Set(rows.flatMap((row) => listOf(row.drawings)))]
    const names = new Map(ids.length === 0 ? [] : (await db.selectFrom('drawing').select(['id', 'name']).where('id', 'in', ids).execute()).map(({ id, name }) => [id, name]))
    return rows.map((row) => ({
      id: row.id, name: row.name, drawings: listOf(row.drawings).map((id) => ({ id, name: names.get(id) ?? id })), createdBy: row.created_by, createdAt: row.created_at.getTime(),
      lastUsedAt: row.last_used_at?.getTime() ?? null, revokedAt: row.revoked_at?.getTime() ?? null, revokedBy: row.revoked_by,
    }))
  }

  return {
    list: () => list(),

    async create(caller: Caller, { name, drawings }: NewDisplay): Promise<Display & { token: string }> {
      const token = `${displayPrefix}${randomBytes(tokenBytes).toString('base64url')}`
      const ids = [...new Set(drawings)]
      const id = randomUUID()
      await db.transaction().execute(async (tx) => {
        const found = new Set((await tx.selectFrom('drawing').select('id').where('id', 'in', ids).execute()).map((row) => row.id))
        const problems = ids.flatMap((drawing, index) => (found.has(drawing) ? [] : [{ path: `drawings.${index}`, code: 'missing', message: 'no such drawing' }]))
        if (problems.length > 0) throw new Refusal('input.invalid', { problems })
        const valid = await tx.selectFrom('display').select('id').where('revoked_at', 'is', null).limit(limits.display.valid).execute()
        if (valid.length >= limits.display.valid) throw new Refusal('token.many')
        const { numInsertedOrUpdatedRows } = await tx.insertInto('display').values({
          id, hash: hashOf(token), name, drawings: JSON.stringify(ids), created_by: caller.session.name, created_at: new Date(), last_used_at: null, revoked_at: null, revoked_by: null,
        }).onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing()).executeTakeFirstOrThrow()
        if (!numInsertedOrUpdatedRows) throw new Refusal('token.taken', { problems: [{ path: 'name', code: 'taken', message: 'a display of that name exists' }] })
        await audit(tx, caller, { object: `display/${id}`, action: 'create', content: { name, drawings: ids } })
      })
      const [made] = await list(id)
      if (!made) throw new Refusal('object.missing')
      return { ...made, token }
    },

    async revoke(caller: Caller, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await tx.selectFrom('display').select(['name', 'revoked_at']).where('id', '=', id).forUpdate().executeTakeFirst()
        if (!row) throw new Refusal('object.missing')
        if (row.revoked_at !== null) return
        await tx.updateTable('display').set({ revoked_at: new Date(), revoked_by: caller.session.name }).where('id', '=', id).execute()
        await audit(tx, caller, { object: `display/${id}`, action: 'revoke', content: { name: row.name } })
      })
      changed(id)
    },

    /** What a page's token shows now; undefined where the display is revoked, unknown, or not given this drawing. */
    async look(pageToken: string): Promise<Held | undefined> {
      const asked = readPageToken(pageToken)
      if (!asked) return undefined
      const row = await db.selectFrom('display').select(['id', 'drawings', 'last_used_at']).where('hash', '=', hashOf(asked.token)).where('revoked_at', 'is', null).executeTakeFirst()
      if (!row || !listOf(row.drawings).includes(asked.drawing)) return undefined
      const drawing = await db.selectFrom('drawing').select(['id', 'revision', 'project']).where('id', '=', asked.drawing).executeTakeFirst()
      if (!drawing) return undefined
      if (Date.now() - (row.last_used_at?.getTime() ?? 0) > usedMs) await db.updateTable('display').set({ last_used_at: new Date() }).where('id', '=', row.id).execute()
      return { id: row.id, password: null, expiresAt: null, drawing: drawing.id, revision: drawing.revision, project: drawing.project, seesPoints: true, seesPast: true }
    },
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

function listOf(json: string): string[] {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}
