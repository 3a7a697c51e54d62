import { defineTemplate } from './define.ts'

const sensor = (object: string, name: string, unit: string) => ({
  point: object,
  name,
  type: 'decimal' as const,
  unit,
  conversion: { noValue: ['nan'], text: 'point' as const },
  sources: [{ topic: 'state', path: '', where: { component: 'sensor', object } }],
})

export const espHome = defineTemplate({
  id: 'espHome',
  kind: 'mapping',
  words: { en: 'ESPHome', zh: 'ESPHome' },
  description: {
    en:
      'ESPHome devices with the mqtt component. Each entity has a topic of its own; add points by the name of the ' +
      'entity.',
    zh: '启用 mqtt 组件的 ESPHome 设备。每个实体有独立的主题，请按实体名称添加点位。',
  },
  setup: [
    {
      en: 'Add the component mqtt with broker, username and password of the credential to the configuration of the node.',
      zh: '在节点配置中添加 mqtt 组件，填写 broker 以及凭据的 username 和 password。',
    },
    {
      en: 'topic_prefix is the name in messages; without it, the name of the node counts.',
      zh: 'topic_prefix 即报文标识；未设置时为节点名称。',
    },
    {
      en: 'Remove the component api, or set reboot_timeout: 0s, so that the node does not restart without Home Assistant.',
      zh: '去掉 api 组件，或设置 reboot_timeout: 0s，避免没有 Home Assistant 时节点反复重启。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      { id: 'state', topic: '{device}/{component}/{object}/state', format: 'text', everyS: 60 },
      { id: 'status', topic: '{device}/status', format: 'text' },
    ],
    points: [
      sensor('temperature', 'Temperature', '°C'),
      sensor('humidity', 'Humidity', '%'),
      sensor('pressure', 'Pressure', 'hPa'),
      {
        point: 'relay',
        name: 'Relay',
        type: 'bool',
        conversion: { words: { on: ['ON'], off: ['OFF'] } },
        sources: [{ topic: 'state', path: '', where: { component: 'switch', object: 'relay' } }],
        command: {
          topic: '{device}/switch/relay/command',
          payload: { kind: 'text', text: '{value}' },
          confirm: { by: 'report', timeoutS: 10 },
        },
      },
      {
        point: 'motion',
        name: 'Motion',
        type: 'bool',
        conversion: { words: { on: ['ON'], off: ['OFF'] } },
        sources: [{ topic: 'state', path: '', where: { component: 'binary_sensor', object: 'motion' } }],
      },
    ],
    presence: { topics: [{ topic: 'status', path: '', online: ['online'], offline: ['offline'] }] },
  },
  samples: [
    { topic: 'greenhouse/sensor/temperature/state', payload: '24.7' },
    { topic: 'greenhouse/sensor/humidity/state', payload: 'nan' },
    { topic: 'greenhouse/switch/relay/state', payload: 'OFF' },
    { topic: 'greenhouse/status', payload: 'online' },
  ],
})
