import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mappingTemplates } from './list.ts'
import { createMapper, describeFrames, toPayload } from '../testing/readMessages.ts'
import type { Mapper } from '../messages/mapper.ts'

const receivedAt = Date.UTC(2026, 10, 28, 12)
const received = new Date(receivedAt).toISOString()

function open(id: string): {
  readonly mapper: Mapper
  readonly read: (topic: string, payload: unknown) => ReturnType<typeof describeFrames>
  readonly command: (
    device: string,
    point: string,
    value: number | boolean | string,
    variables?: Record<string, string>,
  ) => unknown
} {
  const template = mappingTemplates.find((each) => each.id === id)
  if (template?.kind !== 'mapping') throw new Error(`no template ${id}`)
  const mapper = createMapper(template.mapping)
  return {
    mapper,
    read: (topic, payload) => describeFrames(mapper.read(topic, toPayload(payload), receivedAt).frames),
    command: (device, point, value, variables = {}) => {
      const built = mapper.buildCommand({
        device,
        point,
        value,
        id: 'c-1',
        at: receivedAt,
        expiresAt: receivedAt + 1000,
        variables: new Map(Object.entries(variables)),
      })
      return built.problem === undefined ? [built.topic, new TextDecoder().decode(built.payload)] : built.problem
    },
  }
}

describe('the gallery', () => {
  it('has each template in a file of its name, in both languages', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => !/^(?:define|list|templates\.test)\.ts$/.test(name))
    expect(files.sort()).toEqual(mappingTemplates.map(({ id }) => `${id}.ts`).sort())
    for (const { description } of mappingTemplates)
      expect([description.en, description.zh]).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/\p{Script=Han}/u),
      ])
  })

  it.each(mappingTemplates.flatMap((template) => (template.kind === 'mapping' ? [template] : [])))(
    '$id reads all of its samples',
    ({ mapping, samples }) => {
      const mapper = createMapper(mapping)
      for (const { topic, payload } of samples) {
        expect([topic, mapper.read(topic, toPayload(payload), receivedAt).problem]).toEqual([topic, null])
      }
    },
  )
})

describe('Tasmota', () => {
  const { mapper, read, command } = open('tasmota')

  it("reads the meter, with the time of the project's zone", () => {
    expect(
      read('tele/tasmota_1A2B3C/SENSOR', {
        Time: '2026-11-27T20:20:38',
        ENERGY: { Total: 1234.567, Today: 0.7, Power: 76, Factor: 0.95, Voltage: 231, Current: 0.335 },
      }),
    ).toEqual([
      {
        device: 'tasmota_1A2B3C',
        at: '2026-11-27T12:20:38.000Z',
        values: { power: 76, voltage: 231, current: 0.335, powerFactor: 0.95, energyToday: 0.7, energyTotal: 1234.567 },
      },
    ])
  })

  it('reads the relay from the plain topic and from results, and switches it', () => {
    expect(read('stat/tasmota_1A2B3C/POWER', 'ON')).toEqual([
      { device: 'tasmota_1A2B3C', at: received, values: { relay: 1 } },
    ])
    expect(read('stat/tasmota_1A2B3C/RESULT', { POWER: 'OFF' })[0]?.values).toEqual({ relay: 0 })
    expect(read('stat/tasmota_1A2B3C/POWER', 'BLINK')[0]?.values).toEqual({ relay: [NaN, 'bad', 'notOnOff'] })
    expect(command('tasmota_1A2B3C', 'relay', true)).toEqual(['cmnd/tasmota_1A2B3C/POWER', 'ON'])
    expect(command('tasmota_1A2B3C', 'relay', 0)).toEqual(['cmnd/tasmota_1A2B3C/POWER', 'OFF'])
  })

  it('is offline by its last will', () => {
    expect(mapper.read('tele/tasmota_1A2B3C/LWT', toPayload('Offline'), receivedAt).presence).toEqual([
      { device: 'tasmota_1A2B3C', isOnline: false },
    ])
  })
})

