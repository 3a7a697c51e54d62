import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileMapping } from '../messages/mapper.ts'
import { describeFrames, toPayload } from '../testing/readMessages.ts'
import { joinEntities, readHomeAssistantDiscovery } from './homeAssistant.ts'
import type { DiscoveredEntity } from './homeAssistant.ts'

const device = { identifiers: ['attic_1'], name: 'Attic', model: 'T1' }
function discover(topic: string, payload: unknown): DiscoveredEntity {
  const found = readHomeAssistantDiscovery(topic, toPayload(payload))
  if ('problem' in found) throw new Error(found.problem)
  return found
}

describe('devices that describe themselves for Home Assistant', () => {
  const sensor = {
    name: 'Temperature',
    state_topic: 'attic/climate',
    value_template: '{{ value_json.temperature | round(1) }}',
    unit_of_measurement: '°C',
    device_class: 'temperature',
    availability_topic: 'attic/status',
    device,
  }
  const plug = {
    name: 'Fan',
    '~': 'attic/fan',
    stat_t: '~/state',
    cmd_t: '~/set',
    pl_on: '1',
    pl_off: '0',
    dev: device,
  }

  it('become a mapping with points, units, presence and commands', () => {
    const mapping = joinEntities([
      discover('homeassistant/sensor/attic/temperature/config', sensor),
      discover('homeassistant/switch/attic/fan/config', plug),
      discover('homeassistant/sensor/attic/humidity/config', {
        ...sensor,
        name: 'Humidity',
        value_template: "{{ value_json['humidity'] }}",
        unit_of_measurement: '%',
      }),
    ])
    if (!mapping) throw new Error('no mapping')
    const mapper = compileMapping(mapping, { zone: 'UTC' })
    expect(mapping.points.map(({ point, type, unit }) => [point, type, unit])).toEqual([
      ['temperature', 'decimal', '°C'],
      ['fan', 'bool', undefined],
      ['humidity', 'decimal', '%'],
    ])
    expect(
      describeFrames(mapper.read('attic/climate', toPayload({ temperature: 21.54, humidity: 40 }), 0).frames),
    ).toMatchObject([{ device: 'attic_1', values: { temperature: 21.54, humidity: 40 } }])
    expect(describeFrames(mapper.read('attic/fan/state', toPayload('1'), 0).frames)[0]?.values).toEqual({ fan: 1 })
    expect(mapper.read('attic/status', toPayload('offline'), 0).presence).toEqual([
      { device: 'attic_1', isOnline: false },
    ])
    const command = mapper.buildCommand({ device: 'attic_1', point: 'fan', value: true, id: 'c', at: 0, expiresAt: 1 })
    expect(command.problem === undefined && [command.topic, new TextDecoder().decode(command.payload)]).toEqual([
      'attic/fan/set',
      '1',
    ])
  })

  it.each([
    ['homeassistant/sensor/x/config/y', {}, 'topic'],
    ['homeassistant/sensor/x/config', '', 'removed'],
    ['homeassistant/sensor/x/config', 'no json', 'payload'],
    ['homeassistant/vacuum/x/config', {}, 'component'],
    ['homeassistant/sensor/x/config', {}, 'state'],
    [
      'homeassistant/sensor/x/config',
      { state_topic: 'a', value_template: '{% if value > 3 %}1{% endif %}' },
      'template',
    ],
    ['homeassistant/sensor/x/config', { state_topic: 'a', value_template: '{{ value_json.a * 2 }}' }, 'template'],
    ['homeassistant/sensor/x/config', { state_topic: 'a/#/b' }, 'invalid'],
  ])('are refused with a reason where that is not possible (%s %j)', (topic, payload, problem) => {
    expect(readHomeAssistantDiscovery(topic, toPayload(payload))).toEqual({ problem })
  })

  it('keep their points if the availability is unusable, and may report it on the state topic', () => {
    const unusable = discover('homeassistant/sensor/x/config', { state_topic: 'a', availability_topic: '', device })
    expect(joinEntities([unusable])?.points).toHaveLength(1)
    const shared = discover('homeassistant/sensor/x/config', {
      state_topic: 'a',
      value_template: '{{ value_json.v }}',
      availability: [{ topic: 'a', value_template: '{{ value_json.state }}' }],
      device,
    })
    const mapping = joinEntities([shared])
    if (!mapping) throw new Error('no mapping')
    const reading = compileMapping(mapping, { zone: 'UTC' }).read('a', toPayload({ v: 5, state: 'online' }), 0)
    expect([reading.presence, describeFrames(reading.frames)[0]?.values]).toEqual([
      [{ device: 'attic_1', isOnline: true }],
      { x: '5' },
    ])
  })

  it('cannot make the reader throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('sensor', 'switch', 'binary_sensor', 'number'),
        fc.dictionary(fc.constantFrom(...Object.keys(sensor), ...Object.keys(plug)), fc.jsonValue()),
        (component, payload) => {
          const found = readHomeAssistantDiscovery(`homeassistant/${component}/x/config`, toPayload(payload))
          if (!('problem' in found)) expect(joinEntities([found])).not.toBeNull()
        },
      ),
    )
  })
})
