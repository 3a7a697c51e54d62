import { expect, test } from 'vitest'
import { brokerLimits } from './limits.ts'
import { Presence } from './presence.ts'

test('a gateway that says the state of ever new devices fills no more than there may be, and those known before stay known', () => {
  const presence = new Presence()
  const say = (device: string, online: boolean) => presence.applyDeviceState({ project: 'yard', device, online, at: 0 })
  for (let number = 0; number < brokerLimits.retainedTopics; number++) say(`lamp-${number}`, true)
  say('lamp-more', true)
  say('lamp-1', false)
  expect(['lamp-0', 'lamp-1', 'lamp-more'].map((device) => presence.isOnline({ project: 'yard', device }))).toEqual([
    true,
    false,
    undefined,
  ])
})

test('a gateway that says it is away takes along what it names, but nothing that the server itself speaks for', () => {
  const presence = new Presence()
  presence.applyGatewayState({
    project: 'yard',
    gateway: 'g',
    online: false,
    devices: ['lamp-1', 'mimic-scene-1'],
    at: 0,
  })
  expect(['lamp-1', 'mimic-scene-1'].map((device) => presence.isOnline({ project: 'yard', device }))).toEqual([
    false,
    undefined,
  ])
})
