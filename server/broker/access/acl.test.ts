import { expect, test } from 'vitest'
import { parseTopic } from '../../../contract/telemetry/index.ts'
import { type Grant, canPublish, canReceive, canSubscribe, getPublisherName } from './acl.ts'

const projects = ['street', 'tunnel', 'factory']
const user: Grant = { kind: 'user', account: 'ann', projects: ['street', 'tunnel'] }
const device: Grant = { kind: 'device', account: 'pole-7', projects: ['street'] }
const gateway: Grant = { kind: 'gateway', account: 'yard', projects: ['street', 'factory'] }

const names = ['pole-7', 'pole-8', 'yard', '+', '#', '', 'Pole', '..']
const tails = [
  'up/values',
  'up/state',
  'up/ack',
  'up/+',
  'up/#',
  'down/command',
  'down/+',
  'down/#',
  'status',
  'status/+',
  'status/#',
  '#',
  '+/values',
  'up',
  'up/values/x',
  '',
]
const filters = [
  '#',
  '+',
  '+/#',
  '+/+/+/+/+/+',
  '/#',
  '/',
  '',
  'p',
  'p/#',
  'p/+',
  'p/+/d/+/up/values',
  'mimic/#',
  'mimic/+',
  '+/beacon',
  'mimic/beacon',
  'mimic/beacon/#',
  '$SYS/#',
  '$SYS/+/new/clients',
  '$SYS',
  '$share/g/p/street/d/pole-7/up/values',
  '$share/g/#',
  '$queue/#',
  'p/street',
  'p/street/#',
  'p/street/d',
  'p/street/d/#',
  'p/street/d/+/#',
  'p/street/+/pole-7/up/values',
  'p/street/g/+/state',
  'p/tunnel/g/+/state',
  'p/factory/g/+/state',
  'p/street/g/yard/state',
  'p/street/g/yard/#',
  ...projects.flatMap((project) => names.flatMap((name) => tails.map((tail) => `p/${project}/d/${name}/${tail}`))),
]

/** Independent list of the expected filters. */
function granted(grant: Grant): readonly string[] {
  const up = ['up/values', 'up/state', 'up/ack', 'up/+', 'up/#']
  const any = ['pole-7', 'pole-8', 'yard', '+']
  const of = (tailsOf: readonly string[], namesOf: readonly string[]) =>
    grant.projects.flatMap((project) =>
      namesOf.flatMap((name) => tailsOf.map((tail) => `p/${project}/d/${name}/${tail}`)),
    )
  switch (grant.kind) {
    case 'user':
      return [
        'mimic/beacon',
        ...of([...up, 'status'], any),
        ...grant.projects.map((project) => `p/${project}/g/+/state`),
        'p/street/g/yard/state',
      ]
    case 'device':
      return ['mimic/beacon', ...of(['down/command'], [grant.account])]
    case 'gateway':
      return ['mimic/beacon', ...of(['down/command'], any)]
  }
}

test.each([user, device, gateway])(
  'a $kind can subscribe exactly to the granted topics, with every form of filter',
  (grant) => {
    expect(filters.filter((filter) => canSubscribe(grant, filter)).toSorted()).toEqual(granted(grant).toSorted())
  },
)

const topics = filters.filter((filter) => !/[+#]/.test(filter))

test('nothing is delivered that could not be subscribed', () => {
  for (const grant of [user, device, gateway]) {
    for (const topic of topics)
      expect([topic, canReceive(grant, parseTopic(topic))]).toEqual([topic, canSubscribe(grant, topic)])
  }
})

test('a user cannot publish, a device publishes for itself, a gateway for its projects; no client can publish a device state', () => {
  const published = (grant: Grant) => topics.filter((topic) => canPublish(grant, parseTopic(topic))).toSorted()
  const up = ['up/ack', 'up/state', 'up/values']
  expect(published(user)).toEqual([])
  // A user whose account has the name of a device.
  expect(published({ ...user, account: device.account })).toEqual([])
  expect(published(device)).toEqual(up.map((tail) => `p/street/d/pole-7/${tail}`))
  expect(published(gateway)).toEqual(
    [
      ...['street', 'factory'].flatMap((project) =>
        ['pole-7', 'pole-8', 'yard'].flatMap((name) => up.map((tail) => `p/${project}/d/${name}/${tail}`)),
      ),
      'p/street/g/yard/state',
    ].toSorted(),
  )
})

test('a gateway is itself or one of its numbered connections, never another', () => {
  const may = (name: string) => canPublish(gateway, parseTopic(`p/street/g/${name}/state`))
  expect(['yard', 'yard-1', 'yard-22', 'yard-b', 'yar', 'yard2', 'other'].filter(may)).toEqual([
    'yard',
    'yard-1',
    'yard-22',
  ])
})

test('a gateway with its own credential covers the listed devices only', () => {
  const limited: Grant = { ...gateway, devices: new Set(['yard', 'pole-7']), credential: 'c1' }
  const may = (topic: string) => canPublish(limited, parseTopic(topic))
  expect(may('p/street/d/pole-7/up/values')).toBe(true)
  expect(may('p/street/d/yard/up/values')).toBe(true)
  expect(may('p/street/d/pole-8/up/values')).toBe(false)
  expect(may('p/tunnel/d/pole-7/up/values')).toBe(false)
  expect(canReceive(limited, parseTopic('p/street/d/pole-7/down/command'))).toBe(true)
  expect(canReceive(limited, parseTopic('p/street/d/pole-8/down/command'))).toBe(false)
})

test('a client id that does not begin with the name of its credential is prefixed with the account', () => {
  expect(['pole-7', 'pole-7-a', 'pole-8', 'external broker'].map((id) => getPublisherName(device, id))).toEqual([
    'pole-7',
    'pole-7-a',
    'pole-7/pole-8',
    'pole-7/external broker',
  ])
})
