import type { Words } from '../../../../contract/entity/field.ts'
import type { ErrorName } from '../../../../contract/errors.ts'
import { errors, ApiError } from '../../../../contract/errors.ts'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { parseTag } from '../../../../contract/telemetry/tags.ts'
import type { Commands } from '../../devices/commands.ts'
import type { AlarmStore } from '../../alarms/alarmStore.ts'
import { renderLine } from '../../operations/notifications/render.ts'
import type { ProjectEvent } from '../../operations/notifications/variables.ts'
import type { FindDenial } from './authorizeActions.ts'
import type { DeviceRow } from './parseTrigger.ts'
import type { Action, Linkage } from './rows.ts'
import { formatResult, formatValue } from './runMessages.ts'
import type { Cause } from './triggers.ts'

export interface ActionParts {
  /** Devices of a project, selected by id or product, ordered by name. */
  readonly findDevices: (
    project: string,
    ids: readonly string[],
    products: readonly string[],
  ) => Promise<readonly DeviceRow[]>
  /** Monotonic clock in milliseconds. */
  readonly monotonicNow: () => number
  readonly commands: Pick<Commands, 'placeSystemCommand' | 'waitUntilClosed'>
  readonly alarmStore: Pick<AlarmStore, 'raise' | 'clear' | 'listDevicesWithFault'>
  /**
   * Returns true if a component password protects the point. A linkage cannot enter a password, so the command is
   * rejected.
   */
  readonly isGuarded: (tag: string) => Promise<boolean>
  /** Returns the reason an account may not run the actions, or null. */
  readonly getDenialReason: FindDenial
  /** Ids of the linkages whose alarms this linkage clears. */
  readonly findPairs: (linkage: Linkage) => Promise<readonly string[]>
  /** Returns true if another linkage clears this linkage's alarms. */
  readonly isPaired: (linkage: Linkage) => Promise<boolean>
  /** Sends a notification. Returns the reason of a failure, or null. */
  readonly notify: (template: string, event: ProjectEvent) => Promise<Words | null>
  /** Called before a command is sent to a device. */
  readonly onCommand: (device: string) => void
}

/** One execution of a linkage. */
export interface Run {
  readonly linkage: Linkage
  /** Account whose permissions apply: the linkage's owner, or the user who started the run manually. */
  readonly account: string | null
  readonly cause: Cause
  readonly message: Words
  readonly at: number
  /** Prefix of the idempotency keys of this run's commands. Unique per run. */
  readonly key: string
}

/** Result of one action. */
export interface Step {
  /** The device that received the command, if any. */
  readonly device?: string
  readonly what: Words
  readonly outcome: 'done' | 'failed' | 'skipped'
  readonly reason: Words | null
}

/**
 * Limits of an action on a product: parallel commands, total commands and duration. They keep one run from blocking the
 * other runs of its linkage.
 */
const batchSize = 16
const maxDevices = 1_000
const timeoutMs = 120_000
const tooManyDevices: Words = {
  en: `an action sends to at most ${maxDevices} devices; the others were skipped`,
  zh: `单个动作最多下发 ${maxDevices} 台，其余未下发`,
}
const timedOut: Words = {
  en: `stopped after ${timeoutMs / 60_000} minutes; the remaining devices were skipped`,
  zh: `已超过 ${timeoutMs / 60_000} 分钟，其余不再下发`,
}

/**
 * Runs the actions of a linkage if its account is permitted to run all of them. Serial actions stop at the first
 * failure and the rest is reported as skipped; parallel actions are independent.
 */
export async function runActions(parts: ActionParts, run: Run): Promise<Step[]> {
  const { actions, isSerial, project } = run.linkage
  const denial = await parts.getDenialReason(run.account, project, actions)
  if (denial) return actions.map((action) => ({ what: describeAction(action), outcome: 'failed', reason: denial }))
  if (!isSerial) return Promise.all(actions.map((action, index) => runAction(parts, run, action, index)))
  const steps: Step[] = []
  for (const [index, action] of actions.entries()) {
    const hasFailed = steps.some(({ outcome }) => outcome === 'failed')
    steps.push(
      hasFailed
        ? {
            what: describeAction(action),
            outcome: 'skipped',
            reason: { en: 'a previous action failed', zh: '前面的动作失败' },
          }
        : await runAction(parts, run, action, index),
    )
  }
  return steps
}

async function runAction(parts: ActionParts, run: Run, action: Action, index: number): Promise<Step> {
  const what = describeAction(action)
  try {
    // Check permissions before each action: earlier actions may take long, and permissions may change meanwhile.
    const denial = await parts.getDenialReason(run.account, run.linkage.project, [action])
    if (denial) return { what, outcome: 'failed', reason: denial }
    switch (action.kind) {
      case 'alarm':
      case 'recovery':
        if (run.linkage.isOnlyTimed)
          return {
            what,
            outcome: 'skipped',
            reason: {
              en: 'triggered by a timer only: alarm actions have no effect',
              zh: '仅由定时触发，告警动作不生效',
            },
          }
        return action.kind === 'alarm'
          ? await raiseAlarm(parts, run, action, what)
          : await clearAlarms(parts, run, what)
      case 'notification': {
        const reason = await parts.notify(action.template, describeEvent(run, action.text))
        return { what, outcome: reason === null ? 'done' : 'failed', reason }
      }
      case 'device':
        return await commandDevice(parts, run, action, index)
      case 'facility': {
        const { plant, point, value } = action
        return await commandOne(
          parts,
          run,
          { id: '', project: run.linkage.project, name: plant, product: '', plant },
          { point, value },
          index,
        )
      }
      case 'product':
        return await commandProduct(parts, run, action, index)
    }
  } catch (cause) {
    return { what, outcome: 'failed', reason: getReason(cause) }
  }
}

