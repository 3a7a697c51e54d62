import { expect, test } from 'vitest'
import { createDelivery } from './deliver.ts'

const bodies: string[] = []
const deliver = createDelivery({
  guard: () => Promise.reject(new Error('a web hook needs no guard')),
  outbound: ({ body }) => {
    bodies.push(String(body))
    return Promise.resolve({ status: 200, text: 'ok', type: 'text/plain', bytes: Buffer.from('ok'), challenge: '' })
  },
})
const sms = { kind: 'webhook', url: 'http://127.0.0.1/sms', token: null, format: 'sms', body: null } as const
const message = { id: 'n1', at: 0, subject: 'Pump', content: 'stopped' }

test('an SMS gateway is called with the phone numbers among the receivers, and not without any', async () => {
  await deliver(sms, { ...message, receivers: ['ann@example.com', '+4915112345'] })
  await expect(deliver(sms, { ...message, receivers: ['ann@example.com'] })).rejects.toThrow(
    'no phone number among the receivers',
  )
  expect(bodies).toEqual(['{"to":["+4915112345"],"text":"Pump: stopped"}'])
})
