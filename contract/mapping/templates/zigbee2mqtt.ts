import { defineTemplate } from './define.ts'

const number = (point: string, name: string, path: string, unit?: string) => ({
  point,
  name,
  type: 'decimal' as const,
  ...(unit === undefined ? {} : { unit }),
  sources: [{ topic: 'device', path }],
})
const flag = (point: string, name: string, path: string) => ({
  point,
  name,
  type: 'bool' as const,
  sources: [{ topic: 'device', path }],
})

export const zigbee2mqtt = defineTemplate({
  id: 'zigbee2mqtt',
  kind: 'mapping',
  words: { en: 'Zigbee2MQTT', zh: 'Zigbee2MQTT' },
  description: {
    en:
      'Zigbee devices behind Zigbee2MQTT with output "json". The friendly name is the device; spaces and / are ' +
      'allowed. Set last_seen to an ISO format for source times.',
    zh: '通过 Zigbee2MQTT 接入的 Zigbee 设备，输出格式为 json。以友好名称作为设备标识，可含空格和 /。如需时间戳，请将 last_seen 设为 ISO 格式。',
  },
  setup: [
    {
      en: 'Set mqtt: server, user and password in configuration.yaml to this server and to the credential of a gateway.',
      zh: '在 configuration.yaml 的 mqtt 中将 server、user、password 设为本服务器和网关凭据。',
    },
    {
      en: 'List the devices in the credential of the gateway, because Zigbee2MQTT publishes for all of them.',
      zh: 'Zigbee2MQTT 代所有设备上报，请在网关凭据中列出这些设备。',
    },
    {
      en: 'Set advanced: output json and last_seen ISO_8601. Friendly names are the names in messages.',
      zh: '在 advanced 中设置 output: json、last_seen: ISO_8601。友好名称即报文标识。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      { id: 'device', topic: 'zigbee2mqtt/{device+}', format: 'json', time: { path: 'last_seen' } },
      { id: 'availability', topic: 'zigbee2mqtt/{device+}/availability' },
    ],
    ignore: ['zigbee2mqtt/bridge/#', 'zigbee2mqtt/{device+}/set', 'zigbee2mqtt/{device+}/get'],
    points: [
      {
        point: 'state',
        name: 'State',
        type: 'bool',
        sources: [{ topic: 'device', path: 'state' }],
        conversion: { words: { on: ['ON'], off: ['OFF'] } },
        command: {
          topic: 'zigbee2mqtt/{device+}/set',
          payload: { kind: 'json', json: { state: '{value}' } },
          confirm: { by: 'report', timeoutS: 10 },
        },
      },
      {
        ...number('brightness', 'Brightness', 'brightness'),
        command: {
          topic: 'zigbee2mqtt/{device+}/set',
          payload: { kind: 'json', json: { brightness: '{value}' } },
          confirm: { by: 'report', timeoutS: 10, tolerance: 1 },
        },
      },
      number('power', 'Power', 'power', 'W'),
      number('voltage', 'Voltage', 'voltage', 'V'),
      number('current', 'Current', 'current', 'A'),
      number('energy', 'Energy', 'energy', 'kWh'),
      number('temperature', 'Temperature', 'temperature', '°C'),
      number('humidity', 'Humidity', 'humidity', '%'),
      number('pressure', 'Pressure', 'pressure', 'hPa'),
      number('battery', 'Battery', 'battery', '%'),
      number('deviceTemperature', 'Device temperature', 'device_temperature', '°C'),
      number('linkQuality', 'Link quality', 'linkquality'),
      flag('contact', 'Contact', 'contact'),
      flag('occupancy', 'Occupancy', 'occupancy'),
      flag('waterLeak', 'Water leak', 'water_leak'),
    ],
    presence: {
      topics: [
        { topic: 'availability', path: 'state', online: ['online'], offline: ['offline'] },
        { topic: 'availability', path: '', online: ['online'], offline: ['offline'] },
      ],
    },
  },
  samples: [
    {
      topic: 'zigbee2mqtt/hall/ceiling lamp',
      payload: {
        state: 'OFF',
        brightness: 128,
        linkquality: 87,
        voltage: null,
        last_seen: '2026-05-04T08:15:30+02:00',
      },
    },
    { topic: 'zigbee2mqtt/hall/ceiling lamp/availability', payload: { state: 'online' } },
  ],
})
