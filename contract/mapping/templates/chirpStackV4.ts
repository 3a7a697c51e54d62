import { defineTemplate } from './define.ts'

const number = (point: string, name: string, path: string, unit?: string) => ({
  point,
  name,
  type: 'decimal' as const,
  ...(unit === undefined ? {} : { unit }),
  sources: [{ topic: 'up', path }],
})

export const chirpStackV4 = defineTemplate({
  id: 'chirpStackV4',
  kind: 'mapping',
  words: { en: 'ChirpStack v4', zh: 'ChirpStack v4' },
  description: {
    en:
      'LoRaWAN devices of a ChirpStack server with its MQTT integration in JSON. The codec of the device profile ' +
      'gives the fields of "object"; without one, choose a decoder here.',
    zh: '通过 ChirpStack 的 MQTT 集成（JSON）接入的 LoRaWAN 设备。设备配置中的编解码器产生 object 中的字段；没有编解码器时，请在此选择解码器。',
  },
  setup: [
    {
      en: 'In chirpstack.toml, set [integration] enabled = ["mqtt"] and, under [integration.mqtt], json = true, server, username and password of the credential of a gateway.',
      zh: '在 chirpstack.toml 中设置 [integration] enabled = ["mqtt"]，并在 [integration.mqtt] 中设置 json = true、server 以及网关凭据的 username 和 password。',
    },
    {
      en: 'List the devices in the credential of the gateway. The name in messages is the device EUI.',
      zh: '在网关凭据中列出这些设备。报文标识为设备 EUI。',
    },
    {
      en: 'Give the device profile a codec, or choose a decoder for the path data in the mapping.',
      zh: '为设备配置设置编解码器，或在映射中为路径 data 选择解码器。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      {
        id: 'up',
        topic: 'application/{application}/device/{device}/event/up',
        format: 'json',
        time: { path: 'time', format: 'iso' },
        everyS: 3600,
      },
      {
        id: 'status',
        topic: 'application/{application}/device/{device}/event/status',
        format: 'json',
        time: { path: 'time', format: 'iso' },
      },
      { id: 'ack', topic: 'application/{application}/device/{device}/event/ack', format: 'json' },
    ],
    points: [
      number('temperature', 'Temperature', 'object.temperature', '°C'),
      number('humidity', 'Humidity', 'object.humidity', '%'),
      number('signal', 'Signal', 'rxInfo[0].rssi', 'dBm'),
      number('signalToNoise', 'Signal to noise', 'rxInfo[0].snr', 'dB'),
      { point: 'frameCounter', name: 'Frame counter', type: 'integer', sources: [{ topic: 'up', path: 'fCnt' }] },
      {
        point: 'battery',
        name: 'Battery',
        type: 'decimal',
        unit: '%',
        sources: [
          { topic: 'status', path: 'batteryLevel' },
          { topic: 'up', path: 'object.battery' },
        ],
      },
      {
        point: 'output',
        name: 'Output',
        type: 'bool',
        sources: [{ topic: 'up', path: 'object.output' }],
        command: {
          topic: 'application/{application}/device/{device}/command/down',
          bytes: { length: 1, kind: 'unsigned', encoding: 'base64' },
          payload: { kind: 'json', json: { devEui: '{device}', confirmed: true, fPort: 10, data: '{bytes}' } },
          confirm: { by: 'acknowledgement', timeoutS: 60, topic: 'ack', path: 'acknowledged', ok: [true] },
        },
      },
    ],
  },
  samples: [
    {
      topic: 'application/6f0c/device/a84041ffff1d2e01/event/up',
      payload: {
        time: '2026-05-04T06:15:30.123456789+00:00',
        deviceInfo: { deviceName: 'cold store', devEui: 'a84041ffff1d2e01' },
        fCnt: 17,
        fPort: 2,
        data: 'AWcA5w==',
        object: { temperature: 3.4, humidity: 71 },
        rxInfo: [{ gatewayId: '0016c001', rssi: -97, snr: 7.5 }],
      },
    },
    { topic: 'application/6f0c/device/a84041ffff1d2e01/event/ack', payload: { acknowledged: true, queueItemId: '7b' } },
  ],
})
