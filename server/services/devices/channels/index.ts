import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { getEntity } from '../../../../contract/entities.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { ChannelDetails, ChannelSummary, RouteResponse, Routes } from '../../../../contract/routes.ts'
import type { Broker, OutgoingCommand } from '../../../broker/index.ts'
import { entityTable, readable } from '../../../database/entities/entityColumns.ts'
import type { StoredRow } from '../../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import { trustCertificate } from '../../../drivers/runner/certificates.ts'
import type { Answer } from '../../../drivers/runner/protocol.ts'
import type { Log } from '../../../log.ts'
import { findProgram } from '../../../programs.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import type { SecretBox } from '../../base/secrets.ts'
import type { EntityHooks } from '../../entities/index.ts'
import type { IncomingAck } from '../commands.ts'
import type { ChannelPlan, ChannelRow } from './config.ts'
import { planChannel } from './config.ts'
import { readFacilityPoints } from './facilities.ts'
import { ChannelProcess } from './process.ts'
import { readDetails, readSummary } from './status.ts'
import { storeTags } from './tags.ts'

export interface ChannelsParts {
  readonly db: Db
  readonly broker: Pick<Broker, 'driverValues'>
  readonly secrets: Pick<SecretBox, 'open'>
  readonly dataDir: string
  /** Address on which ports for gateways listen. */
  readonly host: string
  /** Addresses of this computer that channels may use, as `host:port`. */
  readonly allowed: readonly string[]
  readonly log: Log
}

interface Running {
  plan: ChannelPlan
  readonly process: ChannelProcess
  offline: ReadonlySet<string>
}

const testMs = 30_000
const logMs = 10 * 60_000
const channelTable = entityTable(getEntity('accessChannel'), (text) => text)

