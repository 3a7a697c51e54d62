import { defineTemplate } from './define.ts'

export const sparkplugB = defineTemplate({
  id: 'sparkplugB',
  kind: 'sparkplug',
  words: { en: 'Sparkplug B', zh: 'Sparkplug B' },
  description: {
    en:
      'Edge nodes and devices with Sparkplug B. Their birth messages declare the points; Mimic takes part as host ' +
      'application.',
    zh: '采用 Sparkplug B 的边缘节点和设备。点位由其出生消息声明，Mimic 作为主机应用参与。',
  },
  setup: [
    {
      en: 'Enter host, port 1883, user name and password of the credential of a gateway in the edge node.',
      zh: '在边缘节点中填写主机、端口 1883 以及网关凭据的用户名和密码。',
    },
    {
      en: 'Set group ID and edge node ID. The name in messages is group/node or group/node/device.',
      zh: '设置组 ID 和边缘节点 ID。报文标识为“组/节点”或“组/节点/设备”。',
    },
    {
      en: 'If the edge node waits for a primary host, enter the host ID that this server publishes under spBv1.0/STATE.',
      zh: '若边缘节点等待主机应用，请填写本服务器在 spBv1.0/STATE 下发布的主机 ID。',
    },
  ],
  filter: 'spBv1.0/#',
  samples: [],
})
