import { defineTemplate } from './define.ts'

/** The value of one tag, with its own time and quality. */
const tag = (id: string) => ({
  sources: [{ topic: 'values', path: `values[?id=="${id}"].v` }],
  time: { path: `values[?id=="${id}"].t`, format: 'milliseconds' as const },
  quality: { path: `values[?id=="${id}"].q`, good: [true] },
})

export const kepServerEx = defineTemplate({
  id: 'kepServerEx',
  kind: 'mapping',
  words: { en: 'KEPServerEX IoT Gateway', zh: 'KEPServerEX IoT Gateway' },
  description: {
    en:
      "MQTT agent of KEPServerEX's IoT Gateway with the standard template and the topic iotgateway/<device>. Add a " +
      'point for each tag by its full id.',
    zh: 'KEPServerEX IoT Gateway 的 MQTT 客户端，使用标准模板，主题为 iotgateway/<设备>。请按标签的完整标识添加点位。',
  },
  setup: [
    {
      en: 'Add an MQTT client agent under IoT Gateway with the URL tcp://host:1883, user name and password of the credential.',
      zh: '在 IoT Gateway 下添加 MQTT 客户端，URL 为 tcp://主机:1883，并填写凭据的用户名和密码。',
    },
    {
      en: 'Set the topic to iotgateway/<device> and keep the standard template with the array values.',
      zh: '主题设为 iotgateway/<设备>，保留含 values 数组的标准模板。',
    },
    {
      en: 'Add the tags to the agent. Add a point for each tag by its full id, such as Channel1.Press1.Speed.',
      zh: '将标签加入该客户端，并按标签的完整标识（如 Channel1.Press1.Speed）添加点位。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      {
        id: 'values',
        topic: 'iotgateway/{device}',
        format: 'json',
        time: { path: 'timestamp', format: 'milliseconds' },
      },
    ],
    ignore: ['iotgateway/write'],
    points: [
      {
        point: 'speed',
        name: 'Speed',
        type: 'decimal',
        ...tag('Channel1.Press1.Speed'),
        command: {
          topic: 'iotgateway/write',
          payload: { kind: 'json', json: [{ id: 'Channel1.Press1.Speed', v: '{value}' }] },
          confirm: { by: 'report', timeoutS: 10, tolerance: 0.001 },
        },
      },
      { point: 'mode', name: 'Mode', type: 'string', ...tag('Channel1.Press1.Mode') },
    ],
  },
  samples: [
    {
      topic: 'iotgateway/hall2',
      payload: {
        timestamp: 1777875331000,
        values: [
          { id: 'Channel1.Press1.Speed', v: 17.5, q: true, t: 1777875330123 },
          { id: 'Channel1.Press1.Mode', v: 'manual', q: false, t: 1777875330500 },
        ],
      },
    },
  ],
})
