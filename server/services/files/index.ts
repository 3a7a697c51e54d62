import { createHash, randomUUID } from 'node:crypto'
import { Zip, ZipPassThrough } from 'fflate'
import { sql } from 'kysely'
import { roleIn } from '../../../contract/access.ts'
import { ApiError } from '../../../contract/errors.ts'
import { getExtension } from '../../../contract/files/purposes.ts'
import type { FilePurpose } from '../../../contract/files/purposes.ts'
import { canUpload } from '../../../contract/files/rights.ts'
import type { Entity } from '../../../contract/entity/define.ts'
import { limits } from '../../../contract/limits.ts'
import type { ServedFile, UploadedFile } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { findHiddenFiles } from '../entities/privacy.ts'
import { readContent } from './content.ts'
import { createSemaphore } from './concurrencyLimit.ts'
import { cleanName } from './names.ts'
import { openFileStore } from './fileStore.ts'
import type { Upload } from './types.ts'
import { findOrphanedFiles } from './orphanedFiles.ts'

const hourMs = 60 * 60 * 1000
/**
 * Delay of the first cleanup in milliseconds, so that it does not slow down the start. It also runs on servers
 * restarted often.
 */
const firstSweepMs = 5000
/** Milliseconds before an account over its limit is counted again. */
const fullMs = 10_000

export interface FileParts {
  readonly db: Db
  readonly dataDir: string
  /** Entities whose rows may refer to files. */
  readonly entities: readonly Entity[]
  readonly log: Log
}

/**
 * Stores uploaded files. The type is detected from the content, files are addressed by id, and the project decides who
 * may read one. Files of inaccessible projects and of other users' private rows are reported as missing.
 */
