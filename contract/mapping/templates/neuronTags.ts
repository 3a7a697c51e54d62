import { defineTemplate } from './define.ts'

export const neuronTags = defineTemplate({
  id: 'neuronTags',
  kind: 'mapping',
  words: { en: 'Neuron, tags format', zh: 'Neuron（tags 格式）' },
  description: {
    en:
      'EMQ Neuron with an MQTT application in "tags-format". The southbound node is the device; add a point for ' +
      'each tag.',
    zh: 'EMQ Neuron 的 MQTT 北向应用，上报格式为 tags-format。南向节点即设备，请为每个标签添加一个点位。',
  },
  setup: [
    {
      en: 'Add a northbound application MQTT in Neuron with host, port 1883, user name and password of the credential of a gateway.',
      zh: '在 Neuron 中添加北向应用 MQTT，填写主机、端口 1883 以及网关凭据的用户名和密码。',
    },
    {
      en: 'Choose the upload format tags-format and subscribe the application to the groups of the southbound nodes.',
      zh: '上报格式选择 tags-format，并将南向节点的组订阅到该应用。',
    },
    {
      en: 'The name in messages is the southbound node; list the nodes in the credential.',
      zh: '报文标识为南向节点名称，请在凭据中列出这些节点对应的设备。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      {
        id: 'upload',
        topic: '/neuron/{application}/{node}/{group}',
        format: 'json',
        device: { from: 'path', path: 'node' },
        time: { path: 'timestamp', format: 'milliseconds' },
      },
      { id: 'written', topic: '/neuron/{application}/write/resp', format: 'json', device: { from: 'none' } },
    ],
    ignore: ['/neuron/{application}/write/req', '/neuron/{application}/read/+'],
    points: [
      {
        point: 'temperature',
        name: 'Temperature',
        type: 'decimal',
        sources: [{ topic: 'upload', path: 'tags[?name=="temperature"].value' }],
        quality: { path: 'tags[?name=="temperature"].error', good: [0] },
        command: {
          topic: '/neuron/{application}/write/req',
          payload: {
            kind: 'json',
            json: { uuid: '{id}', node: '{device}', group: '{group}', tag: 'temperature', value: '{value}' },
          },
          confirm: {
            by: 'acknowledgement',
            timeoutS: 10,
            topic: 'written',
            path: 'error',
            ok: [0],
            id: 'uuid',
            code: 'error',
          },
        },
      },
      {
        point: 'running',
        name: 'Running',
        type: 'bool',
        sources: [{ topic: 'upload', path: 'tags[?name=="running"].value' }],
        quality: { path: 'tags[?name=="running"].error', good: [0] },
      },
    ],
  },
  samples: [
    {
      topic: '/neuron/mqtt/press-1/fast',
      payload: {
        node: 'press-1',
        group: 'fast',
        timestamp: 1777875330123,
        tags: [
          { name: 'temperature', value: 61.5 },
          { name: 'running', error: 3002 },
        ],
      },
    },
    { topic: '/neuron/mqtt/write/resp', payload: { uuid: 'c-1', error: 3001 } },
  ],
})
