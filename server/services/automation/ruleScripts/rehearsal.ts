import { sql } from 'kysely'
import type { ScriptRehearsal } from '../../../../contract/routes/scripts.ts'
import { scriptEvents } from '../../../../contract/scada/ruleScript.ts'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import { valuesTopic } from '../../../../contract/telemetry/index.ts'
import type { Db } from '../../../database/index.ts'
import { type Mutable, Rehearsals } from '../rehearsals.ts'
import { applyChanges } from './chain.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import type { DryRunParts } from './dryRun.ts'
import { createInput, formatDevice, getStart, type ScriptMessage } from './event.ts'
import type { ScriptDefinition } from './rows.ts'

export interface RehearsalRequest {
  readonly project: string
  /** Telemetry device; null for all devices of the script's product. */
  readonly device: string | null
  readonly from: number
  readonly to: number
}

export interface RehearsalParts extends DryRunParts {
  readonly db: Db
  readonly devices: Pick<DeviceDirectory, 'list' | 'find'>
}

/** Limits of one rehearsal. */
const maxDevices = 200
const maxMessages = 100_000
const maxFindings = 200
const pageRows = 2_000
const maxText = 500

type State = Mutable<ScriptRehearsal>

interface StoredValue {
  readonly at: Date
  readonly point: string
  readonly value: number
  readonly text: string | null
}

/**
 * Runs scripts over stored values. The values that a device sent at one time become one message on its built-in topic.
 * Nothing is sent, raised or stored.
 */
export function createRehearsals(parts: RehearsalParts) {
  const rehearsals = new Rehearsals<ScriptRehearsal>()
  return {
    start: (account: string, script: ScriptDefinition, request: RehearsalRequest): { id: string } =>
      rehearsals.start(
        account,
        (base) => ({ ...base, messages: 0, failures: 0, counts: {}, findings: [], omitted: 0 }),
        (state, isCancelled) => rehearse(parts, script, request, state, isCancelled),
      ),
    read: (id: string, account: string): ScriptRehearsal => rehearsals.read(id, account),
    cancel: (id: string, account: string): ScriptRehearsal => rehearsals.cancel(id, account),
    stop: (): void => rehearsals.stop(),
  }
}

async function rehearse(
  parts: RehearsalParts,
  script: ScriptDefinition,
  { project, device, from, to }: RehearsalRequest,
  state: State,
  isCancelled: () => boolean,
): Promise<void> {
  const { script: checked, problems = [] } = await parts.check(script.id, script.language, script.source)
  if (!checked) {
    state.error = problems[0]?.words ?? null
    return
  }
  const devices: readonly DeviceRef[] =
    device === null ? parts.devices.list(project, script.product).slice(0, maxDevices) : [{ project, device }]
  if (devices.length === 0) {
    state.error = { en: 'The product has no device in this project.', zh: '本项目没有该产品的设备。' }
    return
  }
  for (const [index, each] of devices.entries()) {
    for await (const message of readMessages(parts, each, from, to)) {
      if (isCancelled() || state.messages >= maxMessages) return
      const start = getStart(message)
      const result = await parts.run(checked, createInput(message, start), parts.createHost(script, message))
      const after = applyChanges(start, result)
      const effects = result.outcome === 'done' ? await parts.plan(script, message, after, result) : []
      state.messages++
      state.progress = (index + (message.at - from) / Math.max(1, to - from)) / devices.length
      if (result.outcome !== 'done') state.failures++
      for (const { kind } of effects) state.counts = { ...state.counts, [kind]: (state.counts[kind] ?? 0) + 1 }
      if (effects.length === 0 && result.outcome === 'done') continue
      if (state.findings.length >= maxFindings) {
        state.omitted++
        continue
      }
      state.findings = [
        ...state.findings,
        {
          at: message.at,
          device: formatDevice(message.device),
          outcome: result.outcome,
          effects: effects.map((effect) => ({ ...effect, content: effect.content.slice(0, maxText) })),
          payloadAfter: after.payload === message.payload ? null : after.payload.slice(0, maxText),
          error: result.failure?.words ?? null,
        },
      ]
    }
  }
}

/** Messages of a device from its stored values, oldest first. */
async function* readMessages(
  { db, devices }: RehearsalParts,
  device: DeviceRef,
  from: number,
  to: number,
): AsyncGenerator<ScriptMessage> {
  const known = devices.find(device) ?? null
  const toMessage = (at: number, values: Record<string, unknown>): ScriptMessage => ({
    event: scriptEvents.report,
    topic: valuesTopic(device),
    payload: JSON.stringify({ at, v: values }),
    device,
    known,
    protocolCode: 'JSON',
    at,
  })
  let after = new Date(from - 1)
  for (;;) {
    // Complete times only: the rows of the last time of a full page are read again with the next page.
    const { rows } =
      await sql<StoredValue>`select h.at, t.point, h.value, h.text from tag_history h join tag t on t.id = h.tag
      where t.project = ${device.project} and t.device = ${device.device} and h.at > ${after} and h.at <= ${new Date(to)}
      order by h.at, t.point limit ${pageRows}`.execute(db)
    const isLast = rows.length < pageRows
    const lastAt = rows.at(-1)?.at.getTime() ?? 0
    const isOneTime = rows[0]?.at.getTime() === lastAt
    const groups = new Map<number, Record<string, unknown>>()
    for (const { at, point, value, text } of rows) {
      const atMs = at.getTime()
      if (!isLast && !isOneTime && atMs === lastAt) continue
      const values = groups.get(atMs) ?? {}
      values[point] = text ?? (Number.isNaN(value) ? null : value)
      groups.set(atMs, values)
    }
    for (const [at, values] of groups) {
      after = new Date(at)
      yield toMessage(at, values)
    }
    if (isLast) return
  }
}
