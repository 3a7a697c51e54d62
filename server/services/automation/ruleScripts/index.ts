import { availableParallelism } from 'node:os'
import type { AlarmEvent } from '../../../../contract/alarms/alarmEvents.ts'
import type { ScriptEffect, ScriptTestMessage } from '../../../../contract/routes/scripts.ts'
import { scriptActions, type ScriptEvent, scriptEvents } from '../../../../contract/scada/ruleScript.ts'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { type DeviceRef, parseTopic, statusTopic } from '../../../../contract/telemetry/index.ts'
import type { Broker } from '../../../broker/index.ts'
import type { CustomTopics } from '../../../broker/custom/customTopics.ts'
import type { MessageScripts } from '../../../broker/intake/messageScripts.ts'
import type { History } from '../../../database/history/history.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import { findProgram } from '../../../programs.ts'
import { type ScriptResult, ScriptRunner } from '../../../scripts/runner/index.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { Commands } from '../../devices/commands.ts'
import type { DevicePresence } from '../../devices/devicePresence.ts'
import type { StoredEntityService, WrittenRow } from '../../entities/index.ts'
import type { AccountStatus } from '../../identity/apiTokens.ts'
import type { AlarmStore } from '../../alarms/alarmStore.ts'
import type { Linkages } from '../linkages/index.ts'
import type { ServerAlarms } from '../../operations/serverAlarms/index.ts'
import { createOwnerAccess } from './access.ts'
import { ScriptCatalogue } from './catalogue.ts'
import { type ChainParts, type CompletedRun, type LoadedScript, runChain } from './chain.ts'
import { deliver, type DeliverParts, planDelivery, previewDelivery, type PreviewParts } from './deliver.ts'
import { DeviceDirectory } from './deviceDirectory.ts'
import { dryRun, type DryRunParts, toTestMessage } from './dryRun.ts'
import { applyEffects, describeEffect, type EffectParts, planEffects } from './effects.ts'
import { formatDevice, type ScriptMessage, type ScriptState } from './event.ts'
import { FailureCounter, maxFailures } from './failures.ts'
import { RunCounters } from './figures.ts'
import { createScriptHooks } from './hooks.ts'
import { createHost } from './host.ts'
import { MessageIntake } from './intake.ts'
import { LastMessages } from './lastMessages.ts'
import { readPayload } from './payloads.ts'
import { createRehearsals, type RehearsalRequest } from './rehearsal.ts'
import type { ScriptDefinition } from './rows.ts'
import { createFindScene } from './scenes.ts'
import { createRunLog } from './runLog.ts'
import { ScriptTimers } from './timers.ts'

export interface RuleScriptParts
  extends DeliverParts, PreviewParts, Omit<EffectParts, 'devices' | 'access' | 'findScene'> {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
  readonly broker: Pick<Broker, 'useScripts' | 'publishMessage'>
  readonly customTopics: Pick<CustomTopics, 'find'>
  readonly history: Pick<History, 'newest' | 'read'>
  readonly presence: Pick<DevicePresence, 'onChanged'>
  readonly commands: Pick<Commands, 'placeSystemCommand'>
  readonly alarmStore: Pick<AlarmStore, 'raise' | 'clear' | 'onEvents'>
  readonly linkages: Pick<Linkages, 'findCustom' | 'startCustom'>
  readonly serverAlarms: Pick<ServerAlarms, 'raise'>
  readonly readAccountStatus: (account: string) => Promise<AccountStatus | undefined>
  readonly log: Log
  /** True if no other server uses this database. */
  readonly isAlone: boolean
}

/** The parts of a script in a request. */
export interface ScriptDraft {
  readonly language: 'groovy' | 'javascript'
  readonly source: string
  readonly event: number
  readonly action: number
  readonly product?: string | null | undefined
  readonly bridge?: string | null | undefined
  readonly template?: string | null | undefined
}

/** Interval in milliseconds for re-reading the rows, so that changes by other servers are noticed. */
const reloadIntervalMs = { alone: 60_000, shared: 2_000 } as const
/** Name of the pseudo script of checks and dry runs. */
const draftId = 'draft'