async function raiseAlarm(
  { alarmStore, isPaired }: ActionParts,
  run: Run,
  { level, text }: Extract<Action, { kind: 'alarm' }>,
  what: Words,
): Promise<Step> {
  const { linkage, cause, message, at } = run
  const { id, project, name, isOnce } = linkage
  const device = getAlarmDevice(linkage, cause)
  const ref = { project, device, fault: 'linkage', point: id }
  alarmStore.raise([
    {
      ...ref,
      shownPoint: cause.point,
      owner: 'other',
      level,
      at,
      message: text === null ? formatAlarm(name, message) : fillText(text, run),
      value: cause.reported?.value ?? null,
    },
  ])
  // Clear the alarm at once if nothing will report its end, or if the linkage runs only once. It still requires
  // acknowledgement.
  const staysOpen = (cause.isLasting && !isOnce) || (await isPaired(linkage))
  if (!staysOpen) alarmStore.clear([ref], at)
  return { what, outcome: 'done', reason: null }
}

/** Values for the placeholders of texts and templates. */
function listValues({ linkage, cause }: Run): Record<string, string> {
  const { device } = cause
  return {
    name: device === null ? '' : (linkage.names.get(device) ?? parseDevice(device)),
    point: cause.point ?? '',
    value: formatValue(cause.reported),
    linkage: linkage.name,
  }
}

const fillText = (text: string, run: Run): string => renderLine(text, listValues(run))

function describeEvent(run: Run, text: string | null): ProjectEvent {
  const values = listValues(run)
  const filled = text === null ? null : fillText(text, run)
  return {
    project: run.linkage.project,
    device: values['name'] ?? '',
    message: filled === null ? run.message : { en: filled, zh: filled },
    at: run.at,
    values,
  }
}

async function clearAlarms(
  { alarmStore, findPairs }: ActionParts,
  { linkage, cause, at }: Run,
  what: Words,
): Promise<Step> {
  const pairs = await findPairs(linkage)
  if (pairs.length === 0)
    return {
      what,
      outcome: 'failed',
      reason: { en: 'no linkage is selected whose alarm this clears', zh: '未指定要恢复其告警的联动' },
    }
  const triggeringDevice = cause.isOfProduct && cause.device !== null ? parseDevice(cause.device) : null
  const open = pairs.flatMap((point) =>
    alarmStore
      .listDevicesWithFault(linkage.project, 'linkage', point)
      .map((device) => ({ project: linkage.project, device, fault: 'linkage', point })),
  )
  const ended = triggeringDevice === null ? open : open.filter(({ device }) => device === triggeringDevice)
  alarmStore.clear(ended, at)
  return ended.length > 0
    ? { what, outcome: 'done', reason: null }
    : { what, outcome: 'skipped', reason: { en: 'it had no open alarm', zh: '没有未恢复的告警' } }
}

async function commandDevice(
  parts: ActionParts,
  run: Run,
  { device, point, value }: Extract<Action, { kind: 'device' }>,
  index: number,
): Promise<Step> {
  const [row] = await parts.findDevices(run.linkage.project, [device], [])
  if (!row)
    return {
      what: describeAction({ kind: 'device', device, point, value }),
      outcome: 'failed',
      reason: { en: 'the device no longer exists', zh: '设备已不存在' },
    }
  return commandOne(parts, run, row, { point, value }, index)
}

async function commandOne(
  parts: ActionParts,
  run: Run,
  row: DeviceRow,
  { point, value }: { readonly point: string; readonly value: string | null },
  index: number,
): Promise<Step> {
  const what = { en: `${row.name}: ${point} = ${value ?? ''}`, zh: `${row.name}：${point} = ${value ?? ''}` }
  const reason = await sendCommand(parts, run, row, point, value, index)
  return {
    ...(row.plant === '' ? {} : { device: row.plant }),
    what,
    outcome: reason === null ? 'done' : 'failed',
    reason,
  }
}

