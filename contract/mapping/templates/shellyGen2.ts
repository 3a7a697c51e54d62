import { defineTemplate } from './define.ts'

/** A field of the first switch: from its status topic, or from a notification. */
const sources = (field: string) => [
  { topic: 'status', path: field, where: { component: 'switch:0' } },
  { topic: 'events', path: `params."switch:0".${field}` },
]

export const shellyGen2 = defineTemplate({
  id: 'shellyGen2',
  kind: 'mapping',
  words: { en: 'Shelly, second generation and later', zh: 'Shelly 第二代及以后' },
  description: {
    en:
      'Shelly Plus, Pro and later. Enable MQTT with "Generic status update over MQTT" or "RPC status ' +
      'notifications"; the topic prefix is the device.',
    zh: 'Shelly Plus、Pro 及后续系列。启用 MQTT，并打开“Generic status update over MQTT”或“RPC status notifications”；主题前缀即设备标识。',
  },
  setup: [
    {
      en: 'Open Settings, MQTT in the web page of the device and enable it.',
      zh: '在设备网页的 Settings、MQTT 中启用 MQTT。',
    },
    {
      en: 'Enter server and port as host:1883, user name and password of its credential. The MQTT prefix is the name in messages.',
      zh: '服务器填写“主机:1883”，并填写凭据的用户名和密码。MQTT prefix 即报文标识。',
    },
    {
      en: 'Enable "Generic status update over MQTT" and "RPC over MQTT", then restart the device.',
      zh: '打开“Generic status update over MQTT”和“RPC over MQTT”，然后重启设备。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      { id: 'status', topic: '{device}/status/{component}', format: 'json', everyS: 60 },
      { id: 'events', topic: '{device}/events/rpc', format: 'json', time: { path: 'params.ts', format: 'seconds' } },
      { id: 'online', topic: '{device}/online', format: 'text' },
    ],
    points: [
      {
        point: 'output',
        name: 'Output',
        type: 'bool',
        sources: sources('output'),
        command: {
          topic: '{device}/rpc',
          payload: {
            kind: 'json',
            json: { id: '{id}', src: 'plant', method: 'Switch.Set', params: { id: 0, on: '{value}' } },
          },
          confirm: { by: 'report', timeoutS: 10 },
        },
      },
      { point: 'power', name: 'Power', type: 'decimal', unit: 'W', sources: sources('apower') },
      { point: 'voltage', name: 'Voltage', type: 'decimal', unit: 'V', sources: sources('voltage') },
      { point: 'current', name: 'Current', type: 'decimal', unit: 'A', sources: sources('current') },
      { point: 'energy', name: 'Energy', type: 'decimal', unit: 'Wh', sources: sources('aenergy.total') },
      {
        point: 'energyLastMinute',
        name: 'Energy of the last minute',
        type: 'decimal',
        unit: 'mWh',
        sources: sources('aenergy.by_minute[0]'),
      },
      {
        point: 'deviceTemperature',
        name: 'Device temperature',
        type: 'decimal',
        unit: '°C',
        sources: sources('temperature.tC'),
      },
      {
        point: 'signal',
        name: 'Signal',
        type: 'decimal',
        unit: 'dBm',
        sources: [
          { topic: 'status', path: 'rssi', where: { component: 'wifi' } },
          { topic: 'events', path: 'params.wifi.rssi' },
        ],
      },
    ],
    presence: { topics: [{ topic: 'online', path: '', online: ['true'], offline: ['false'] }] },
  },
  samples: [
    {
      topic: 'shellypro1pm-30c6f7/status/switch:0',
      payload: {
        id: 0,
        source: 'http',
        output: false,
        apower: 0,
        voltage: 229.8,
        aenergy: { total: 11.5, by_minute: [0, 0, 3.2], minute_ts: 1777881600 },
        temperature: { tC: 36.1, tF: 97 },
      },
    },
    {
      topic: 'shellypro1pm-30c6f7/events/rpc',
      payload: {
        src: 'shellypro1pm-30c6f7',
        method: 'NotifyStatus',
        params: { ts: 1777881630.5, 'switch:0': { id: 0, output: true, apower: 42.1 } },
      },
    },
    { topic: 'shellypro1pm-30c6f7/status/wifi', payload: { sta_ip: '192.0.2.10', status: 'got ip', rssi: -61 } },
    { topic: 'shellypro1pm-30c6f7/online', payload: 'false' },
  ],
})
