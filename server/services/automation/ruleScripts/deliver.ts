import type { Words } from '../../../../contract/entity/field.ts'
import type { ScriptEffect } from '../../../../contract/routes/scripts.ts'
import { scriptActions } from '../../../../contract/scada/ruleScript.ts'
import type { BridgeMessage, SendMessage } from '../bridges/sendMessage.ts'
import { listTemplateValues, listValues, type ScriptMessage, type ScriptState } from './event.ts'
import type { ScriptDefinition } from './rows.ts'

/** What an access point would send, and where; null if it does not exist or sends nothing. */
export type PreviewForBridge = (
  bridge: string,
  message: BridgeMessage,
) => { readonly name: string; readonly target: string; readonly content: string; readonly problem: Words | null } | null

/** What a notification would send, and to whom; null if its template does not exist. */
export type PreviewNotification = (
  template: string,
  variables: Readonly<Record<string, string>>,
) => Promise<{
  readonly name: string
  readonly receivers: string
  readonly content: string
  readonly problem: Words | null
} | null>

export interface PreviewParts {
  readonly previewForBridge: PreviewForBridge
  readonly previewNotification: PreviewNotification
}

export interface DeliverParts {
  readonly sendToBridge: SendMessage
  /** Queues a notification from a template. */
  readonly notify: (template: string, variables: Readonly<Record<string, string>>) => Promise<unknown>
}

const maxVariable = 1_000
const variableName = /^[A-Za-z]\w{0,31}$/

/** Describes what the action of a script would send; null if it sends nothing outside. */
export function planDelivery(
  script: ScriptDefinition,
  message: ScriptMessage,
  state: ScriptState,
): ScriptEffect | null {
  const content = `${state.topic} ${state.payload}`.trim()
  switch (script.action) {
    case scriptActions.forward: {
      const isChanged = state.topic !== message.topic || state.payload !== message.payload
      return isChanged
        ? { kind: 'forward', target: state.topic, content: state.payload, isPermitted: true, detail: null }
        : null
    }
    case scriptActions.notify:
      return script.template === null
        ? refuse('notify', '', content, { en: 'no notification template', zh: '未选择通知模板' })
        : { kind: 'notify', target: script.template, content, isPermitted: true, detail: null }
    case scriptActions.http:
    case scriptActions.mqtt:
    case scriptActions.database:
      return script.bridge === null
        ? refuse('bridge', '', content, { en: 'no access point', zh: '未选择接入点' })
        : { kind: 'bridge', target: script.bridge, content, isPermitted: true, detail: null }
  }
}

/** Hands the message to the notification template or bridge of the script. Forwarding is done by the caller. */
export async function deliver(
  { sendToBridge, notify }: DeliverParts,
  script: ScriptDefinition,
  message: ScriptMessage,
  state: ScriptState,
): Promise<ScriptEffect | null> {
  const planned = planDelivery(script, message, state)
  if (!planned?.isPermitted || planned.kind === 'forward') return planned
  try {
    if (planned.kind === 'notify') {
      await notify(planned.target, toVariables(listTemplateValues(message, state)))
      return planned
    }
    const result = await sendToBridge(planned.target, toBridgeMessage(message, state))
    return result === 'queued'
      ? planned
      : refuse(planned.kind, planned.target, planned.content, {
          en: 'the access point refused the message',
          zh: '接入点拒绝了消息',
        })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return refuse(planned.kind, planned.target, planned.content, { en: reason, zh: reason })
  }
}

const toBridgeMessage = (message: ScriptMessage, state: ScriptState): BridgeMessage => ({
  topic: state.topic,
  payload: state.payload,
  project: message.device?.project ?? '',
  ...(message.device ? { device: message.device.device } : {}),
  at: message.at,
  values: listValues(message, state),
})

/** Completes a planned delivery with the name and address of its receiver and what it would send. */
export async function previewDelivery(
  planned: ScriptEffect,
  message: ScriptMessage,
  state: ScriptState,
  { previewForBridge, previewNotification }: PreviewParts,
): Promise<ScriptEffect> {
  const { kind } = planned
  if ((kind !== 'bridge' && kind !== 'notify') || !planned.isPermitted) return planned
  if (kind === 'notify') {
    const preview = await previewNotification(planned.target, toVariables(listTemplateValues(message, state)))
    if (!preview)
      return refuse(kind, planned.target, planned.content, {
        en: 'the notification template does not exist',
        zh: '通知模板不存在',
      })
    const { name, receivers, content, problem } = preview
    return { kind, target: `${name}: ${receivers}`, content, isPermitted: problem === null, detail: problem }
  }
  const preview = previewForBridge(planned.target, toBridgeMessage(message, state))
  if (!preview)
    return refuse(kind, planned.target, planned.content, {
      en: 'the access point does not exist or sends nothing',
      zh: '接入点不存在或不发送消息',
    })
  const { name, target, content, problem } = preview
  return { kind, target: `${name}: ${target}`, content, isPermitted: problem === null, detail: problem }
}

const refuse = (kind: ScriptEffect['kind'], target: string, content: string, detail: Words): ScriptEffect => ({
  kind,
  target,
  content,
  isPermitted: false,
  detail,
})

const toVariables = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      variableName.test(name)
        ? [[name, (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, maxVariable)] as const]
        : [],
    ),
  )
