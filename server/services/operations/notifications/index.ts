import { sql } from 'kysely'
import { encodeLocalized, decodeLocalized } from '../../../../contract/localizedText.ts'
import type { EntityValues, Words } from '../../../../contract/entity/field.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { faultWords, levelWords } from '../../../../contract/alarms/alarm.ts'
import type { AlarmEvent } from '../../../../contract/alarms/alarmEvents.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ServerAlarm } from '../../../../contract/routes.ts'
import { serverAlarmKinds } from '../../../../contract/serverAlarms.ts'
import { receiverFaults, parseReceivers } from '../../../../contract/platform/receivers.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { OutboundFailure } from '../../../http/outbound/index.ts'
import { RateLimiter } from '../../../limits/rateLimiter.ts'
import { findStorageFault } from '../../../storage/failure.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { systemContext } from '../../base/requestContext.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import type { EntityHooks, HookContext } from '../../entities/hooks.ts'
import type { Author, StoredEntityService } from '../../entities/index.ts'
import { toText } from '../../entities/values.ts'
import type { Clock } from '../../base/scheduler.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import type { Channel, Deliver, Message } from './deliver.ts'
import { deletedChannel, disabledChannel, type NotificationPreview, previewNotification } from './preview.ts'
import { render, renderLine } from './render.ts'
import { createEventVariables, createLocalizedVariables, formatTime, type ProjectEvent } from './variables.ts'

export interface NotificationParts {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
  readonly deliver: Deliver
  readonly log: Log
  readonly clock?: Clock
}

/** A queued message from the log. */
interface QueuedMessage {
  readonly id: string
  readonly channel: string | null
  readonly receivers: string | null
  readonly subject: string
  readonly content: string
  readonly attempts: number
  readonly next_at: Date
}

/** A template for alarms; `zone` is null if the project has none or was deleted. */
interface AlarmTemplate {
  readonly id: string
  readonly name: string
  readonly zone: string | null
}

const { perMinute, waiting: maxQueued, retriesMs } = limits.notification
const claimMs = 120_000
const maxDelayMs = claimMs + Math.max(...retriesMs)
const batchSize = 20
const maxTemplates = 50

/**
 * Sends notifications to people and other systems. Messages are stored in the log before sending, so a crash loses
 * none. Failed ones are retried with back-off, and each channel has a rate limit; the rest stays queued.
 */
