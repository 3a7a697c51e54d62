import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorName } from '../../../contract/errors.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Command, CommandState, Tag } from '../../../contract/routes.ts'
import type { TagRef } from '../../../contract/telemetry/tags.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { Db } from '../../database/index.ts'
import { createRateLimit } from '../../http/rateLimit.ts'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import { audit, type Author } from '../base/audit.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { systemContext } from '../base/requestContext.ts'
import type { CommandOrigin } from './componentPasswords.ts'
import type { TagCatalogue } from './tagCatalogue.ts'

/** A command on its way to a device. */
export interface OutgoingCommand extends TagRef {
  readonly id: string
  readonly value: number
  readonly by: string
  readonly expiresAt: number
}

/** A device's answer, with the device whose topic it came by. */
export interface IncomingAck {
  readonly project: string
  readonly device: string
  readonly id: string
  readonly ok: boolean
  readonly code?: string | undefined
}

/** What a device did as it was told. */
export interface CarriedOut extends TagRef {
  readonly value: number
}

export interface CommandsOptions {
  readonly db: Db
  readonly plant: TagCatalogue
  readonly log: Log
  /** Refuses a command to a point that a password guards which was not given. */
  readonly checkPassword: (author: Author, tag: string, origin: CommandOrigin | undefined, password: string | undefined) => Promise<void>
  /** Hands a command to the broker; refuses with `device.offline` where nobody takes it. */
  readonly publish: (command: OutgoingCommand) => Promise<void>
  /** Whether a device said, or its Will, that it cannot be reached. One never heard of is not known to be offline. */
  readonly isOffline: (project: string, device: string) => boolean
  /** Why the device takes no commands at all, if it does not: it is out of use. */
  readonly refusalOf?: (project: string, device: string) => ErrorName | undefined
}

interface CommandBody {
  readonly tag: string
  readonly value: number
}

/** Who sends a command: under `id` its keys count, `name` is shown. */
export interface Sender {
  readonly id: string
  readonly name: string
}

interface OperatorBody extends CommandBody {
  readonly origin?: CommandOrigin | undefined
  readonly password?: string | undefined
}

/** What a cabinet is told of its facilities is answered by the same topic, and is nobody's command. */
export const bindingPrefix = 'binding-'

const sweepMs = 1_000
const open: CommandState[] = ['queued', 'sent']
const nobodyThere = 'device.offline'
/** The database's clock is everybody's: those of two servers may be minutes apart, and one would end what the other has just placed. */
const databaseNow = sql<Date>`clock_timestamp()`
/** The same clock as a statement began, which is one for all rows: what they are looked for by. By one that goes on no index finds them. */
const databaseAsked = sql<Date>`statement_timestamp()`
const later = (from: typeof databaseNow, ms: number) => sql<Date>`${from} + ${ms / 1000}::float8 * interval '1 second'`

/**
 * Control of the plant. A command is stored together with its audit row before anything is answered, and handed to
 * the broker after; a restart takes up what was stored and not sent. Values are absolute, and a device ignores an id
 * it has seen: so a command that is sent twice is obeyed once. Its time is over as long after it was placed as is promised, however the
 * clock is set meanwhile, and whichever server of the database it was placed by.
 */
