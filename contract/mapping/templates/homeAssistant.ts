import { defineTemplate } from './define.ts'

export const homeAssistant = defineTemplate({
  id: 'homeAssistant',
  kind: 'discovery',
  words: { en: 'Home Assistant discovery', zh: 'Home Assistant 自动发现' },
  description: {
    en:
      'Devices that describe themselves for Home Assistant. Their points, units and commands are read from the ' +
      'description.',
    zh: '向 Home Assistant 自我描述的设备。点位、单位和控制命令由其描述自动生成。',
  },
  setup: [
    {
      en: 'Let the device or its bridge publish discovery messages under homeassistant/, retained.',
      zh: '让设备或其网桥在 homeassistant/ 下发布保留的自动发现消息。',
    },
    {
      en: 'Enter address, port 1883, user name and password of its credential in the device or bridge.',
      zh: '在设备或网桥中填写地址、端口 1883 以及凭据的用户名和密码。',
    },
    {
      en: 'Restart it, so that it publishes its description again while the page is open.',
      zh: '在页面打开时重启，使其重新发布描述。',
    },
  ],
  filter: 'homeassistant/#',
  samples: [
    {
      topic: 'homeassistant/sensor/attic/temperature/config',
      payload: {
        name: 'Temperature',
        unique_id: 'attic_temperature',
        state_topic: 'attic/climate',
        value_template: '{{ value_json.temperature | round(1) }}',
        unit_of_measurement: '°C',
        device_class: 'temperature',
        device: { identifiers: ['attic'], name: 'Attic' },
      },
    },
  ],
})
