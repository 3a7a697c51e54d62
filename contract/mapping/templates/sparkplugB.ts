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
  filter: 'spBv1.0/#',
  samples: [],
})
