import { defineTemplate } from './define.ts'

const decoded = (point: string, name: string, unit?: string) => ({
  point,
  name,
  type: 'decimal' as const,
  ...(unit === undefined ? {} : { unit }),
  sources: [{ topic: 'uplink', path: `$decoded.${point}` }],
})

export const milesight = defineTemplate({
  id: 'milesight',
  kind: 'mapping',
  words: { en: 'Milesight', zh: '星纵物联（Milesight）' },
  description: {
    en:
      "Milesight LoRaWAN sensors behind a UG gateway. In the gateway's application, set the uplink topic " +
      '/milesight/uplink/$deveui and the downlink topic /milesight/downlink/$deveui.',
    zh:
      '通过 UG 系列网关接入的 Milesight LoRaWAN 传感器。请在网关应用中将上行主题设为 /milesight/uplink/$deveui，下行主题设为 ' +
      '/milesight/downlink/$deveui。',
  },
  setup: [
    {
      en: 'Open Network Server, Applications in the gateway and add the transmission MQTT.',
      zh: '在网关的 Network Server、Applications 中添加 MQTT 数据传输。',
    },
    {
      en: 'Enter host, port 1883, user name and password of the credential of a gateway, and list the sensors in that credential.',
      zh: '填写主机、端口 1883 以及网关凭据的用户名和密码，并在该凭据中列出传感器。',
    },
    {
      en: 'Set the uplink topic /milesight/uplink/$deveui and the downlink topic /milesight/downlink/$deveui.',
      zh: '将上行主题设为 /milesight/uplink/$deveui，下行主题设为 /milesight/downlink/$deveui。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      {
        id: 'uplink',
        topic: '/milesight/uplink/{device}',
        format: 'json',
        time: { path: 'time', format: 'iso' },
        everyS: 3600,
        decoder: { kind: 'codec', codec: 'milesight', path: 'data', encoding: 'base64', port: 'fPort' },
      },
    ],
    points: [
      decoded('temperature', 'Temperature', '°C'),
      decoded('humidity', 'Humidity', '%'),
      decoded('co2', 'CO₂', 'ppm'),
      decoded('pressure', 'Pressure', 'hPa'),
      decoded('tvoc', 'TVOC'),
      decoded('distance', 'Distance', 'mm'),
      decoded('battery', 'Battery', '%'),
      { point: 'magnet', name: 'Contact', type: 'bool', sources: [{ topic: 'uplink', path: '$decoded.magnet' }] },
      { point: 'leak', name: 'Leak', type: 'bool', sources: [{ topic: 'uplink', path: '$decoded.leak' }] },
      {
        point: 'signal',
        name: 'Signal',
        type: 'decimal',
        unit: 'dBm',
        sources: [{ topic: 'uplink', path: 'rxInfo[0].rssi' }],
      },
      {
        point: 'output',
        name: 'Output 1',
        type: 'bool',
        sources: [],
        command: {
          topic: '/milesight/downlink/{device}',
          bytes: { before: '09', length: 1, after: '00ff', kind: 'unsigned', encoding: 'base64' },
          payload: { kind: 'json', json: { confirmed: true, fport: 85, data: '{bytes}' } },
        },
      },
    ],
  },
  samples: [
    {
      topic: '/milesight/uplink/24e124136b502217',
      payload: {
        applicationID: '1',
        deviceName: 'office',
        devEUI: '24e124136b502217',
        time: '2026-05-04T06:15:30.123Z',
        fCnt: 4,
        fPort: 85,
        data: 'AXVkA2cKAQRogg==',
        rxInfo: [{ mac: '24e124fffef79114', rssi: -61, loRaSNR: 9.8 }],
      },
    },
  ],
})