export function createCommands({ db, plant, log, checkPassword, publish, isOffline, refusalOf }: CommandsOptions) {
  const move = (id: string, to: CommandState, result: string | null = null) =>
    db.updateTable('command').set({ state: to, result }).where('id', '=', id).where('state', '=', 'queued').execute()

  /** Open commands placed here: when their time is over, by the clock that nobody sets. */
  const ownEnds = new Map<string, number>()

  /** Who waits for the end of a command. */
  const waiting = new Map<string, Set<() => void>>()
  const wake = (ids: readonly string[]): void => {
    for (const id of ids) for (const go of waiting.get(id) ?? []) go()
  }
  /** Another server of the database may have closed a command, and a project that is removed takes its commands along: nobody tells of either. */
  const wakeEnded = async (): Promise<void> => {
    const asked = [...waiting.keys()]
    if (asked.length === 0) return
    const rows = await db.selectFrom('command').select('id').where('id', '=', sql<string>`any(${asked}::text[])`).where('state', 'in', open).execute()
    const underway = new Set(rows.map(({ id }) => id))
    wake(asked.filter((id) => !underway.has(id)))
  }
  const carriedOut = new Set<(done: CarriedOut) => void>()

  const warnings = createRateLimit()
  /** Logs an ignored acknowledgement: once a minute for each device and message, so that a device cannot flood the log. */
  const warn = ({ project, device, id }: IncomingAck, message: string, details: Readonly<Record<string, string>> = {}): void => {
    try {
      warnings.take(`${project}/${device} ${message}`, 1)
    } catch (cause) {
      if (cause instanceof ApiError) return
      throw cause
    }
    log.warn(message, { project, device, command: id, ...details })
  }

  const underway = new Set<string>()
  /** `leftMs`: of its time. A device goes by the clock of the server that tells it, as in all that it hears. */
  const hand = async (row: CommandRow, leftMs: number): Promise<void> => {
    const tag = parseTag(row.tag)
    if (!tag || underway.has(row.id)) return
    underway.add(row.id)
    try {
      await publish({ ...tag, id: row.id, value: row.value, by: row.by, expiresAt: Date.now() + leftMs })
      await move(row.id, 'sent')
    } finally {
      underway.delete(row.id)
    }
  }
  /** Where nobody is there to take it, it stays queued until its time is over: no row waits for another's device. */
  const handAgain = async (row: CommandRow & { readonly left_ms: number }): Promise<void> => {
    try {
      await hand(row, Math.min(row.left_ms, limits.command.expiryMs))
    } catch (cause) {
      if (!(cause instanceof ApiError)) log.warn('a command waits for the broker', { command: row.id, cause })
    }
  }

  return {
    async projectOf(id: string): Promise<string | undefined> {
      const row = await db.selectFrom('command').select('tag').where('id', '=', id).executeTakeFirst()
      return row && parseTag(row.tag)?.project
    },

    /** `sender`: one that another has sent is missing. */
    async read(id: string, sender?: Sender): Promise<Command> {
      const row = await db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row || (sender && row.account !== sender.id)) throw new ApiError('object.missing')
      return commandOf(row)
    },

    /** The same key with the same body finds the command that is there already; with another body it is refused. */
    send(caller: RequestContext, key: string, body: OperatorBody): Promise<Command> {
      const { accountId: id, name } = caller.session
      return this.sendFor(caller, { id, name }, key, body)
    },

    /** The same for an operator that may have no account, such as a display. */
    sendFor(author: Author, sender: Sender, key: string, body: OperatorBody): Promise<Command> {
      const { origin, password } = body
      return this.place(author, sender, key, body, { origin, check: (tag) => checkPassword(author, tag, origin, password) })
    },

    /** The server's own command, for a strategy or a linkage: nobody's component, but checked, stored and audited like all others, with what it was placed for. */
    order(key: string, body: CommandBody, reason: Readonly<Record<string, string>> = {}): Promise<Command> {
      return this.place(systemContext, { id: systemContext.name, name: systemContext.name }, key, body, undefined, reason)
    },

    async place(author: Author, by: Sender, key: string, body: CommandBody, from?: { readonly origin: CommandOrigin | undefined; readonly check: (tag: string) => Promise<void> }, reason: Readonly<Record<string, string>> = {}): Promise<Command> {
      const account = by.id
      const bodyHash = createHash('sha256').update(JSON.stringify([body.tag, body.value])).digest('hex')
      const earlier = () => db.selectFrom('command').selectAll().where('account', '=', account).where('idempotency_key', '=', key).executeTakeFirst()
      const again = (row: CommandRow & { readonly body_hash: string }): Command => {
        if (row.body_hash !== bodyHash) throw new ApiError('key.reused')
        if (row.result === nobodyThere) throw new ApiError(nobodyThere)
        return commandOf(row)
      }
      const found = await earlier()
      if (found) return again(found)

      const tag = await plant.tag(body.tag)
      if (!tag) throw new ApiError('device.missing')
      checkValue(tag, body.value)
      await from?.check(tag.path)
      const refusal = refusalOf?.(tag.project, tag.device)
      if (refusal) throw new ApiError(refusal)
      if (isOffline(tag.project, tag.device)) throw new ApiError('device.offline')
      const row = await db.transaction().execute(async (tx) => {
        const made = await tx.insertInto('command').values({
          id: randomUUID(), account, idempotency_key: key, body_hash: bodyHash, tag: tag.path, value: body.value, by: by.name, state: 'queued',
          created_at: databaseNow, expires_at: later(databaseNow, limits.command.expiryMs), result: null,
        }).onConflict((conflict) => conflict.columns(['account', 'idempotency_key']).doNothing()).returningAll().executeTakeFirst()
        if (!made) return undefined
        const component = from?.origin && { drawing: from.origin.drawing, component: from.origin.component }
        await audit(tx, author, { object: `tag/${tag.path}`, action: 'command', content: { command: made.id, value: body.value, ...component, ...reason } })
        return made
      })
      if (!row) {
        const twin = await earlier()
        if (twin) return again(twin)
        throw new ApiError('server.busy')
      }
      ownEnds.set(row.id, monotonicNow() + limits.command.expiryMs)
      try {
        await hand(row, limits.command.expiryMs)
      } catch (cause) {
        if (cause instanceof ApiError) {
          ownEnds.delete(row.id)
          await move(row.id, 'failed', cause.error)
          throw cause
        }
        log.warn('a command waits for the broker', { command: row.id, cause })
      }
      return this.read(row.id)
    },

    /** The first answer counts, also a late one to a command given up; answers to what was never asked of that device do not. */
    async acknowledge(ack: IncomingAck): Promise<void> {
      if (ack.id.startsWith(bindingPrefix)) return
      const row = await db.selectFrom('command').select(['tag', 'value']).where('id', '=', ack.id).executeTakeFirst()
      if (!row) return warn(ack, 'acknowledgement ignored: unknown command')
      if (!row.tag.startsWith(`${ack.project}/${ack.device}/`)) return warn(ack, 'acknowledgement ignored: the command belongs to another device', { tag: row.tag })
      const { numUpdatedRows } = await db.updateTable('command').set({ state: ack.ok ? 'succeeded' : 'failed', result: ack.code ?? null })
        .where('id', '=', ack.id).where('state', 'in', [...open, 'unknown']).executeTakeFirstOrThrow()
      ownEnds.delete(ack.id)
      wake([ack.id])
      const tag = parseTag(row.tag)
      if (ack.ok && tag && Number(numUpdatedRows) > 0) for (const tell of carriedOut) tell({ ...tag, value: row.value })
    },

    /** The command once its device has answered, or its time is over: `expiryMs` after it was placed at the latest, and the next look. */
    async settled(id: string): Promise<Command> {
      for (;;) {
        let go: () => void = () => undefined
        const woken = new Promise<void>((done) => { go = done })
        const waiters = waiting.get(id) ?? new Set()
        waiting.set(id, waiters.add(go))
        try {
          // Asked after it waits: an answer in between is not missed.
          const command = await this.read(id)
          if (!open.includes(command.state)) return command
          await woken
        } finally {
          waiters.delete(go)
          if (waiters.size === 0) waiting.delete(id)
        }
      }
    },

    /** Hears of every command that a device has carried out; returns how to hear no more. */
    onCarriedOut(listener: (done: CarriedOut) => void): () => void {
      carriedOut.add(listener)
      return () => void carriedOut.delete(listener)
    },

    /** Sends what a crash left queued, as soon as someone is there to take it, and closes what is past its time. Returns how to stop. */
    start(): () => void {
      const round = async (): Promise<void> => {
        const nowMs = monotonicNow()
        const over = [...ownEnds].flatMap(([id, endMs]) => (endMs <= nowMs ? [id] : []))
        const still = [...ownEnds].flatMap(([id, endMs]) => (endMs > nowMs ? [id] : []))
        // What is over later than any was placed for was placed before the clock was set back.
        const isOver = sql<boolean>`(id = any(${over}::text[]) or ((expires_at <= ${databaseAsked} or expires_at > ${later(databaseAsked, limits.command.expiryMs + limits.clocksApartMs)}) and id <> all(${still}::text[])))`
        await db.updateTable('command').set({ state: 'expired' }).where('state', '=', 'queued').where(isOver).execute()
        await db.updateTable('command').set({ state: 'unknown' }).where('state', '=', 'sent').where(isOver).execute()
        for (const id of over) ownEnds.delete(id)
        await wakeEnded()
        const queued = await db.selectFrom('command').selectAll().select(sql<number>`(extract(epoch from expires_at - ${databaseNow}) * 1000)::float8`.as('left_ms'))
          .where('state', '=', 'queued').where('created_at', '<', later(databaseAsked, -sweepMs)).orderBy('created_at').limit(1000).execute()
        await Promise.all(queued.map(handAgain))
      }
      let busy = false
      const timer = setInterval(() => {
        if (busy) return
        busy = true
        void round().catch((cause: unknown) => log.warn('open commands could not be looked after', { cause })).finally(() => { busy = false })
      }, sweepMs)
      return () => clearInterval(timer)
    },
  }
}

