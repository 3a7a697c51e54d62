import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorName } from '../../../contract/errors.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Command, CommandState } from '../../../contract/routes.ts'
import type { CommandValue } from '../../../contract/telemetry/index.ts'
import type { TagRef } from '../../../contract/telemetry/tags.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { Db } from '../../database/index.ts'
import { RateLimiter } from '../../limits/rateLimiter.ts'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import { audit, type Author } from '../base/audit.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { systemContext } from '../base/requestContext.ts'
import { checkCommandValue } from './commandValue.ts'
import type { CommandOrigin } from './componentPasswords.ts'
import type { TagCatalogue } from './tagCatalogue.ts'

/** A command to be sent to a device. */
export interface OutgoingCommand extends TagRef {
  readonly id: string
  readonly value: CommandValue
  readonly by: string
  readonly expiresAt: number
}

/** Acknowledgement from a device, with the device taken from the topic. */
export interface IncomingAck {
  readonly project: string
  readonly device: string
  readonly id: string
  readonly ok: boolean
  readonly code?: string | undefined
}

/** A command carried out by a device. */
export interface ExecutedCommand extends TagRef {
  readonly value: CommandValue
}

export interface CommandsOptions {
  readonly db: Db
  readonly plant: TagCatalogue
  readonly log: Log
  /** Throws if a password protects the point and is missing or wrong. */
  readonly checkPassword: (
    author: Author,
    tag: string,
    origin: CommandOrigin | undefined,
    password: string | undefined,
  ) => Promise<void>
  /** Publishes a command to the broker. Throws `device.offline` if there is no subscriber. */
  readonly publish: (command: OutgoingCommand) => Promise<void>
  /** Returns true if the device or its Will reported it as offline. A device never heard of is not offline. */
  readonly isOffline: (project: string, device: string) => boolean
  /** Returns the error if the device accepts no commands, for example because it is disabled. */
  readonly getDenialReason?: (project: string, device: string) => ErrorName | undefined
}

interface CommandBody {
  readonly tag: string
  readonly value: CommandValue
}

/** Sender of a command. Idempotency keys are scoped to `id`; `name` is displayed. */
export interface Sender {
  readonly id: string
  readonly name: string
}

interface OperatorBody extends CommandBody {
  readonly origin?: CommandOrigin | undefined
  readonly password?: string | undefined
}

/** Acknowledgements with this prefix answer binding messages to a cabinet, not commands. */
export const bindingPrefix = 'binding-'

const sweepMs = 1_000
const open: CommandState[] = ['queued', 'sent']
const offlineError = 'device.offline'
/**
 * Use the database clock, because the clocks of two servers may differ by minutes and one could expire a command just
 * placed by the other.
 */
const databaseNow = sql<Date>`clock_timestamp()`
/** Statement start time of the same clock: constant for all rows, so that an index can be used. */
const statementStart = sql<Date>`statement_timestamp()`
const addMs = (from: typeof databaseNow, ms: number) => sql<Date>`${from} + ${ms / 1000}::float8 * interval '1 second'`

/**
 * Stores and sends commands to devices. A command is stored with its audit entry before the caller gets a response, and
 * published afterwards; unsent commands are sent after a restart. Values are absolute and devices ignore repeated ids,
 * so a command sent twice is executed once. Its timeout does not depend on wall-clock changes or on the server that
 * placed it.
 */
