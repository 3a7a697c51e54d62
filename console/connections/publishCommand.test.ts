import { expect, test } from 'vitest'
import { createPublishCommand } from './publishCommand.ts'

const credential = { project: 'street', device: 'meter-1', username: 'street.meter-1', fingerprint: null }
const listeners = [
  { protocol: 'ws', port: 8083 },
  { protocol: 'mqtt', port: 1883 },
  { protocol: 'mqtts', port: 8883 },
] as const

test('the line has the real values of the device and its listener', () => {
  expect(createPublishCommand({ credential, secret: 's3cret', listeners, host: 'plant.example', point: 'power' })).toBe(
    String.raw`mosquitto_pub -h plant.example -p 1883 -u street.meter-1 -P 's3cret' -q 1 -t p/street/d/meter-1/up/values -m "{\"at\":$(date +%s),\"v\":{\"power\":1}}"`,
  )
})

test('uses TLS if it is the only listener, and a certificate instead of a secret', () => {
  const secure = createPublishCommand({ credential, secret: null, listeners: [listeners[2]], host: 'h' })
  expect(secure).toContain("-p 8883 --cafile ca.pem -u street.meter-1 -P '<secret>'")
  const own = createPublishCommand({
    credential: { ...credential, fingerprint: 'ab' },
    secret: null,
    listeners,
    host: 'h',
  })
  expect(own).toContain('-p 8883 --cafile ca.pem --cert device.pem --key device.key -q 1')
  expect(createPublishCommand({ credential, secret: 'a', listeners: [listeners[0]], host: 'h' })).toBeNull()
})
