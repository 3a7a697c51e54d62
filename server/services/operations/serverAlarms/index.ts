import { encodeLocalized } from '../../../../contract/localizedText.ts'
import type { Words } from '../../../../contract/entity/field.ts'
import type { ServerAlarm } from '../../../../contract/routes.ts'
import type { ServerAlarmKind } from '../../../../contract/serverAlarms.ts'
import { isEventKind, isServerAlarmKind } from '../../../../contract/serverAlarms.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { newId } from '../../entities/ids.ts'

export interface ServerAlarmParts {
  readonly db: Db
  readonly log: Log
  /** Sends notifications of a new alarm. Rejects if none could be sent or stored. */
  readonly notify: (alarm: ServerAlarm) => Promise<void>
  readonly now?: () => number
}

/** Maximum number of listed cleared alarms, and their retention in milliseconds. */
const maxEnded = 100
const retentionMs = 90 * 86_400_000
/**
 * An alarm that returns within this many milliseconds after its end is counted as the same one, without another
 * notification, and stays acknowledged. An event that recurs later must be acknowledged again.
 */
const flapMs = 5 * 60_000
const eventDurationMs = 60 * 60_000
/** Milliseconds during which failed notifications are retried. */
const notifyWindowMs = 60 * 60_000

/**
 * Alarms of the server about itself. They are held in memory, because storage may be the cause, and stored as soon as
 * possible. At most one alarm per kind is open.
 */