export function createCommands({
  db,
  plant,
  log,
  checkPassword,
  publish,
  isOffline,
  getDenialReason,
}: CommandsOptions) {
  const move = (id: string, to: CommandState, result: string | null = null) =>
    db.updateTable('command').set({ state: to, result }).where('id', '=', id).where('state', '=', 'queued').execute()

  /** Open commands placed by this server, with their expiry on the monotonic clock. */
  const expiryById = new Map<string, number>()

  /** Callbacks waiting for the end of a command. */
  const waitersById = new Map<string, Set<() => void>>()
  const wake = (ids: readonly string[]): void => {
    for (const id of ids) for (const resume of waitersById.get(id) ?? []) resume()
  }
  /**
   * Poll for commands closed by another server or deleted with their project, because no notification is sent for
   * these.
   */
  const wakeClosed = async (): Promise<void> => {
    const waitingIds = [...waitersById.keys()]
    if (waitingIds.length === 0) return
    const rows = await db
      .selectFrom('command')
      .select('id')
      .where('id', '=', sql<string>`any(${waitingIds}::text[])`)
      .where('state', 'in', open)
      .execute()
    const underway = new Set(rows.map(({ id }) => id))
    wake(waitingIds.filter((id) => !underway.has(id)))
  }
  const executedListeners = new Set<(done: ExecutedCommand) => void>()

  const warnings = new RateLimiter()
  /**
   * Logs an ignored acknowledgement, at most once a minute per device and message, so that a device cannot flood the
   * log.
   */
  const warn = (
    { project, device, id }: IncomingAck,
    message: string,
    details: Readonly<Record<string, string>> = {},
  ): void => {
    if (warnings.tryConsume(`${project}/${device} ${message}`, 1) > 0) return
    log.warn(message, { project, device, command: id, ...details })
  }

  const underway = new Set<string>()
  /**
   * Publishes a command. `leftMs`: remaining time. The device compares with the clock of the sending server, as in all
   * messages.
   */
  const deliver = async (row: CommandRow, leftMs: number): Promise<void> => {
    const tag = parseTag(row.tag)
    if (!tag || underway.has(row.id)) return
    underway.add(row.id)
    try {
      await publish({ ...tag, id: row.id, value: getValue(row), by: row.by, expiresAt: Date.now() + leftMs })
      await move(row.id, 'sent')
    } finally {
      underway.delete(row.id)
    }
  }
  /** Retries a command. Without a subscriber it stays queued until it expires, and other commands continue. */
  const retryDelivery = async (row: CommandRow & { readonly left_ms: number }): Promise<void> => {
    try {
      await deliver(row, Math.min(row.left_ms, limits.command.expiryMs))
    } catch (cause) {
      if (!(cause instanceof ApiError)) log.warn('command not sent yet; retrying', { command: row.id, cause })
    }
  }

  return {
    async findProject(id: string): Promise<string | undefined> {
      const row = await db.selectFrom('command').select('tag').where('id', '=', id).executeTakeFirst()
      return row && parseTag(row.tag)?.project
    },

    /** Reads a command. With `sender`, throws `object.missing` for commands of other senders. */
    async read(id: string, sender?: Sender): Promise<Command> {
      const row = await db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row || (sender && row.account !== sender.id)) throw new ApiError('object.missing')
      return toCommand(row)
    },

    /**
     * Places a command. The same key and body return the existing command; the same key with another body is rejected.
     */
    send(caller: RequestContext, key: string, body: OperatorBody): Promise<Command> {
      const { accountId: id, name } = caller.session
      return this.sendFor(caller, { id, name }, key, body)
    },

    /** Same as `send` for an operator without an account, such as a wall display. */
    sendFor(author: Author, sender: Sender, key: string, body: OperatorBody): Promise<Command> {
      const { origin, password } = body
      return this.place(author, sender, key, body, {
        origin,
        check: (tag) => checkPassword(author, tag, origin, password),
      })
    },

    /**
     * Places a command of the server itself, for example of a strategy or a linkage. It is checked, stored and audited
     * like any other, with the reason.
     */
    placeSystemCommand(
      key: string,
      body: CommandBody,
      reason: Readonly<Record<string, string>> = {},
    ): Promise<Command> {
      return this.place(
        systemContext,
        { id: systemContext.name, name: systemContext.name },
        key,
        body,
        undefined,
        reason,
      )
    },

    async place(
      author: Author,
      by: Sender,
      key: string,
      body: CommandBody,
      from?: { readonly origin: CommandOrigin | undefined; readonly check: (tag: string) => Promise<void> },
      reason: Readonly<Record<string, string>> = {},
    ): Promise<Command> {
      const account = by.id
      const bodyHash = createHash('sha256')
        .update(JSON.stringify([body.tag, body.value]))
        .digest('hex')
      const findExisting = () =>
        db
          .selectFrom('command')
          .selectAll()
          .where('account', '=', account)
          .where('idempotency_key', '=', key)
          .executeTakeFirst()
      const toExistingCommand = (row: CommandRow & { readonly body_hash: string }): Command => {
        if (row.body_hash !== bodyHash) throw new ApiError('key.reused')
        if (row.result === offlineError) throw new ApiError(offlineError)
        return toCommand(row)
      }
      const found = await findExisting()
      if (found) return toExistingCommand(found)

      const tag = await plant.tag(body.tag)
      if (!tag) throw new ApiError('device.missing')
      // Programs of the server may hold a number as text.
      const value = checkCommandValue(tag, body.value, { isNumericTextAllowed: from === undefined })
      await from?.check(tag.path)
      const denialReason = getDenialReason?.(tag.project, tag.device)
      if (denialReason) throw new ApiError(denialReason)
      if (isOffline(tag.project, tag.device)) throw new ApiError('device.offline')
      const row = await db.transaction().execute(async (tx) => {
        const inserted = await tx
          .insertInto('command')
          .values({
            id: randomUUID(),
            account,
            idempotency_key: key,
            body_hash: bodyHash,
            tag: tag.path,
            ...(typeof value === 'string' ? { value: null, text: value } : { value, text: null }),
            by: by.name,
            state: 'queued',
            created_at: databaseNow,
            expires_at: addMs(databaseNow, limits.command.expiryMs),
            result: null,
          })
          .onConflict((conflict) => conflict.columns(['account', 'idempotency_key']).doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!inserted) return undefined
        const component = from?.origin && { drawing: from.origin.drawing, component: from.origin.component }
        await audit(tx, author, {
          object: `tag/${tag.path}`,
          action: 'command',
          content: { command: inserted.id, value, ...component, ...reason },
        })
        return inserted
      })
      if (!row) {
        const concurrent = await findExisting()
        if (concurrent) return toExistingCommand(concurrent)
        throw new ApiError('server.busy')
      }
      expiryById.set(row.id, monotonicNow() + limits.command.expiryMs)
      try {
        await deliver(row, limits.command.expiryMs)
      } catch (cause) {
        if (cause instanceof ApiError) {
          expiryById.delete(row.id)
          await move(row.id, 'failed', cause.error)
          throw cause
        }
        log.warn('command not sent yet; retrying', { command: row.id, cause })
      }
      return this.read(row.id)
    },

    /**
     * Handles an acknowledgement. The first one counts, even if the command has already timed out. Acknowledgements for
     * other devices are ignored.
     */
    async acknowledge(ack: IncomingAck): Promise<void> {
      if (ack.id.startsWith(bindingPrefix)) return
      const row = await db
        .selectFrom('command')
        .select(['tag', 'value', 'text'])
        .where('id', '=', ack.id)
        .executeTakeFirst()
      if (!row) return warn(ack, 'acknowledgement ignored: unknown command')
      if (!row.tag.startsWith(`${ack.project}/${ack.device}/`))
        return warn(ack, 'acknowledgement ignored: the command belongs to another device', { tag: row.tag })
      const { numUpdatedRows } = await db
        .updateTable('command')
        .set({ state: ack.ok ? 'succeeded' : 'failed', result: ack.code ?? null })
        .where('id', '=', ack.id)
        .where('state', 'in', [...open, 'unknown'])
        .executeTakeFirstOrThrow()
      expiryById.delete(ack.id)
      wake([ack.id])
      const tag = parseTag(row.tag)
      if (ack.ok && tag && Number(numUpdatedRows) > 0)
        for (const listener of executedListeners) listener({ ...tag, value: getValue(row) })
    },

    /** Marks a sent command as unknown, because its device has not confirmed it in time. A later answer still counts. */
    async closeUnconfirmed(id: string): Promise<void> {
      await db
        .updateTable('command')
        .set({ state: 'unknown' })
        .where('id', '=', id)
        .where('state', '=', 'sent')
        .execute()
      expiryById.delete(id)
      wake([id])
    },

    /**
     * Resolves with the command once the device has answered or the command has expired, at most `expiryMs` plus one
     * polling interval after it was placed.
     */
    async waitUntilClosed(id: string): Promise<Command> {
      for (;;) {
        let resume: () => void = () => undefined
        const resumed = new Promise<void>((done) => {
          resume = done
        })
        const waiters = waitersById.get(id) ?? new Set()
        waitersById.set(id, waiters.add(resume))
        try {
          // Read after registering, so that an answer in between is not missed.
          const command = await this.read(id)
          if (!open.includes(command.state)) return command
          await resumed
        } finally {
          waiters.delete(resume)
          if (waiters.size === 0) waitersById.delete(id)
        }
      }
    },

    /** Subscribes to commands carried out by devices. Returns a function that unsubscribes. */
    onExecuted(listener: (done: ExecutedCommand) => void): () => void {
      executedListeners.add(listener)
      return () => void executedListeners.delete(listener)
    },

    /** Sends queued commands left by a crash and closes expired ones. Returns a function that stops it. */
    start(): () => void {
      const round = async (): Promise<void> => {
        const nowMs = monotonicNow()
        const expiredIds = [...expiryById].flatMap(([id, endMs]) => (endMs <= nowMs ? [id] : []))
        const openIds = [...expiryById].flatMap(([id, endMs]) => (endMs > nowMs ? [id] : []))
        // An expiry beyond the maximum belongs to a command placed before the clock was set back.
        const isExpired = sql<boolean>`(id = any(${expiredIds}::text[]) or ((expires_at <= ${statementStart} or expires_at > ${addMs(statementStart, limits.command.expiryMs + limits.maxClockSkewMs)}) and id <> all(${openIds}::text[])))`
        await db
          .updateTable('command')
          .set({ state: 'expired' })
          .where('state', '=', 'queued')
          .where(isExpired)
          .execute()
        await db.updateTable('command').set({ state: 'unknown' }).where('state', '=', 'sent').where(isExpired).execute()
        for (const id of expiredIds) expiryById.delete(id)
        await wakeClosed()
        const queued = await db
          .selectFrom('command')
          .selectAll()
          .select(sql<number>`(extract(epoch from expires_at - ${databaseNow}) * 1000)::float8`.as('left_ms'))
          .where('state', '=', 'queued')
          .where('created_at', '<', addMs(statementStart, -sweepMs))
          .orderBy('created_at')
          .limit(1000)
          .execute()
        await Promise.all(queued.map(retryDelivery))
      }
      let busy = false
      const timer = setInterval(() => {
        if (busy) return
        busy = true
        void round()
          .catch((cause: unknown) => log.warn('could not process open commands', { cause }))
          .finally(() => {
            busy = false
          })
      }, sweepMs)
      return () => clearInterval(timer)
    },
  }
}

export type Commands = ReturnType<typeof createCommands>

interface CommandRow {
  readonly id: string
  readonly tag: string
  readonly value: number | null
  readonly text: string | null
  readonly by: string
  readonly state: CommandState
  readonly created_at: Date
  readonly expires_at: Date
  readonly result: string | null
}

const toCommand = (row: CommandRow): Command => ({
  id: row.id,
  tag: row.tag,
  value: getValue(row),
  by: row.by,
  state: row.state,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  result: row.result,
})

/** A row has either a number or a text. */
const getValue = ({ value, text }: Pick<CommandRow, 'value' | 'text'>): CommandValue => text ?? value ?? 0
