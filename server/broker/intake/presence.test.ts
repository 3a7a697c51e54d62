import { expect, test } from 'vitest'
import { brokerLimits } from '../base/limits.ts'
import { Presence } from './presence.ts'

test('a gateway cannot add devices beyond the limit, and devices already known stay known', () => {
  const presence = new Presence()
  const applyState = (device: string, online: boolean) =>
    presence.applyDeviceState({ project: 'yard', device, online, at: 0 })
  for (let number = 0; number < brokerLimits.retainedTopics; number++) applyState(`lamp-${number}`, true)
  applyState('lamp-more', true)
  applyState('lamp-1', false)
  expect(['lamp-0', 'lamp-1', 'lamp-more'].map((device) => presence.isOnline({ project: 'yard', device }))).toEqual([
    true,
    false,
    undefined,
  ])
})

test('an offline gateway takes its listed devices offline, except those published by the server', () => {
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
