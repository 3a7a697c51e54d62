import { defineTemplate } from './define.ts'

export const shellyGen1 = defineTemplate({
  id: 'shellyGen1',
  kind: 'mapping',
  words: { en: 'Shelly, first generation', zh: 'Shelly 第一代' },
  description: {
    en:
      "Shelly 1, 1PM, Plug, 2.5, EM and H&T. Enable MQTT in the device's settings; each value has a topic of its " +
      'own.',
    zh: 'Shelly 1、1PM、Plug、2.5、EM、H&T。在设备设置中启用 MQTT；每个数值有独立的主题。',
  },
  setup: [
    {
      en: 'Open Internet & Security, Advanced - Developer settings and enable MQTT.',
      zh: '在设备网页的 Internet & Security、Advanced - Developer settings 中启用 MQTT。',
    },
    {
      en: 'Enter server as host:1883, user name and password of its credential. This switches off the cloud of the maker.',
      zh: '服务器填写“主机:1883”，并填写凭据的用户名和密码。启用后厂商云服务将关闭。',
    },
    {
      en: 'The name in messages is the device ID, such as shellyplug-s-6A7F12.',
      zh: '报文标识为设备 ID，例如 shellyplug-s-6A7F12。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      { id: 'relay', topic: 'shellies/{device}/relay/{channel}', format: 'text', everyS: 60 },
      { id: 'meter', topic: 'shellies/{device}/relay/{channel}/{quantity}', format: 'text', everyS: 60 },
      { id: 'sensor', topic: 'shellies/{device}/sensor/{quantity}', format: 'text' },
      { id: 'temperature', topic: 'shellies/{device}/temperature', format: 'text', everyS: 60 },
      { id: 'online', topic: 'shellies/{device}/online', format: 'text' },
    ],
    ignore: ['shellies/{device}/relay/{channel}/command'],
    points: [
      {
        point: 'relay',
        name: 'Relay',
        type: 'bool',
        conversion: { words: { on: ['on'], off: ['off', 'overpower'] } },
        sources: [{ topic: 'relay', path: '', where: { channel: '0' } }],
        command: {
          topic: 'shellies/{device}/relay/0/command',
          payload: { kind: 'text', text: '{value}' },
          confirm: { by: 'report', timeoutS: 10 },
        },
      },
      {
        point: 'power',
        name: 'Power',
        type: 'decimal',
        unit: 'W',
        sources: [{ topic: 'meter', path: '', where: { channel: '0', quantity: 'power' } }],
      },
      {
        // Counted in watt-minutes.
        point: 'energy',
        name: 'Energy',
        type: 'decimal',
        unit: 'kWh',
        sources: [{ topic: 'meter', path: '', where: { channel: '0', quantity: 'energy' } }],
        conversion: { factor: 1 / 60_000 },
      },
      {
        point: 'deviceTemperature',
        name: 'Device temperature',
        type: 'decimal',
        unit: '°C',
        sources: [{ topic: 'temperature', path: '' }],
      },
      {
        point: 'temperature',
        name: 'Temperature',
        type: 'decimal',
        unit: '°C',
        sources: [{ topic: 'sensor', path: '', where: { quantity: 'temperature' } }],
      },
      {
        point: 'humidity',
        name: 'Humidity',
        type: 'decimal',
        unit: '%',
        sources: [{ topic: 'sensor', path: '', where: { quantity: 'humidity' } }],
      },
      {
        point: 'battery',
        name: 'Battery',
        type: 'decimal',
        unit: '%',
        sources: [{ topic: 'sensor', path: '', where: { quantity: 'battery' } }],
      },
    ],
    presence: { topics: [{ topic: 'online', path: '', online: ['true'], offline: ['false'] }] },
  },
  samples: [
    { topic: 'shellies/shelly1pm-98CDAC/relay/0', payload: 'on' },
    { topic: 'shellies/shelly1pm-98CDAC/relay/0/power', payload: '61.57' },
    { topic: 'shellies/shelly1pm-98CDAC/relay/0/energy', payload: '120000' },
    { topic: 'shellies/shellyht-2A77D0/sensor/temperature', payload: '19.25' },
    { topic: 'shellies/shelly1pm-98CDAC/online', payload: 'true' },
  ],
})