export function createNotifications({ db, stored, deliver, log, clock = systemClock }: NotificationParts) {
  const rates = new RateLimiter()
  const logRows = () => stored('notificationLog')
  /** Notifications of alarms are stored one after another, so that a recovery cannot overtake a return. */
  let alarmsSent: Promise<void> = Promise.resolve()

  const readChannel = async (id: string): Promise<Channel> => {
    const row = await stored('channel').read(id)
    const { kind, host, port, isSecure, username, sender, url, format, body }: Readonly<Record<string, unknown>> = {
      ...row,
    }
    if (kind === 'webhook')
      return {
        kind,
        url: toText(url) ?? '',
        token: await stored('channel').readSecret(id, 'token'),
        format: toText(format),
        body: toText(body),
      }
    return {
      kind: 'email',
      host: toText(host) ?? '',
      port: typeof port === 'number' ? port : 465,
      isSecure: isSecure === true,
      username: toText(username),
      sender: toText(sender) ?? '',
      password: await stored('channel').readSecret(id, 'password'),
    }
  }

  /**
   * Templates for alarms of a level and project, with the project's name and time zone. `withRecovery`: only those that
   * send the recovery.
   */
  const alarmTemplates = async (
    level: number,
    project: string,
    withRecovery = false,
  ): Promise<readonly AlarmTemplate[]> => {
    const { rows } =
      await sql<AlarmTemplate>`select t.id, coalesce(p.name, ${project}) as name, p.time_zone as zone from platform_template t left join project p on p.id = ${project}
      where t.alarm_level <= ${level} and (t.alarm_project is null or t.alarm_project = ${project}) and (${!withRecovery} or t.sends_recovery) order by t.id limit ${maxTemplates}`.execute(
        db,
      )
    return rows
  }

  const enqueue = async (
    author: Author,
    channel: string,
    message: Pick<Message, 'subject' | 'content'> & { readonly receivers: string },
  ): Promise<string> => {
    const at = clock.now()
    const {
      rows: [count],
    } = await sql<{
      count: string
    }>`select count(*) as count from platform_notification_log where channel = ${channel} and result = 'waiting'`.execute(
      db,
    )
    const isFull = Number(count?.count ?? 0) >= maxQueued
    const [id = ''] = await logRows().add(author, [
      {
        values: {
          at,
          channel,
          ...message,
          attempts: 0,
          ...(isFull
            ? {
                result: 'failed',
                message: encodeLocalized({
                  en: `more than ${maxQueued} messages are queued for this channel`,
                  zh: `该渠道待发送的消息超过 ${maxQueued} 条`,
                }),
              }
            : { result: 'waiting', nextAt: at }),
        },
      },
    ])
    task.poke()
    return id
  }

  /** Sends due messages and returns the next due time. */
  const round = async (): Promise<number | undefined> => {
    const now = new Date(clock.now())
    // A later time than the longest delay results from a clock set back, so send these as well.
    const after = new Date(now.getTime() + maxDelayMs)
    const { rows: due } =
      await sql<QueuedMessage>`select id, channel, receivers, subject, content, attempts, next_at from platform_notification_log
      where result = 'waiting' and (next_at <= ${now} or next_at > ${after}) order by next_at, id limit ${batchSize}`.execute(
        db,
      )
    for (const row of due) await attempt(row)
    if (due.length === batchSize) return clock.now()
    const {
      rows: [next],
    } = await sql<{
      at: Date | null
    }>`select min(next_at) as at from platform_notification_log where result = 'waiting'`.execute(db)
    return next?.at?.getTime()
  }
  const task = createPeriodicTask({ name: 'notifications', clock, log, round })

  const attempt = async (row: QueuedMessage): Promise<void> => {
    const now = clock.now()
    if (row.channel !== null) {
      const waitMs = rates.tryConsume(row.channel, perMinute) * 1000
      if (waitMs > 0) return logRows().set(row.id, { nextAt: now + waitMs })
    }
    // Claim the message by moving its time, so that another server does not send it too.
    const { numAffectedRows } = await sql`update platform_notification_log set next_at = ${new Date(now + claimMs)}
      where id = ${row.id} and result = 'waiting' and next_at = ${row.next_at}`.execute(db)
    if (Number(numAffectedRows ?? 0) === 0) return
    const attempts = row.attempts + 1
    try {
      const response = await send(row)
      await logRows().set(row.id, { result: 'sent', attempts, nextAt: null, message: response.slice(0, 1000) })
    } catch (cause) {
      const message = formatError(cause)
      const retryMs = row.channel === null ? undefined : retriesMs[row.attempts]
      await logRows().set(row.id, {
        attempts,
        message,
        ...(retryMs === undefined ? { result: 'failed', nextAt: null } : { nextAt: clock.now() + retryMs }),
      })
      if (retryMs === undefined) log.warn('could not send a notification', { notification: row.id, why: message })
    }
  }

  const send = async ({
    id,
    channel,
    receivers,
    subject,
    content,
  }: Pick<QueuedMessage, 'id' | 'channel' | 'receivers' | 'subject' | 'content'>): Promise<string> => {
    if (channel === null) throw new Error(encodeLocalized(deletedChannel))
    const row: Readonly<Record<string, unknown>> = { ...(await stored('channel').read(channel)) }
    if (row['isEnabled'] !== true) throw new Error(encodeLocalized(disabledChannel))
    return deliver(await readChannel(channel), {
      id,
      at: clock.now(),
      receivers: parseReceivers(receivers ?? '').addresses,
      subject,
      content,
    })
  }

  /** Reject a mail template without receivers when it is saved, not when it is first used. */
  const checkReceivers = async ({ tx }: HookContext, values: EntityValues): Promise<void> => {
    if ((toText(values['receivers']) ?? '') !== '') return
    const {
      rows: [channel],
    } = await sql<{ kind: string }>`select kind from platform_channel where id = ${toText(values['channel'])}`.execute(
      tx,
    )
    if (channel?.kind === 'email')
      throw createInvalidInputError(
        createFault('receivers', 'required', { en: 'Please enter the receivers', zh: '请填写邮件接收人' }),
      )
  }
  const hooks: EntityHooks = {
    beforeCreate: (context, values) => checkReceivers(context, values),
    beforeUpdate: (context, _present, values) => checkReceivers(context, values),
  }

  return {
    hooks,
    /**
     * Fills a template and queues the message. Throws if the template does not exist. `state` stands before a subject
     * that does not contain it.
     */
    async notify(
      author: Author,
      template: string,
      variables: Readonly<Record<string, string>>,
      state?: Words,
    ): Promise<{ id: string }> {
      const row: Readonly<Record<string, unknown>> = { ...(await stored('template').read(template)) }
      const channel = toText(row['channel'])
      if (channel === null) throw new ApiError('object.missing')
      const filled = { time: formatTime(clock.now(), null), ...variables }
      const id = await enqueue(author, channel, {
        receivers: toText(row['receivers']) ?? '',
        subject: renderLine(addState(toText(row['subject']) ?? '', state), filled),
        content: render(toText(row['content']) ?? '', filled),
      })
      return { id }
    },

    /** Returns what `notify` would send and to whom, without sending it. Null if the template does not exist. */
    preview: (template: string, variables: Readonly<Record<string, string>>): Promise<NotificationPreview | null> =>
      previewNotification(stored, template, { time: formatTime(clock.now(), null), ...variables }),

    /** Sends the notification of an event. Throws if the template does not exist. */
    async notifyEvent(template: string, event: ProjectEvent): Promise<void> {
      await this.notify(systemContext, template, await createEventVariables(db, event))
    },

    /** Returns what `notifyEvent` would send. Null if the template does not exist. */
    async previewEvent(template: string, event: ProjectEvent): Promise<NotificationPreview | null> {
      return this.preview(template, await createEventVariables(db, event))
    },

    /**
     * Sends the notifications of an alarm that was raised, has cleared or has returned, in the order of the calls. A
     * return is sent as raised by the templates that have sent the recovery. Beyond the queue limit they are recorded as
     * failed, so that an alarm flood does not fill the queue.
     */
    sendAlarm({ change, project, device, fault, level, message, at, clearedAt }: AlarmEvent): void {
      const isRecovery = change === 'cleared'
      const variables = {
        device: device ?? '',
        level: String(level),
        ...createLocalizedVariables('state', isRecovery ? states.cleared : states.raised),
        ...createLocalizedVariables('message', decodeLocalized(message)),
        ...createLocalizedVariables('fault', faultWords(fault) ?? { en: fault, zh: fault }),
        ...createLocalizedVariables('severity', levelWords(level) ?? { en: String(level), zh: String(level) }),
      }
      const changedAt = change === 'returned' ? clock.now() : (clearedAt ?? at)
      alarmsSent = alarmsSent
        .then(async () => {
          for (const { id, name, zone } of await alarmTemplates(level, project, change !== 'raised'))
            await this.notify(
              systemContext,
              id,
              { ...variables, project: name, time: formatTime(changedAt, zone) },
              isRecovery ? states.cleared : undefined,
            )
        })
        .catch((cause: unknown) => log.error('could not notify anyone of an alarm', { project, device, cause }))
    },

    /**
     * Sends the notifications of a server alarm by the templates for all projects. If the log cannot be written because
     * storage failed, sends without it. Rejects if a message was neither stored nor sent.
     */
    async sendServerAlarm({ kind, detail, raisedAt, id }: ServerAlarm): Promise<void> {
      const { level, words } = serverAlarmKinds[kind]
      const variables = {
        project: '',
        device: 'Mimic',
        level: String(level),
        time: formatTime(raisedAt, null),
        ...createLocalizedVariables('state', states.raised),
        ...createLocalizedVariables('message', decodeLocalized(detail)),
        ...createLocalizedVariables('fault', words),
        ...createLocalizedVariables('severity', levelWords(level) ?? { en: String(level), zh: String(level) }),
      }
      for (const { id: template } of await alarmTemplates(level, '')) {
        await this.notify(systemContext, template, variables).catch(async (cause: unknown) => {
          if (findStorageFault(cause) === undefined) throw cause
          const row: Readonly<Record<string, unknown>> = { ...(await stored('template').read(template)) }
          await send({
            id,
            channel: toText(row['channel']),
            receivers: toText(row['receivers']),
            subject: renderLine(toText(row['subject']) ?? '', variables),
            content: render(toText(row['content']) ?? '', variables),
          })
        })
      }
    },

    /** Sends a test message immediately, so that a channel's configuration can be checked. Also written to the log. */
    async test(
      caller: RequestContext,
      id: string,
      receivers: string | undefined,
    ): Promise<{ isSent: boolean; message: string; tookMs: number }> {
      const channel = await readChannel(id)
      const receiverText = receivers ?? (channel.kind === 'email' ? channel.sender : '')
      const faults = receiverFaults(receiverText)
      if (faults.length > 0)
        throw createInvalidInputError(...faults.map((words) => createFault('receivers', 'email', words)))
      const { addresses } = parseReceivers(receiverText)
      if (channel.kind === 'email' && addresses.length === 0)
        throw createInvalidInputError(
          createFault('receivers', 'email', {
            en: 'Email addresses, separated by commas',
            zh: '请输入邮箱，多个以逗号分隔',
          }),
        )
      await db
        .transaction()
        .execute((tx) =>
          audit(tx, caller, { object: `channel/${id}`, action: 'test', content: { receivers: addresses } }),
        )
      const startedAt = performance.now()
      const at = clock.now()
      const message = {
        id: `test-${at}`,
        at,
        receivers: addresses,
        subject: 'Mimic: test message 测试消息',
        content: `This is a test message of ${caller.session.name}. 这是一条测试消息。`,
      }
      const outcome = await deliver(channel, message).then(
        (response) => ({ isSent: true, message: response }),
        (cause: unknown) => ({ isSent: false, message: formatError(cause) }),
      )
      await logRows().add(systemContext, [
        {
          values: {
            at,
            channel: id,
            receivers: addresses.join(', '),
            subject: encodeLocalized({ en: 'Mimic: test message', zh: 'Mimic：测试消息' }),
            content: message.content,
            attempts: 1,
            result: outcome.isSent ? 'sent' : 'failed',
            message: outcome.message.slice(0, 1000),
          },
        },
      ])
      return { ...outcome, tookMs: Math.round(performance.now() - startedAt) }
    },

    /** Returns a function that stops it and waits for messages being sent. */
    start(): () => Promise<void> {
      task.poke()
      return () => task.stop()
    },
    waitUntilIdle: () => task.settled(),
  }
}

export type Notifications = ReturnType<typeof createNotifications>

const states = {
  raised: { en: 'Raised', zh: '产生' },
  cleared: { en: 'Cleared', zh: '恢复' },
} as const

/** Puts a state before a subject without one, so that a recovery is not taken for a new alarm. */
const addState = (subject: string, state: Words | undefined): string =>
  state === undefined || /\{state(?:En|Zh)?\}/.test(subject) ? subject : `${state.en} ${state.zh}: ${subject}`

/** Error message for the log without internal details. */
const formatError = (cause: unknown): string =>
  (cause instanceof OutboundFailure
    ? encodeLocalized(cause.words)
    : cause instanceof Error
      ? cause.message
      : String(cause)
  )
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
