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
