import { expect, test } from 'vitest'
import { createWebhookBody, findResponseError, isBodyValid, webhookFormats, webhookPresets } from './webhookBody.ts'

const message = {
  id: 'n1',
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  subject: 'Pump "1" {content}',
  content: 'line 1\nline 2 \\ 高',
  receivers: ['+4915112345', 'ann@example.com'],
}

test.each(webhookFormats.map(({ value }) => value).filter((value) => value !== 'own'))(
  'the body of %s is JSON with the texts unchanged',
  (format) => {
    const body = createWebhookBody(format, null, message)
    const texts: string[] = []
    JSON.parse(body, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value)
      return value
    })
    expect(texts.some((text) => text.includes(message.subject))).toBe(true)
    expect(texts.some((text) => text.includes(message.content))).toBe(true)
  },
)

test('an SMS gateway receives only phone numbers, and a body without format is that of Mimic', () => {
  expect(JSON.parse(createWebhookBody('sms', null, message))).toMatchObject({ to: ['+4915112345'] })
  expect(JSON.parse(createWebhookBody(null, null, message))).toEqual({ ...message })
})

test('an own template is filled, and rejected if it is no JSON', () => {
  const template = '{"t":"{time}","x":"{subject}","all":{receiverList},"phones":{phoneList}}'
  expect(JSON.parse(createWebhookBody('own', template, message))).toEqual({
    t: '2026-01-02T03:04:05.000Z',
    x: message.subject,
    all: message.receivers,
    phones: ['+4915112345'],
  })
  for (const preset of Object.values(webhookPresets)) expect(isBodyValid(preset)).toBe(true)
  for (const wrong of ['{"a":{subject}}', '{', 'text']) expect(isBodyValid(wrong)).toBe(false)
})

test('errors that DingTalk and WeCom report with status 200 are found', () => {
  expect(findResponseError('dingtalk', '{"errcode":310000,"errmsg":"keywords not in content"}')).toBe(
    '310000 keywords not in content',
  )
  expect(findResponseError('wecom', '{"errcode":0,"errmsg":"ok"}')).toBeNull()
  expect(findResponseError('slack', 'ok')).toBeNull()
})
