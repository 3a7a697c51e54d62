import { defineTemplate } from './define.ts'

const quality = (point: string) => ({ path: `q.${point}`, good: ['good'], uncertain: ['uncertain'] })

export const mimic = defineTemplate({
  id: 'mimic',
  kind: 'mapping',
  words: { en: "Mimic's own frame", zh: 'Mimic 自有格式' },
  description: {
    en:
      "Devices that send Mimic's own JSON frame. Such devices need no mapping on their own topics; use this where " +
      'they send it on others.',
    zh: '以 Mimic 自有 JSON 帧上报的设备。使用自有主题时无需映射；若以其他主题上报，可用此模板。',
  },
  setup: [
    {
      en: 'Publish the frame to p/{project}/d/{device}/up/values; such devices need no mapping.',
      zh: '将消息帧发布到 p/{project}/d/{device}/up/values，此类设备无需映射。',
    },
    {
      en: 'Use this template as a start if a device sends the frame on topics of its own.',
      zh: '若设备以其他主题发送该帧，可以此模板为起点修改。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      { id: 'values', topic: 'p/{project}/d/{device}/up/values', format: 'json', time: { path: 'at' } },
      { id: 'state', topic: 'p/{project}/d/{device}/up/state', format: 'json' },
      { id: 'ack', topic: 'p/{project}/d/{device}/up/ack', format: 'json' },
    ],
    points: [
      {
        point: 'level',
        name: 'Level',
        type: 'decimal',
        unit: 'm',
        sources: [{ topic: 'values', path: 'v.level' }],
        quality: quality('level'),
        command: {
          topic: 'p/{project}/d/{device}/down/command',
          qos: 1,
          payload: {
            kind: 'json',
            json: { id: '{id}', point: '{point}', value: '{value}', by: 'mapping', expiresAt: '{expiresAt}' },
          },
          confirm: {
            by: 'acknowledgement',
            timeoutS: 30,
            topic: 'ack',
            path: 'ok',
            ok: [true],
            id: 'id',
            code: 'code',
          },
        },
      },
      {
        point: 'running',
        name: 'Running',
        type: 'bool',
        sources: [{ topic: 'values', path: 'v.running' }],
        quality: quality('running'),
      },
    ],
    presence: { topics: [{ topic: 'state', path: 'online', online: [true], offline: [false] }], will: true },
  },
  samples: [
    {
      topic: 'p/works/d/tank-1/up/values',
      payload: { at: 1777875330123, v: { level: 2.4, running: true }, q: { level: 'uncertain' } },
    },
    { topic: 'p/works/d/tank-1/up/state', payload: { online: false, at: 1777875330123 } },
    { topic: 'p/works/d/tank-1/up/ack', payload: { id: 'c-1', ok: false, code: 'interlock', at: 1777875330123 } },
  ],
})