export function createServerAlarms({ db, log, notify, now = Date.now }: ServerAlarmParts) {
  const open = new Map<ServerAlarmKind, ServerAlarm>()
  let ended: readonly ServerAlarm[] = []
  const unsaved = new Map<string, ServerAlarm>()
  const unsent = new Map<string, ServerAlarm>()
  let saving: Promise<void> = Promise.resolve()

  const update = (alarm: ServerAlarm): void => {
    open.set(alarm.kind, alarm)
    unsaved.set(alarm.id, alarm)
  }

  const save = async (): Promise<void> => {
    for (const [id, { kind, detail, raisedAt, lastAt, clearedAt, count, confirmedBy, confirmedAt }] of unsaved) {
      const saved = unsaved.get(id)
      const changing = {
        detail,
        last_at: new Date(lastAt),
        cleared_at: clearedAt === null ? null : new Date(clearedAt),
        count,
        confirmed_by: confirmedBy,
        confirmed_at: confirmedAt === null ? null : new Date(confirmedAt),
      }
      await db
        .insertInto('server_alarm')
        .values({ id, kind, raised_at: new Date(raisedAt), ...changing })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
        .execute()
      if (unsaved.get(id) === saved) unsaved.delete(id)
    }
  }
  const send = async (): Promise<void> => {
    for (const [id, alarm] of unsent) {
      if (now() - alarm.raisedAt > notifyWindowMs) unsent.delete(id)
      else
        await notify(alarm).then(
          () => unsent.delete(id),
          (cause: unknown) =>
            log.warn('could not send the notification of a server alarm; retrying', { kind: alarm.kind, cause }),
        )
    }
  }
  /** Runs one after another; failures are retried at the next call. */
  const saveAndSend = (): Promise<void> => {
    saving = saving.then(async () => {
      await save().catch((cause: unknown) => log.warn('could not store server alarms; retrying', { cause }))
      await send()
    })
    return saving
  }

  const end = (alarm: ServerAlarm): void => {
    const clearedAlarm = { ...alarm, clearedAt: now() }
    open.delete(alarm.kind)
    ended = [clearedAlarm, ...ended].slice(0, maxEnded)
    unsaved.set(clearedAlarm.id, clearedAlarm)
  }

  return {
    /** Raises an alarm, or updates the open one of its kind. */
    raise(kind: ServerAlarmKind, words: Words): void {
      const at = now()
      const detail = encodeLocalized(words)
      const before = open.get(kind)
      if (before) {
        if (!isEventKind(kind) && before.detail === detail) return
        const isNewOccurrence = at - before.lastAt > flapMs
        update({
          ...before,
          detail,
          ...(isEventKind(kind) && {
            lastAt: at,
            count: before.count + 1,
            ...(isNewOccurrence && { confirmedBy: null, confirmedAt: null }),
          }),
        })
      } else {
        const last = ended.find(
          (alarm) => alarm.kind === kind && alarm.clearedAt !== null && at - alarm.clearedAt < flapMs,
        )
        const alarm = last
          ? { ...last, detail, lastAt: at, clearedAt: null, count: last.count + 1 }
          : {
              id: newId(at),
              kind,
              detail,
              raisedAt: at,
              lastAt: at,
              clearedAt: null,
              count: 1,
              confirmedBy: null,
              confirmedAt: null,
            }
        if (last) ended = ended.filter(({ id }) => id !== last.id)
        else {
          unsent.set(alarm.id, alarm)
          log.error('server alarm raised', { kind, detail: words.en })
        }
        update(alarm)
      }
      void saveAndSend()
    },

    /** Clears the open alarm of a kind, if any. */
    clear(kind: ServerAlarmKind): void {
      const alarm = open.get(kind)
      if (!alarm) return
      end(alarm)
      log.warn('server alarm cleared', { kind })
      void saveAndSend()
    },

    /** Clears events that did not recur for an hour, and retries pending writes and notifications. */
    async check(): Promise<void> {
      for (const alarm of open.values())
        if (isEventKind(alarm.kind) && now() - alarm.lastAt >= eventDurationMs) this.clear(alarm.kind)
      if (unsaved.size > 0 || unsent.size > 0) await saveAndSend()
    },

    /** Open alarms, then cleared ones, newest first. */
    list: (): readonly ServerAlarm[] => [...[...open.values()].toSorted((a, b) => b.raisedAt - a.raisedAt), ...ended],
    /** Acknowledges open and cleared alarms. Rejects if the audit log cannot be written; no alarm changes then. */
    async acknowledge(caller: RequestContext, ids: readonly string[]): Promise<void> {
      const isDue = ({ id, confirmedAt }: ServerAlarm): boolean => confirmedAt === null && ids.includes(id)
      const due = [...open.values(), ...ended].filter(isDue)
      if (due.length === 0) return
      await db.transaction().execute(async (tx) => {
        for (const { id, kind } of due)
          await audit(tx, caller, { object: `serverAlarm/${id}`, action: 'acknowledge', content: { kind } })
      })
      const change = (alarm: ServerAlarm): ServerAlarm => {
        if (!isDue(alarm)) return alarm
        const confirmed = { ...alarm, confirmedBy: caller.session.name, confirmedAt: now() }
        unsaved.set(confirmed.id, confirmed)
        return confirmed
      }
      for (const [kind, alarm] of open) open.set(kind, change(alarm))
      ended = ended.map(change)
      await saveAndSend()
    },

    openKinds: (): readonly ServerAlarmKind[] => [...open.keys()],

    /** Loads alarms stored by earlier processes. Alarms of states that are over are cleared by the first checks. */
    async load(): Promise<void> {
      const rows = await db
        .selectFrom('server_alarm')
        .selectAll()
        .where((is) => is.or([is('cleared_at', 'is', null), is('raised_at', '>', new Date(now() - retentionMs))]))
        .orderBy('raised_at', 'desc')
        .limit(2 * maxEnded)
        .execute()
      const alarms = rows.flatMap(
        ({ id, kind, detail, raised_at, last_at, cleared_at, count, confirmed_by, confirmed_at }): ServerAlarm[] =>
          isServerAlarmKind(kind)
            ? [
                {
                  id,
                  kind,
                  detail,
                  raisedAt: raised_at.getTime(),
                  lastAt: last_at.getTime(),
                  clearedAt: cleared_at?.getTime() ?? null,
                  count,
                  confirmedBy: confirmed_by,
                  confirmedAt: confirmed_at?.getTime() ?? null,
                },
              ]
            : [],
      )
      for (const alarm of alarms) {
        if (alarm.clearedAt !== null) continue
        // An alarm raised before loading is the same one.
        const present = open.get(alarm.kind)
        if (present) {
          unsaved.delete(present.id)
          unsent.delete(present.id)
        }
        update(present ? { ...alarm, detail: present.detail, lastAt: present.lastAt } : alarm)
      }
      ended = [
        ...ended,
        ...alarms.filter(({ clearedAt, id }) => clearedAt !== null && !ended.some((one) => one.id === id)),
      ].slice(0, maxEnded)
      await db
        .deleteFrom('server_alarm')
        .where('cleared_at', '<', new Date(now() - retentionMs))
        .execute()
    },

    /** Resolves when everything pending is stored and sent, or has failed. */
    settled: () => saving,
  }
}

export type ServerAlarms = ReturnType<typeof createServerAlarms>