describe('Shelly', () => {
  it('of the second generation reads status and notifications, and switches by RPC', () => {
    const { read, command } = open('shellyGen2')
    const values = {
      id: 0,
      source: 'timer',
      output: true,
      apower: 8.9,
      voltage: 237.5,
      aenergy: { total: 6.532, by_minute: [45.199, 47.141, 88.397], minute_ts: 1626935779 },
      temperature: { tC: 23.5, tF: 74.4 },
    }
    const expected = {
      output: 1,
      power: 8.9,
      voltage: 237.5,
      energy: 6.532,
      energyLastMinute: 45.199,
      deviceTemperature: 23.5,
    }
    expect(read('shellyplus1pm-001122334455/status/switch:0', values)).toEqual([
      { device: 'shellyplus1pm-001122334455', at: received, values: expected },
    ])
    expect(read('shellyplus1pm-001122334455/status/wifi', { rssi: -50 })).toEqual([
      { device: 'shellyplus1pm-001122334455', at: received, values: { signal: -50 } },
    ])
    expect(read('shellyplus1pm-001122334455/status/sys', { uptime: 5 })).toEqual([])
    const notified = read('shellyplus1pm-001122334455/events/rpc', {
      method: 'NotifyStatus',
      params: { ts: 1795811238.25, 'switch:0': { id: 0, apower: 9 } },
    })
    expect(notified).toEqual([
      { device: 'shellyplus1pm-001122334455', at: '2026-11-27T20:27:18.250Z', values: { power: 9 } },
    ])
    expect(command('shellyplus1pm-001122334455', 'output', false)).toEqual([
      'shellyplus1pm-001122334455/rpc',
      '{"id":"c-1","src":"plant","method":"Switch.Set","params":{"id":0,"on":false}}',
    ])
  })

  it('of the first generation has one topic per value', () => {
    const { read, command, mapper } = open('shellyGen1')
    expect(read('shellies/shelly1pm-A1/relay/0/energy', '120000')[0]?.values).toEqual({ energy: 2 })
    expect(read('shellies/shelly1pm-A1/relay/0', 'overpower')[0]?.values).toEqual({ relay: 0 })
    expect(read('shellies/shelly1pm-A1/relay/1', 'on')).toEqual([])
    expect(mapper.matches('shellies/shelly1pm-A1/relay/0/command')).toBe(false)
    expect(command('shelly1pm-A1', 'relay', true)).toEqual(['shellies/shelly1pm-A1/relay/0/command', 'on'])
  })
})

describe('Zigbee2MQTT', () => {
  const { mapper, read, command } = open('zigbee2mqtt')

  it('reads a plug; null is bad quality, not 0', () => {
    expect(
      read('zigbee2mqtt/kitchen_plug', {
        state: 'ON',
        device_temperature: 31,
        power_on_behavior: 'restore',
        linkquality: 120,
        voltage: null,
        update: { state: 'idle' },
        last_seen: '2026-11-27T20:20:38+01:00',
      }),
    ).toEqual([
      {
        device: 'kitchen_plug',
        at: '2026-11-27T19:20:38.000Z',
        values: { state: 1, deviceTemperature: 31, linkQuality: 120, voltage: [NaN, 'bad', 'noValue'] },
      },
    ])
  })

  it('allows spaces and / in names, and ignores commands and the bridge', () => {
    expect(read('zigbee2mqtt/ground floor/lamp 1', { state: 'OFF' })[0]?.device).toBe('ground floor/lamp 1')
    expect(
      mapper.read('zigbee2mqtt/ground floor/lamp 1/availability', toPayload({ state: 'offline' }), receivedAt),
    ).toMatchObject({ frames: [], presence: [{ device: 'ground floor/lamp 1', isOnline: false }] })
    expect(mapper.read('zigbee2mqtt/lamp/availability', toPayload('online'), receivedAt).presence).toEqual([
      { device: 'lamp', isOnline: true },
    ])
    for (const topic of ['zigbee2mqtt/bridge/state', 'zigbee2mqtt/lamp/set', 'zigbee2mqtt/hall/lamp/set'])
      expect(mapper.matches(topic)).toBe(false)
    expect(command('ground floor/lamp 1', 'state', true)).toEqual([
      'zigbee2mqtt/ground floor/lamp 1/set',
      '{"state":"ON"}',
    ])
    expect(command('lamp', 'brightness', 128)).toEqual(['zigbee2mqtt/lamp/set', '{"brightness":128}'])
  })
})

