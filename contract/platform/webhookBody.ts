import { isPhone } from './receivers.ts'

/** Values of a message that a body can contain. */
export interface WebhookMessage {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly subject: string
  readonly content: string
  /** Email addresses and phone numbers. */
  readonly receivers: readonly string[]
}

/**
 * Bodies of well-known receivers. `{name}` is replaced by the value as JSON without its quotes; `{receiverList}` and
 * `{phoneList}` (the receivers that are phone numbers) by a JSON list.
 */
export const webhookPresets = {
  mimic: '{"id":"{id}","at":{at},"subject":"{subject}","content":"{content}","receivers":{receiverList}}',
  teams:
    '{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[{"type":"TextBlock","weight":"Bolder","wrap":true,"text":"{subject}"},{"type":"TextBlock","wrap":true,"text":"{content}"}]}}]}',
  slack: '{"text":"*{subject}*\\n{content}"}',
  dingtalk: '{"msgtype":"text","text":{"content":"{subject}\\n{content}"}}',
  wecom: '{"msgtype":"text","text":{"content":"{subject}\\n{content}"}}',
  sms: '{"to":{phoneList},"text":"{subject}: {content}"}',
} as const
/** Name of a preset. */
export type WebhookPreset = keyof typeof webhookPresets

/** Body format of a channel: a preset, or its own template. */
export const webhookFormats = [
  { value: 'mimic', words: { en: 'Mimic', zh: 'Mimic' } },
  { value: 'teams', words: { en: 'Microsoft Teams', zh: 'Microsoft Teams' } },
  { value: 'slack', words: { en: 'Slack', zh: 'Slack' } },
  { value: 'dingtalk', words: { en: 'DingTalk', zh: '钉钉' } },
  { value: 'wecom', words: { en: 'WeCom', zh: '企业微信' } },
  { value: 'sms', words: { en: 'SMS gateway', zh: '短信网关' } },
  { value: 'own', words: { en: 'Own template', zh: '自定义模板' } },
] as const

/** Returns the body of a channel's request. `format` null or unknown: the format of Mimic. */
export function createWebhookBody(format: string | null, template: string | null, message: WebhookMessage): string {
  const preset = Object.entries(webhookPresets).find(([name]) => name === format)?.[1] ?? webhookPresets.mimic
  return fill(format === 'own' && template !== null ? template : preset, message)
}

/** Returns true if a body template is JSON after its placeholders are replaced. */
export function isBodyValid(template: string): boolean {
  try {
    // The sample contains characters that have to be escaped, so a placeholder outside quotes is found too.
    JSON.parse(fill(template, { id: 'a', at: 1, subject: '"', content: '\\', receivers: ['a'] }))
    return true
  } catch {
    return false // not valid
  }
}

/**
 * Returns the error of a response with status 200, or null. DingTalk and WeCom report errors in the body.
 */
export function findResponseError(format: string | null, text: string): string | null {
  if (format !== 'dingtalk' && format !== 'wecom') return null
  try {
    const parsed: unknown = JSON.parse(text)
    const { errcode, errmsg }: Readonly<Record<string, unknown>> = { ...(typeof parsed === 'object' ? parsed : null) }
    return typeof errcode !== 'number' || errcode === 0
      ? null
      : `${errcode} ${typeof errmsg === 'string' ? errmsg : ''}`.trim()
  } catch {
    return null // not JSON: the status decides
  }
}

function fill(template: string, { id, at, subject, content, receivers }: WebhookMessage): string {
  const values: Readonly<Record<string, string>> = {
    id: escape(id),
    at: String(at),
    time: new Date(at).toISOString(),
    subject: escape(subject),
    content: escape(content),
    receivers: escape(receivers.join(', ')),
    receiverList: JSON.stringify(receivers),
    phoneList: JSON.stringify(receivers.filter(isPhone)),
  }
  return template.replaceAll(
    /\{(id|at|time|subject|content|receivers|receiverList|phoneList)\}/g,
    (_, name: string) => values[name] ?? '',
  )
}

/** Text as it stands within a JSON string. */
const escape = (text: string): string => JSON.stringify(text).slice(1, -1)