/** Runs the enabled access channels, each in a process of its own. */
export function createChannels({ db, broker, secrets, dataDir, host, allowed, log }: ChannelsParts) {
  const directory = join(dataDir, 'channels')
  const running = new Map<string, Running>()
  const program = findProgram('channel')
  let acknowledge: (ack: IncomingAck) => void = () => undefined
  let isStopped = false

  const readRows = async (id?: string): Promise<(ChannelRow & { readonly isEnabled: boolean })[]> => {
    const { rows } = await sql<StoredRow>`
      select ${readable(channelTable)} from ${sql.table(channelTable.name)}
      where ${id === undefined ? sql`true` : sql`id = ${id}`} order by id`.execute(db)
    return rows.map((stored) => {
      const { id: rowId, project = '', values } = toEntityRow(channelTable, stored)
      const open = (column: string): string => {
        const sealed = stored[column]
        return typeof sealed === 'string' ? secrets.open(sealed, { table: channelTable.name, column, row: rowId }) : ''
      }
      return {
        id: rowId,
        project,
        values,
        password: open('password'),
        community: open('community'),
        userKey: open('user_key'),
        isEnabled: values['isEnabled'] === true,
      }
    })
  }
  const plan = async (row: ChannelRow): Promise<ChannelPlan> =>
    planChannel(row, await readFacilityPoints(db, row), { host, directory })
  const readPlan = async (id: string): Promise<ChannelPlan> => {
    const [row] = await readRows(id)
    if (!row) throw new ApiError('object.missing')
    return plan(row)
  }

  const start = (planned: ChannelPlan): void => {
    const { config, row } = planned
    if (!config) return
    const gateway = `channel-${row.id}`
    const channel: Running = {
      plan: planned,
      offline: new Set(),
      process: new ChannelProcess({
        program,
        config,
        allowed,
        onValues: (frame, isLate) => broker.driverValues.receive(frame, isLate),
        onOnline: (isOnline) => broker.driverValues.setChannel(row.project, gateway, isOnline, channel.plan.devices),
        onOffline: (devices) => {
          const offline = new Set(devices.map((device) => device.slice(device.indexOf('/') + 1)))
          for (const device of channel.plan.devices)
            if (offline.has(device) !== channel.offline.has(device))
              broker.driverValues.setDevice({ project: row.project, device }, !offline.has(device))
          channel.offline = offline
        },
        onExit: (code) =>
          log.warn('the process of an access channel ended; starting it again', { channel: row.id, code }),
      }),
    }
    running.set(row.id, channel)
  }
  const stop = async (id: string): Promise<void> => {
    const channel = running.get(id)
    running.delete(id)
    await channel?.process.stop()
    if (channel) broker.driverValues.setChannel(channel.plan.row.project, `channel-${id}`, false, channel.plan.devices)
  }
  const removed = new Set<string>()
  const task = createPeriodicTask({
    name: 'access channels',
    clock: systemClock,
    log,
    round: async () => {
      const rows = (await readRows()).filter(({ isEnabled }) => isEnabled)
      const ids = new Set(rows.map(({ id }) => id))
      await Promise.all([...running.keys()].filter((id) => !ids.has(id)).map(stop))
      for (const id of removed) await rm(join(directory, id), { recursive: true, force: true })
      removed.clear()
      for (const row of rows) {
        const planned = await plan(row)
        const channel = running.get(row.id)
        if (channel?.plan.key === planned.key) {
          channel.plan = planned
          continue
        }
        await storeTags(db, planned.config?.points ?? [])
        await stop(row.id)
        if (!isStopped) start(planned)
      }
      return Date.now() + 60_000
    },
  })

  /** Uses the running process, or one for this request only. */
  const request = async (id: string, send: (process: ChannelProcess) => Promise<Answer>): Promise<Answer> => {
    const channel = running.get(id)
    if (channel) return send(channel.process)
    const { config } = await readPlan(id)
    if (!config)
      return { ok: false, code: 'protocol', words: { en: 'this transport is not executed', zh: '该传输方式不会执行' } }
    const process = new ChannelProcess({
      program,
      config,
      allowed,
      isTest: true,
      onValues: () => Promise.resolve(),
      onOnline: () => undefined,
      onOffline: () => undefined,
      onExit: () => undefined,
    })
    try {
      return await send(process)
    } finally {
      await process.stop()
    }
  }
  const record = (
    author: RequestContext,
    id: string,
    action: string,
    content: Readonly<Record<string, unknown>> = {},
  ) => db.transaction().execute((tx) => audit(tx, author, { object: `accessChannel/${id}`, action, content }))
  const findRunning = (tag: string): Running | undefined =>
    [...running.values()].find(({ plan: { config } }) => config?.points.some((point) => point.tag === tag))

  return {
    hooks: {
      afterWrite: ({ action, id }) => {
        if (action === 'remove') removed.add(id)
        task.poke()
      },
    } satisfies EntityHooks,

    async findProject(id: string): Promise<string | undefined> {
      return (await readRows(id))[0]?.project
    },

    async list(projects: readonly string[] | undefined): Promise<ChannelSummary[]> {
      const rows = (await readRows()).filter(({ project }) => projects?.includes(project) ?? true)
      return rows.map((row) => readSummary(row, running.get(row.id)?.process))
    },

    async read(id: string): Promise<ChannelDetails> {
      return readDetails(await readPlan(id), running.get(id)?.process)
    },

    /** Enables the raw log for ten minutes, or disables it. */
    async setLog(author: RequestContext, id: string, isEnabled: boolean): Promise<void> {
      await record(author, id, 'log', { isEnabled })
      running.get(id)?.process.enableLog(isEnabled ? Date.now() + logMs : undefined)
    },

    /** Reads all points once. */
    async test(author: RequestContext, id: string): Promise<RouteResponse<Routes['accessChannelState.test']>> {
      await record(author, id, 'readOnce')
      const answer = await request(id, (process) => process.read(testMs))
      return answer.ok
        ? { fault: null, readings: answer.readings ?? [] }
        : { fault: { code: answer.code, words: answer.words }, readings: [] }
    },

    /** Lists the children of a node. */
    async browse(id: string, node: string): Promise<RouteResponse<Routes['accessChannelState.browse']>> {
      const answer = await request(id, (process) => process.browse(node, testMs))
      return answer.ok
        ? { fault: null, nodes: answer.nodes ?? [] }
        : { fault: { code: answer.code, words: answer.words }, nodes: [] }
    },

    /** Trusts a server certificate; the channel then connects with its next attempt. */
    async trust(author: RequestContext, id: string, thumbprint: string): Promise<void> {
      await record(author, id, 'trust', { thumbprint })
      if (!(await trustCertificate(join(directory, id), thumbprint))) throw new ApiError('object.missing')
    },

    /**
     * Sends a command to the channel of its tag; the answer of the device acknowledges it. Returns false if no channel
     * has the tag. Throws `device.offline` if the channel is not connected.
     */
    takeCommand({ id, project, device, point, value, expiresAt }: OutgoingCommand): boolean {
      const tag = `${project}/${device}/${point}`
      const channel = findRunning(tag)
      if (!channel) return false
      if (!channel.process.isConnected) throw new ApiError('device.offline')
      void channel.process
        .write(tag, value, Math.max(0, expiresAt - Date.now()))
        .then((answer) =>
          acknowledge({ project, device, id, ok: answer.ok, ...(answer.ok ? {} : { code: answer.code }) }),
        )
      return true
    },

    /** Processes by channel, for monitoring. */
    pids: (): readonly number[] => [...running.values()].flatMap(({ process }) => process.pid ?? []),

    /** Starts the enabled channels. Returns a function that stops all. */
    open(onAck: (ack: IncomingAck) => void): () => Promise<void> {
      acknowledge = onAck
      task.poke()
      return async () => {
        isStopped = true
        await task.stop()
        await Promise.all([...running.values()].map(({ process }) => process.stop()))
      }
    },
  }
}

export type Channels = ReturnType<typeof createChannels>