export type Commands = ReturnType<typeof createCommands>

interface CommandRow {
  readonly id: string
  readonly tag: string
  readonly value: number
  readonly by: string
  readonly state: CommandState
  readonly created_at: Date
  readonly expires_at: Date
  readonly result: string | null
}

const commandOf = ({ id, tag, value, by, state, created_at, expires_at, result }: CommandRow): Command => ({
  id, tag, value, by, state, createdAt: created_at.getTime(), expiresAt: expires_at.getTime(), result,
})

/** Refused, never clamped: a value nobody asked for is worse than an answer that says no. */
function checkValue(tag: Tag, value: number): void {
  if (!tag.writable) throw new ApiError('tag.readOnly', { problems: [{ path: 'tag', code: 'readOnly', message: 'this point cannot be written' }] })
  const isInRange = tag.kind === 'flag' ? value === 0 || value === 1 : (tag.min === null || value >= tag.min) && (tag.max === null || value <= tag.max)
  if (isInRange) return
  const allowed = tag.kind === 'flag' ? '0 or 1' : `${tag.min ?? 'any'} to ${tag.max ?? 'any'}${tag.unit && ` ${tag.unit}`}`
  throw new ApiError('tag.range', { problems: [{ path: 'value', code: 'range', message: `must be ${allowed}` }] })
}