describe('LoRaWAN', () => {
  it('of The Things Network reads decoded fields', () => {
    const { read, command } = open('theThingsNetworkV3')
    expect(
      read('v3/app1@ttn/devices/dev1/up', {
        end_device_ids: { device_id: 'dev1' },
        received_at: '2026-11-27T20:20:38Z',
        uplink_message: {
          f_cnt: 4,
          f_port: 1,
          frm_payload: 'gkHe',
          decoded_payload: { temperature: 1, luminosity: 0.64 },
          rx_metadata: [],
        },
      }),
    ).toEqual([{ device: 'dev1', at: '2026-11-27T20:20:38.000Z', values: { temperature: 1, luminosity: 0.64 } }])
    expect(command('dev1', 'output', true, { application: 'app1@ttn' })).toEqual([
      'v3/app1@ttn/devices/dev1/down/push',
      '{"downlinks":[{"f_port":1,"frm_payload":"AQ==","priority":"NORMAL","confirmed":true}]}',
    ])
    expect(command('dev1', 'output', true)).toBe('topic')
  })

  it('of The Things Network gives its bytes to a decoder script', () => {
    const mapper = createMapper({
      version: 1,
      points: [{ point: 't', type: 'decimal', sources: [{ topic: 'up', path: '$decoded.t' }] }],
      topics: [
        {
          id: 'up',
          topic: 'v3/{application}/devices/{device}/up',
          decoder: {
            kind: 'script',
            language: 'groovy',
            source: 'return []',
            path: 'uplink_message.frm_payload',
            encoding: 'base64',
            port: 'uplink_message.f_port',
          },
        },
      ],
    })
    const { scripts } = mapper.read(
      'v3/a/devices/dev1/up',
      toPayload({ uplink_message: { f_port: 1, frm_payload: 'gkHe' } }),
      receivedAt,
    )
    expect(scripts[0]?.input).toMatchObject({ bytes: Uint8Array.from([0x82, 0x41, 0xde]), port: 1, device: 'dev1' })
  })

  it('of ChirpStack reads fields of the codec, and commands are confirmed by the device', () => {
    const { mapper, read, command } = open('chirpStackV4')
    const [frame] = read('application/6f0c/device/a84041ffff1d2e01/event/up', {
      time: '2026-11-27T20:20:38.123456789+00:00',
      fCnt: 17,
      object: { temperature: 3.4 },
      rxInfo: [{ rssi: -97, snr: 7.5 }],
    })
    expect(frame).toEqual({
      device: 'a84041ffff1d2e01',
      at: '2026-11-27T20:20:38.123Z',
      values: { temperature: 3.4, frameCounter: 17, signal: -97, signalToNoise: 7.5 },
    })
    expect(command('a84041ffff1d2e01', 'output', 1, { application: '6f0c' })).toEqual([
      'application/6f0c/device/a84041ffff1d2e01/command/down',
      '{"devEui":"a84041ffff1d2e01","confirmed":true,"fPort":10,"data":"AQ=="}',
    ])
    expect(
      mapper.read('application/6f0c/device/a84041ffff1d2e01/event/ack', toPayload({ acknowledged: false }), receivedAt)
        .acknowledgements,
    ).toEqual([{ device: 'a84041ffff1d2e01', point: 'output', id: null, isOk: false, code: null }])
  })

  it('of Milesight decodes the bytes of its sensors', () => {
    const { read, command } = open('milesight')
    expect(
      read('/milesight/uplink/24e124136b502217', {
        devEUI: '24e124136b502217',
        data: 'AXVkA2cKAQRogg==',
        fPort: 85,
        rxInfo: [{ rssi: -61 }],
      })[0]?.values,
    ).toEqual({ battery: 100, temperature: 26.6, humidity: 65, signal: -61 })
    expect(command('24e124136b502217', 'output', true)).toEqual([
      '/milesight/downlink/24e124136b502217',
      '{"confirmed":true,"fport":85,"data":"CQEA/w=="}',
    ])
  })
})