async function commandProduct(
  parts: ActionParts,
  run: Run,
  action: Extract<Action, { kind: 'product' }>,
  index: number,
): Promise<Step> {
  const { product, point, value } = action
  const what = describeAction(action)
  const rows = (await parts.findDevices(run.linkage.project, [], [product])).filter(({ plant }) => plant !== '')
  if (rows.length === 0)
    return {
      what,
      outcome: 'failed',
      reason: { en: 'the product has no device in this project', zh: '本项目没有该产品的设备' },
    }
  const failed: { readonly name: string; readonly reason: Words }[] = []
  const max = Math.min(rows.length, maxDevices)
  const deadlineMs = parts.monotonicNow() + timeoutMs
  let sentCount = 0
  let abortReason: Words | null = null
  while (sentCount < max) {
    // The permission for the first batch was checked just before.
    abortReason =
      sentCount === 0
        ? null
        : parts.monotonicNow() >= deadlineMs
          ? timedOut
          : await parts.getDenialReason(run.account, run.linkage.project, [action])
    if (abortReason) break
    const batch = rows.slice(sentCount, Math.min(sentCount + batchSize, max))
    sentCount += batch.length
    await Promise.all(
      batch.map(async (row) => {
        const reason = await sendCommand(parts, run, row, point, value, index)
        if (reason !== null) failed.push({ name: row.name, reason })
      }),
    )
  }
  if (sentCount === max && max < rows.length) abortReason = tooManyDevices
  const [first] = failed
  if (!first && !abortReason)
    return { what, outcome: 'done', reason: { en: `${rows.length} devices`, zh: `${rows.length} 台设备` } }
  const done = sentCount - failed.length
  const reasons = [
    ...(abortReason ? [abortReason] : []),
    ...(first ? [{ en: `${first.name}: ${first.reason.en}`, zh: `${first.name}：${first.reason.zh}` }] : []),
  ]
  return {
    what,
    outcome: 'failed',
    reason: {
      en: `${done} of ${rows.length} devices; ${reasons.map(({ en }) => en).join('; ')}`,
      zh: `${rows.length} 台中成功 ${done} 台；${reasons.map(({ zh }) => zh).join('；')}`,
    },
  }
}

/** Sends a command to one device and waits for the result. Returns the reason of a failure, or null. */
async function sendCommand(
  { commands, isGuarded, onCommand }: ActionParts,
  run: Run,
  { project, plant }: DeviceRow,
  point: string,
  value: string | null,
  index: number,
): Promise<Words | null> {
  if (plant === '') return { en: 'the device has no telemetry device', zh: '设备未填写遥测设备' }
  const tag = `${project}/${plant}/${point}`
  // An invalid tag has no point either, so skip the password check.
  if (value === null || value === '' || !parseTag(tag)) return { en: 'invalid point or value', zh: '点位或值无效' }
  try {
    if (await isGuarded(tag))
      return {
        en: 'this point is protected by a component password: linkages cannot write it',
        zh: '该点位受组件密码保护，联动不能操作',
      }
    onCommand(`${project}/${plant}`)
    const { id } = await commands.placeSystemCommand(
      `l/${run.key}/${index}/${plant}`,
      { tag, value },
      { linkage: run.linkage.id, ...(run.account === null ? {} : { account: run.account }) },
    )
    const abortReason = await commands.waitUntilClosed(id)
    return abortReason.state === 'succeeded' ? null : formatResult(abortReason)
  } catch (cause) {
    return getReason(cause)
  }
}

/** Linkage-specific wording for a missing point. The general error text refers to the device, which exists here. */
const clearerMessages: { readonly [E in ErrorName]?: Words } = {
  'device.missing': { en: 'unknown point', zh: '没有该点位' },
}

function getReason(cause: unknown): Words {
  if (!(cause instanceof ApiError)) return { en: 'internal server error', zh: '服务端处理失败' }
  const detail = cause.problems?.[0]?.message
  const { en, zh } = clearerMessages[cause.error] ?? errors[cause.error].words
  return { en: detail === undefined ? en : `${en} (${detail})`, zh }
}

function describeAction(action: Action): Words {
  switch (action.kind) {
    case 'alarm':
      return { en: 'Raise alarm', zh: '产生告警' }
    case 'recovery':
      return { en: 'Clear alarm', zh: '恢复告警' }
    case 'notification':
      return { en: 'Send notification', zh: '发送通知' }
    case 'device':
      return {
        en: `Device: ${action.point} = ${action.value ?? ''}`,
        zh: `设备：${action.point} = ${action.value ?? ''}`,
      }
    case 'facility':
      return {
        en: `${action.plant}: ${action.point} = ${action.value ?? ''}`,
        zh: `${action.plant}：${action.point} = ${action.value ?? ''}`,
      }
    case 'product':
      return {
        en: `Product: ${action.point} = ${action.value ?? ''}`,
        zh: `产品：${action.point} = ${action.value ?? ''}`,
      }
  }
}

/** The device of the alarm: the one that triggered the linkage, or else the first watched device. */
function getAlarmDevice({ watched }: Linkage, { device }: Cause): string {
  const first = watched.triggers.flatMap((trigger) => ('devices' in trigger ? [...trigger.devices] : []))[0]
  return parseDevice(device ?? first ?? '')
}

export const parseDevice = (device: string): string => device.slice(device.indexOf('/') + 1)
export const formatAlarm = (name: string, { en, zh }: Words): string =>
  encodeLocalized({ en: `${name}: ${en}`.slice(0, 240), zh: `${name}：${zh}`.slice(0, 240) })
