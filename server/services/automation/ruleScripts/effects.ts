import type { Words } from '../../../../contract/entity/field.ts'
import { errors, ApiError } from '../../../../contract/errors.ts'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import { commandValue } from '../../../../contract/routes/fields.ts'
import type { ScriptEffect } from '../../../../contract/routes/scripts.ts'
import type { CommandValue } from '../../../../contract/telemetry/index.ts'
import { parseTag } from '../../../../contract/telemetry/tags.ts'
import type { Effect } from '../../../scripts/runner/index.ts'
import type { Commands } from '../../devices/commands.ts'
import type { AlarmStore } from '../../alarms/alarmStore.ts'
import type { OwnerAccess } from './access.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import type { Linkages } from '../linkages/index.ts'
import { formatDevice, type ScriptMessage } from './event.ts'
import type { ScriptDefinition } from './rows.ts'
import type { FindScene } from './scenes.ts'

export interface EffectParts {
  readonly devices: Pick<DeviceDirectory, 'resolve'>
  readonly access: Pick<OwnerAccess, 'findDenial'>
  readonly commands: Pick<Commands, 'placeSystemCommand'>
  readonly alarmStore: Pick<AlarmStore, 'raise' | 'clear'>
  readonly linkages: Pick<Linkages, 'startCustom'>
  readonly findScene: FindScene
  /** Returns true if a component password protects the point. A script cannot enter one. */
  readonly isGuarded: (tag: string) => Promise<boolean>
}

/** One effect of a run with everything that is needed to apply it. `reason`: why it is refused. */
type Planned =
  | { readonly kind: 'command'; readonly tag: string; readonly value: CommandValue; readonly reason: Words | null }
  | { readonly kind: 'scene'; readonly id: string; readonly name: string; readonly reason: Words | null }
  | {
      readonly kind: 'raise' | 'clear'
      readonly project: string
      readonly device: string
      readonly key: string
      readonly text: string
      readonly level: 1 | 2 | 3
      readonly reason: Words | null
    }

/** Fault of alarms that scripts raise. */
const fault = 'script'
const levels: Readonly<Record<string, 1 | 2 | 3>> = { low: 1, medium: 2, high: 3, '1': 1, '2': 2, '3': 3 }

/** Finds targets and permissions of the effects of a run. Nothing is sent yet. */
export async function planEffects(
  { devices, access, isGuarded, findScene }: EffectParts,
  script: ScriptDefinition,
  message: ScriptMessage,
  effects: readonly Effect[],
): Promise<readonly Planned[]> {
  const planned: Planned[] = []
  for (const effect of effects) {
    if (effect.kind === 'scene') {
      const scene = findScene(effect.text, message.device?.project)
      const reason = scene
        ? await access.findDenial(script.owner, scene.project, 'command')
        : {
            en: 'no enabled linkage with a custom trigger has this ID or name',
            zh: '没有此标识或名称的、含自定义触发的已启用联动',
          }
      planned.push({ kind: 'scene', id: scene?.id ?? '', name: scene?.name ?? effect.text, reason })
      continue
    }
    if (effect.kind !== 'command') {
      const { project = '', device = '' } = message.device ?? {}
      const reason = message.device
        ? await access.findDenial(script.owner, project, 'alarm')
        : { en: 'an alarm needs a device; this event has none', zh: '告警需要设备，本事件没有设备' }
      planned.push({
        kind: effect.kind,
        project,
        device,
        key: effect.key,
        text: effect.kind === 'raise' ? effect.text : '',
        level: effect.kind === 'raise' ? (levels[(effect.level ?? '').toLowerCase()] ?? 2) : 2,
        reason,
      })
      continue
    }
    const target = devices.resolve(effect.device, message.device?.project)
    const values = typeof effect.values === 'object' && effect.values !== null ? Object.entries(effect.values) : []
    if (values.length === 0)
      planned.push({
        kind: 'command',
        tag: effect.device,
        value: NaN,
        reason: { en: 'no point and value given', zh: '未给出点位和值' },
      })
    for (const [point, given] of values) {
      const tag = target ? `${target.project}/${target.device}/${point}` : `${effect.device}/${point}`
      const value = toCommandValue(given)
      const reason =
        !target || !parseTag(tag)
          ? { en: 'unknown device or point', zh: '未知设备或点位' }
          : value === null
            ? { en: 'the value is neither a number nor a text', zh: '值既不是数字也不是文本' }
            : ((await access.findDenial(script.owner, target.project, 'command')) ??
              ((await isGuarded(tag))
                ? { en: 'a component password protects this point', zh: '该点位受组件密码保护' }
                : null))
      planned.push({ kind: 'command', tag, value: value ?? NaN, reason })
    }
  }
  return planned
}

/** Sends the commands, starts the linkages, and raises or clears the alarms of a run. Returns what happened to each. */
export async function applyEffects(
  { commands, alarmStore, linkages }: EffectParts,
  script: ScriptDefinition,
  message: ScriptMessage,
  planned: readonly Planned[],
  key: string,
): Promise<readonly ScriptEffect[]> {
  const done: ScriptEffect[] = []
  for (const [index, effect] of planned.entries()) {
    if (effect.reason !== null) {
      done.push(describeEffect(effect))
      continue
    }
    if (effect.kind === 'command') {
      const { tag, value } = effect
      const reason = await commands
        .placeSystemCommand(`s/${key}/${index}`, { tag, value }, { script: script.id, account: script.owner ?? '' })
        .then(() => null, getReason)
      done.push(describeEffect({ ...effect, reason }))
      continue
    }
    if (effect.kind === 'scene') {
      linkages.startCustom(effect.id, formatDevice(message.device) || null, script.name)
      done.push(describeEffect(effect))
      continue
    }
    const ref = { project: effect.project, device: effect.device, fault, point: `${script.id}.${effect.key}` }
    if (effect.kind === 'clear') alarmStore.clear([ref], message.at)
    else {
      const text = effect.text === '' ? effect.key : effect.text
      const words = { en: `${script.name}: ${text}`.slice(0, 240), zh: `${script.name}：${text}`.slice(0, 240) }
      alarmStore.raise([
        { ...ref, owner: 'other', level: effect.level, at: message.at, message: encodeLocalized(words) },
      ])
    }
    done.push(describeEffect(effect))
  }
  return done
}

/** An effect for the log and for dry runs. */
export function describeEffect(effect: Planned): ScriptEffect {
  const { kind, reason } = effect
  const base = { kind, isPermitted: reason === null, detail: reason }
  if (kind === 'scene') return { ...base, target: effect.name, content: '' }
  return kind === 'command'
    ? { ...base, target: effect.tag, content: String(effect.value) }
    : { ...base, target: `${effect.project}/${effect.device}`, content: `${effect.key} ${effect.text}`.trim() }
}

/** True and false are 1 and 0. Null: not a value of a command. */
function toCommandValue(given: unknown): CommandValue | null {
  const { data } = commandValue.safeParse(typeof given === 'boolean' ? Number(given) : given)
  return data ?? null
}

function getReason(cause: unknown): Words {
  return cause instanceof ApiError ? errors[cause.error].words : { en: 'internal server error', zh: '服务端处理失败' }
}