describe('gateways of plants', () => {
  it('KEPServerEX: each value has its own time and quality', () => {
    const { read, command } = open('kepServerEx')
    expect(
      read('iotgateway/line1', {
        timestamp: 1795811238000,
        values: [
          { id: 'Channel1.Press1.Speed', v: 42, q: true, t: 1795811238000 },
          { id: 'Channel1.Press1.Mode', v: 'auto', q: false, t: 1795811238000 },
        ],
      }),
    ).toEqual([
      { device: 'line1', at: '2026-11-27T20:27:18.000Z', values: { speed: 42, mode: ['auto', 'bad', 'quality'] } },
    ])
    expect(command('line1', 'speed', 45.5)).toEqual(['iotgateway/write', '[{"id":"Channel1.Press1.Speed","v":45.5}]'])
  })

  it.each([
    ['neuronValues', { values: { temperature: 61.5 }, errors: { running: 3002 } }],
    [
      'neuronTags',
      {
        tags: [
          { name: 'temperature', value: 61.5 },
          { name: 'running', error: 3002 },
        ],
      },
    ],
  ])('%s: an error code is bad quality', (id, message) => {
    const { mapper, read, command } = open(id)
    expect(
      read('/neuron/mqtt/press-1/fast', { node: 'press-1', group: 'fast', timestamp: 1795811238000, ...message }),
    ).toEqual([
      {
        device: 'press-1',
        at: '2026-11-27T20:27:18.000Z',
        values: { temperature: 61.5, running: [NaN, 'bad', 'quality'] },
      },
    ])
    const { variables } = mapper.read('/neuron/mqtt/press-1/fast', toPayload({ node: 'press-1' }), receivedAt)
    expect(command('press-1', 'temperature', 60, Object.fromEntries(variables))).toEqual([
      '/neuron/mqtt/write/req',
      '{"uuid":"c-1","node":"press-1","group":"fast","tag":"temperature","value":60}',
    ])
    expect(
      mapper.read('/neuron/mqtt/write/resp', toPayload({ uuid: 'c-1', error: 3001 }), receivedAt).acknowledgements,
    ).toEqual([{ device: null, point: 'temperature', id: 'c-1', isOk: false, code: '3001' }])
  })

  it('plain values and ESPHome', () => {
    const plain = createMapper({
      version: 1,
      topics: [{ id: 't', topic: 'plant/{device}/power' }],
      points: [{ point: 'value', type: 'decimal', sources: [{ topic: 't', path: '' }] }],
    })
    expect(describeFrames(plain.read('plant/meter7/power', toPayload('23.5'), receivedAt).frames)).toEqual([
      { device: 'meter7', at: received, values: { value: 23.5 } },
    ])
    const { read, command } = open('espHome')
    expect(read('greenhouse/sensor/humidity/state', 'nan')[0]?.values).toEqual({ humidity: [NaN, 'bad', 'noValue'] })
    expect(command('greenhouse', 'relay', true)).toEqual(['greenhouse/switch/relay/command', 'ON'])
  })

  it("Mimic's own frame", () => {
    const { mapper, read, command } = open('mimic')
    expect(
      read('p/works/d/tank-1/up/values', {
        at: receivedAt,
        v: { level: 2.5, running: true },
        q: { level: 'uncertain', running: 'bad' },
      })[0]?.values,
    ).toEqual({
      level: [2.5, 'uncertain', 'doubtful'],
      running: [1, 'bad', 'quality'],
    })
    expect(mapper.read('p/works/d/tank-1/up/state', toPayload({ online: true }), receivedAt).presence).toEqual([
      { device: 'tank-1', isOnline: true },
    ])
    expect(command('tank-1', 'level', 3, { project: 'works' })).toEqual([
      'p/works/d/tank-1/down/command',
      `{"id":"c-1","point":"level","value":3,"by":"mapping","expiresAt":${receivedAt + 1000}}`,
    ])
  })
})