/** Runs rule scripts at the events of devices, alarms and timers, and checks and rehearses scripts for their editor. */
export function createRuleScripts(parts: RuleScriptParts) {
  const { db, stored, broker, history, presence, log, isAlone, alarmStore, serverAlarms } = parts
  const clock = systemClock
  const runner = new ScriptRunner({
    program: findProgram('scripts'),
    children: Math.max(1, Math.min(4, availableParallelism() - 1)),
  })
  /** Checks, dry runs and rehearsals have a child of their own, so that they never delay a message. */
  const trialRunner = new ScriptRunner({ program: findProgram('scripts') })
  const devices = new DeviceDirectory()
  const access = createOwnerAccess(parts.readAccountStatus)
  const catalogue = new ScriptCatalogue(db, trialRunner)
  const failures = new FailureCounter()
  const counters = new RunCounters(clock.now())
  const lastMessages = new LastMessages()
  const timers = new ScriptTimers(clock)
  const runLog = createRunLog({ db, stored, log, monotonicNow })
  const findScene = createFindScene(parts.linkages)
  const effectParts: EffectParts = { ...parts, devices, access, findScene }
  let isStarted = false
  let reloadedMs = -Infinity
  let count = 0

  const hostFor = (script: Pick<ScriptDefinition, 'owner'>, { device }: ScriptMessage) =>
    createHost({ history, access, findScene }, script.owner, device)

  const canForward = (device: DeviceRef, topic: string, direction: 'up' | 'down'): boolean => {
    const builtIn = parseTopic(topic)
    if (builtIn !== null)
      return (
        direction === 'up' &&
        builtIn.kind === 'values' &&
        builtIn.project === device.project &&
        builtIn.device === device.device
      )
    const found = parts.customTopics.find(topic)
    return (
      found?.direction === direction &&
      found.device?.project === device.project &&
      found.device.device === device.device
    )
  }

  /** What the action of a script would do; a forward to a topic of another device is refused. */
  const planAction = (
    script: ScriptDefinition,
    message: ScriptMessage,
    state: ScriptState,
    result: ScriptResult,
  ): ScriptEffect | null => {
    if (result.returned === false) return null
    const planned = planDelivery(script, message, state)
    if (planned?.kind !== 'forward' || !message.device || state.topic === message.topic) return planned
    const direction = message.event === scriptEvents.report ? 'up' : 'down'
    return canForward(message.device, state.topic, direction)
      ? planned
      : {
          ...planned,
          isPermitted: false,
          detail: { en: 'this is no topic of the device', zh: '该主题不属于此设备' },
        }
  }

  const apply: ChainParts['apply'] = async (script, message, state, result) => {
    try {
      const planned = await planEffects(effectParts, script, message, result.effects)
      const applied = await applyEffects(effectParts, script, message, planned, `${script.id}/${message.at}/${++count}`)
      const action = planAction(script, message, state, result)
      if (action?.isPermitted && action.kind !== 'forward') {
        const delivered = await deliver(parts, script, message, state)
        return delivered ? [...applied, delivered] : applied
      }
      const isMessage = message.event === scriptEvents.report || message.event === scriptEvents.downlink
      if (action?.isPermitted && !isMessage) await broker.publishMessage(state.topic, Buffer.from(state.payload))
      return action ? [...applied, action] : applied
    } catch (cause) {
      log.warn('could not apply the effects of a script', { script: script.id, cause })
      return []
    }
  }

  const onCompleted = (run: CompletedRun): void => {
    runLog.add(run)
    if (failures.add(run.script.id, run.result.outcome)) void putOutOfAction(run)
  }

  /** Disables a script after failures in a row and raises an alarm of the server. */
  const putOutOfAction = async ({ script, result }: CompletedRun): Promise<void> => {
    catalogue.remove(script.id)
    const reason = result.failure?.words ?? { en: result.outcome, zh: result.outcome }
    const words = {
      en: `Stopped after ${maxFailures} failures in a row. ${reason.en}`.slice(0, 280),
      zh: `连续失败 ${maxFailures} 次，已停用。${reason.zh}`.slice(0, 280),
    }
    serverAlarms.raise('scriptStopped', { en: `${script.name}: ${words.en}`, zh: `${script.name}：${words.zh}` })
    log.warn('script stopped after failures', { script: script.id, name: script.name })
    try {
      await stored('script').move(systemContext, script.id, 'disable', {})
      await stored('script').set(script.id, { problem: encodeLocalized(words) })
    } catch (cause) {
      log.warn('could not store that a script is stopped', { script: script.id, cause })
    }
  }

  const chain: ChainParts = {
    run: (script, input, host) => counters.measure(script.id, () => runner.run(script, input, host)),
    createHost: hostFor,
    apply,
    onCompleted,
    isActive: ({ id }) => catalogue.get(id) !== undefined,
  }
  const run = (
    scripts: readonly LoadedScript[],
    message: ScriptMessage,
    onForwarded: (state: ScriptState) => void = () => undefined,
  ): Promise<void> =>
    runChain(chain, scripts, message, onForwarded).catch((cause: unknown) =>
      log.error('scripts of an event failed', { cause }),
    )
  const intake = new MessageIntake({
    catalogue,
    devices,
    lastMessages,
    runChain: run,
    canForward,
    isSlow: ({ checked }) => runner.isSlow(checked),
    onLate: ({ device }) => log.warn('a message continued without its scripts', { device: formatDevice(device) }),
    now: Date.now,
    monotonicNow,
  })

  const onEvent = (event: ScriptEvent, device: DeviceRef, topic: string, content: object): void => {
    const known = devices.find(device) ?? null
    const at = clock.now()
    const payload = JSON.stringify(content)
    lastMessages.put(event, known?.product ?? null, { topic, payload: Buffer.from(payload), device, at })
    const scripts = catalogue.find(event, known?.product)
    if (scripts.length > 0) void run(scripts, { event, topic, payload, device, known, protocolCode: 'JSON', at })
  }

  const onAlarm = ({ change, device, project, fault, level, message, at, id }: AlarmEvent): void => {
    if (change === 'changed' || device === null) return
    // An alarm of a script would otherwise run scripts that raise alarms.
    if (fault === 'script') return
    // Scripts have run when the alarm cleared, so its return is raised to them again.
    const state = change === 'cleared' ? 'cleared' : 'raised'
    const event = state === 'raised' ? scriptEvents.alarmRaised : scriptEvents.alarmCleared
    const payload = { id, change: state, project, device, fault, level, message, at }
    onEvent(event, { project, device }, `alarm/${state}`, payload)
  }

  const runTimed = async (script: LoadedScript, at: number): Promise<void> => {
    if (!isAlone) {
      // The server that stores the time first runs the script.
      let isOurs = false
      await stored('script').set(script.id, ({ lastAt }) => {
        isOurs = typeof lastAt !== 'number' || lastAt < at - 1_000
        return isOurs ? { lastAt: at } : null
      })
      if (!isOurs) return
    }
    await run([script], createTimerMessage(at))
  }

  const reload = async (): Promise<void> => {
    reloadedMs = monotonicNow()
    await devices.load(db)
    for (const { script, problem } of await catalogue.load())
      if (script.problem === null) {
        await stored('script').set(script.id, { problem: problem.slice(0, 300) })
        log.warn('a stored script cannot run', { script: script.id, problem })
      }
    for (const { checked } of catalogue.list()) runner.prepare(checked)
    timers.set([...catalogue.list()].filter(({ event }) => event === scriptEvents.timer))
  }
  const round = async (): Promise<number | undefined> => {
    const everyMs = isAlone ? reloadIntervalMs.alone : reloadIntervalMs.shared
    if (monotonicNow() - reloadedMs >= everyMs) await reload()
    for (const id of timers.takeDue()) {
      const script = catalogue.get(id)
      if (script)
        void runTimed(script, clock.now()).catch((cause: unknown) =>
          log.warn('a timed script did not run', { script: id, cause }),
        )
    }
    return Math.min(clock.now() + everyMs, timers.nextAt ?? Infinity)
  }
  const task = createPeriodicTask({ name: 'ruleScripts', clock, log, round })

  /** A saved script is in use once its request is answered. */
  const onWritten = async ({ id, action, before, after }: WrittenRow): Promise<void> => {
    failures.reset(id)
    const isEnabled = action !== 'remove' && after?.['status'] === 'enabled'
    if (!isEnabled) catalogue.remove(id)
    if (!isStarted || (!isEnabled && before?.['status'] !== 'enabled')) return
    reloadedMs = -Infinity
    task.poke()
    await task.settled()
  }

  const trialParts: DryRunParts = {
    check: (id, language, source) => trialRunner.check(id, language, source),
    run: (script, input, host) => trialRunner.run(script, input, host),
    createHost: hostFor,
    async plan(script, message, state, result) {
      const planned = await planEffects(effectParts, script, message, result.effects)
      const action = planAction(script, message, state, result)
      const described = action && (await previewDelivery(action, message, state, parts))
      return [...planned.map(describeEffect), ...(described ? [described] : [])]
    },
  }
  const rehearsals = createRehearsals({
    ...trialParts,
    db,
    devices,
    createHost: (script, { device, at }) => createHost({ history, access, findScene }, script.owner, device, at),
  })

  const toDefinition = (draft: ScriptDraft, caller: RequestContext): ScriptDefinition => ({
    id: draftId,
    name: draftId,
    event: Object.values(scriptEvents).find((each) => each === draft.event) ?? scriptEvents.report,
    action: Object.values(scriptActions).find((each) => each === draft.action) ?? scriptActions.forward,
    product: draft.product ?? null,
    language: draft.language,
    source: draft.source,
    bridge: draft.bridge ?? null,
    template: draft.template ?? null,
    owner: caller.session.accountId,
  })

  const findLastMessage = (event: ScriptEvent, product: string | null): ScriptMessage | null => {
    const last = lastMessages.find(event, product)
    if (event === scriptEvents.timer) return createTimerMessage(clock.now())
    if (!last) return null
    const { topic, payload, device, at } = last
    return { event, topic, ...readPayload(topic, payload), device, known: devices.find(device) ?? null, at }
  }

  const toMessage = (
    { event }: ScriptDefinition,
    given: { readonly topic: string; readonly payload: string; readonly device?: string | null | undefined },
  ): ScriptMessage => {
    const [project = '', name = ''] = (given.device ?? '').split('/')
    const device = project !== '' && name !== '' ? { project, device: name } : null
    const { topic, payload } = given
    const { protocolCode } = readPayload(topic, Buffer.from(payload))
    return {
      event,
      topic,
      payload,
      device,
      known: (device && devices.find(device)) ?? null,
      protocolCode,
      at: clock.now(),
    }
  }

  return {
    hooks: createScriptHooks({
      check: (language, source) => trialRunner.check(draftId, language, source),
      onWritten,
    }),
    /** Keeps the directory of devices in sync with their rows. */
    onDeviceWritten: ({ id, project, after }: WrittenRow): void => devices.put(id, project, after),

    async check(language: ScriptDraft['language'], source: string) {
      return { problems: (await trialRunner.check(draftId, language, source)).problems ?? [] }
    },
    lastMessage(event: number, product: string | null): ScriptTestMessage | null {
      const known = Object.values(scriptEvents).find((each) => each === event)
      const message = known === undefined ? null : findLastMessage(known, product)
      return message && toTestMessage(message)
    },
    verify(
      caller: RequestContext,
      draft: ScriptDraft,
      given: { readonly topic: string; readonly payload: string; readonly device?: string | null | undefined } | null,
    ) {
      const script = toDefinition(draft, caller)
      return dryRun(
        trialParts,
        script,
        given ? toMessage(script, given) : findLastMessage(script.event, script.product),
      )
    },
    rehearse: (caller: RequestContext, draft: ScriptDraft, request: RehearsalRequest) =>
      rehearsals.start(caller.session.accountId, toDefinition(draft, caller), request),
    readRehearsal: (caller: RequestContext, id: string) => rehearsals.read(id, caller.session.accountId),
    cancelRehearsal: (caller: RequestContext, id: string) => rehearsals.cancel(id, caller.session.accountId),

    /** Counters of a script since the server started. */
    figures: (id: string) => counters.read(id),
    counters: () => counters.list(),

    /** State of the child processes. */
    state: () => runner.state,

    /** Loads the scripts and subscribes to events. Returns a function that stops everything. */
    async start(): Promise<() => Promise<void>> {
      isStarted = true
      await reload()
      const stops = [
        broker.useScripts(intake satisfies MessageScripts),
        presence.onChanged(({ project, device, isOnline }) =>
          onEvent(
            isOnline ? scriptEvents.online : scriptEvents.offline,
            { project, device },
            statusTopic({ project, device }),
            { online: isOnline, at: clock.now() },
          ),
        ),
        alarmStore.onEvents(onAlarm),
      ]
      const stopLog = runLog.start()
      task.poke()
      return async () => {
        for (const stop of stops) stop()
        rehearsals.stop()
        await task.stop()
        await Promise.all([runner.stop(), trialRunner.stop()])
        await stopLog()
      }
    },
  }
}

const createTimerMessage = (at: number): ScriptMessage => ({
  event: scriptEvents.timer,
  topic: 'timer',
  payload: JSON.stringify({ at }),
  device: null,
  known: null,
  protocolCode: 'JSON',
  at,
})

export type RuleScripts = ReturnType<typeof createRuleScripts>