export async function createFiles({ db, dataDir, entities, log }: FileParts) {
  const shelf = await openFileStore(dataDir)
  const check = createSemaphore(limits.files.checksAtOnce)
  await removeLeftovers()

  /** Removes files left by interrupted uploads or deleted projects. */
  async function removeLeftovers(): Promise<void> {
    const ids = await shelf.idsBefore(Date.now() - hourMs)
    const known = new Set((await db.selectFrom('stored_file').select('id').execute()).map(({ id }) => id))
    for (const id of ids) if (!known.has(id)) await shelf.remove(id)
  }

  /** The drawing bound to the project; undefined without a project. */
  async function drawingOf(
    { session }: RequestContext,
    project: string | undefined,
  ): Promise<string | null | undefined> {
    if (project === undefined) return undefined
    const row = await db.selectFrom('project').select('drawing').where('id', '=', project).executeTakeFirst()
    if (!row || roleIn(session, project) === undefined) throw new ApiError('object.missing')
    return row.drawing
  }

  /** Accounts over their limit, with the time until which this is cached. */
  const full = new Map<string, number>()

  /** Counts references only for accounts with many new files, because it is expensive. */
  async function checkUnclaimed({ session: { accountId } }: RequestContext): Promise<void> {
    const { count, bytes } = limits.files.unclaimed
    const now = Date.now()
    if ((full.get(accountId) ?? 0) > now) throw new ApiError('file.unclaimed')
    full.delete(accountId)
    // Twice the grace period, because the cleanup runs once per period.
    const own = await db
      .selectFrom('stored_file')
      .select(['id', 'bytes'])
      .where('uploader', '=', accountId)
      .where('created_at', '>', new Date(now - 2 * limits.files.unclaimedMs))
      .execute()
    const isMuch = (files: typeof own): boolean =>
      files.length >= count || files.reduce((sum, file) => sum + Number(file.bytes), 0) >= bytes
    if (!isMuch(own)) return
    const unclaimed = await findOrphanedFiles(
      db,
      own.map(({ id }) => id),
    )
    if (!isMuch(own.filter(({ id }) => unclaimed.has(id)))) return
    full.set(accountId, now + fullMs)
    throw new ApiError('file.unclaimed')
  }

  /** Removes unreferenced files older than the grace period and returns their number. */
  async function sweep(now: number): Promise<number> {
    const before = new Date(now - limits.files.unclaimedMs)
    const old = await db.selectFrom('stored_file').select('id').where('created_at', '<', before).execute()
    const ids = [
      ...(await findOrphanedFiles(
        db,
        old.map(({ id }) => id),
      )),
    ]
    if (ids.length === 0) return 0
    await sql`delete from stored_file where id = any(${ids}::text[])`.execute(db)
    for (const id of ids) await shelf.remove(id)
    return ids.length
  }

  async function rowsOf({ session }: RequestContext, ids: readonly string[]) {
    const found = await db
      .selectFrom('stored_file')
      .select(['id', 'name', 'type', 'bytes', 'project', 'uploader'])
      .where('id', 'in', ids)
      .execute()
    const byId = new Map(found.map((row) => [row.id, row]))
    const hidden = await findHiddenFiles(
      db,
      entities,
      session,
      found.filter(({ uploader }) => uploader !== session.accountId).map(({ id }) => id),
    )
    return [...new Set(ids)].map((id) => {
      const row = byId.get(id)
      if (!row || hidden.has(id) || (row.project !== null && roleIn(session, row.project) === undefined))
        throw new ApiError('object.missing')
      return row
    })
  }

  async function served(row: {
    readonly id: string
    readonly name: string
    readonly type: string
  }): Promise<ServedFile> {
    const file = await shelf.read(row.id)
    if (!file) throw new ApiError('object.missing')
    return { name: row.name, type: row.type, bytes: (await file.stat()).size, content: file.createReadStream() }
  }

  return {
    async store(
      caller: RequestContext,
      { purpose, project }: { readonly purpose: FilePurpose; readonly project?: string | undefined },
      upload: Upload,
    ): Promise<UploadedFile> {
      const drawing = await drawingOf(caller, project)
      if (!canUpload(caller.session, purpose, project, entities)) throw new ApiError('access.denied')
      if (purpose === 'picture' && drawing === null) throw new ApiError('file.unbound')
      await checkUnclaimed(caller)
      const name = cleanName(upload.name)
      const { bytes: most, extensions } = limits.files.purposes[purpose]
      const allowed: readonly string[] = extensions
      // Check the extension first, before writing anything.
      if (!allowed.includes(getExtension(name))) throw new ApiError('file.type')
      const received = await shelf.receive(upload.content, most)
      if (!received) throw new ApiError('file.large', { detail: { bytes: most } })
      const id = randomUUID()
      try {
        await upload.end()
        const content = await check(() => readContent(received.bytes, name, purpose))
        const row = {
          id,
          project: project ?? null,
          name,
          type: content.type,
          bytes: content.bytes.length,
          hash: createHash('sha256').update(content.bytes).digest('hex'),
          purpose,
          uploader: caller.session.accountId,
          uploaded_by: caller.session.name,
          created_at: new Date(),
        }
        await shelf.commit(received.part, id, content.bytes === received.bytes ? undefined : content.bytes)
        await db.transaction().execute(async (tx) => {
          // Serialize uploads per project; otherwise two uploads could share the last free space.
          await sql`select pg_advisory_xact_lock(hashtext(${`files/${project ?? ''}`}))`.execute(tx)
          const { total } = await tx
            .selectFrom('stored_file')
            .where('project', project === undefined ? 'is' : '=', project ?? null)
            .select(({ fn }) => fn.sum<string | null>('bytes').as('total'))
            .executeTakeFirstOrThrow()
          if (Number(total ?? 0) + row.bytes > limits.files.projectBytes) throw new ApiError('file.full')
          await tx.insertInto('stored_file').values(row).execute()
          await audit(tx, caller, {
            object: `file/${id}`,
            action: 'upload',
            content: { name, type: row.type, bytes: row.bytes, hash: row.hash, project: row.project },
          })
        })
        return { id, name, bytes: row.bytes, type: row.type }
      } catch (cause) {
        await Promise.all([shelf.discardPart(received.part), shelf.remove(id)])
        throw cause
      }
    },

    sweep,
    /** Runs the cleanup once a day and shortly after the start. Returns a function that stops it. */
    startSweep(): () => void {
      const run = (): void =>
        void sweep(Date.now()).catch((cause: unknown) => log.warn('could not delete unused files', { cause }))
      const first = setTimeout(run, firstSweepMs)
      const timer = setInterval(run, limits.files.unclaimedMs)
      return () => {
        clearTimeout(first)
        clearInterval(timer)
      }
    },

    async read(caller: RequestContext, id: string): Promise<ServedFile> {
      const [row] = await rowsOf(caller, [id])
      if (!row) throw new ApiError('object.missing')
      return served(row)
    },

    /** Returns several files as one ZIP file. Duplicate names get a number. */
    async zip(caller: RequestContext, ids: readonly string[]): Promise<ServedFile> {
      const files = await Promise.all((await rowsOf(caller, ids)).map(served))
      return { name: 'files.zip', type: 'application/zip', content: zipped(files) }
    },

    /** Returns a file for internal use; undefined if missing. */
    async whole(id: string): Promise<ServedFile | undefined> {
      const row = await db
        .selectFrom('stored_file')
        .select(['id', 'name', 'type'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row && served(row)
    },
    async facts(id: string): Promise<{ readonly bytes: number; readonly sha256: string } | undefined> {
      const row = await db.selectFrom('stored_file').select(['bytes', 'hash']).where('id', '=', id).executeTakeFirst()
      return row && { bytes: Number(row.bytes), sha256: row.hash }
    },

    /** Returns the existing ids whose files every member of the project may read, which a row may refer to. */
    async known(ids: readonly string[], project: string | undefined): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const rows = await db.selectFrom('stored_file').select(['id', 'project']).where('id', 'in', ids).execute()
      return new Set(rows.filter((row) => row.project === null || row.project === project).map(({ id }) => id))
    },
  }
}

export type Files = Awaited<ReturnType<typeof createFiles>>

async function* zipped(files: readonly ServedFile[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((cause, chunk) => {
    if (cause) throw cause
    ready.push(chunk)
  })
  const names = new Set<string>()
  for (const { name, content } of files) {
    // Stored without compression, because most files are already compressed.
    const entry = new ZipPassThrough(unused(name, names))
    zip.add(entry)
    for await (const chunk of content) {
      entry.push(chunk)
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

function unused(name: string, names: Set<string>): string {
  const extension = getExtension(name)
  const stem = extension === '' ? name : name.slice(0, -extension.length - 1)
  let free = name
  for (let count = 2; names.has(free); count++)
    free = `${stem} (${count})${extension === '' ? '' : `.${name.slice(-extension.length)}`}`
  names.add(free)
  return free
}
