import { defineTemplate } from './define.ts'

const number = (point: string, name: string, path: string, unit?: string) => ({
  point,
  name,
  type: 'decimal' as const,
  ...(unit === undefined ? {} : { unit }),
  sources: [{ topic: 'up', path }],
})

export const theThingsNetworkV3 = defineTemplate({
  id: 'theThingsNetworkV3',
  kind: 'mapping',
  words: { en: 'The Things Network v3', zh: 'The Things Network v3' },
  description: {
    en:
      'LoRaWAN devices of The Things Stack (v3) with its MQTT integration. The payload formatter gives the fields ' +
      'of "decoded_payload"; without one, choose a decoder for "frm_payload".',
    zh: '通过 The Things Stack（v3）的 MQTT 集成接入的 LoRaWAN 设备。其载荷格式化器产生 decoded_payload 中的字段；没有时，请为 frm_payload 选择解码器。',
  },
  setup: [
    {
      en: 'The Things Stack has a broker of its own. Set MQTT_URL of this server to it, with the API key as password, or bridge the topics v3/# with an MQTT bridge.',
      zh: 'The Things Stack 自带代理。将本服务器的 MQTT_URL 设为该代理并以 API 密钥为密码，或用 MQTT 桥接转发 v3/#。',
    },
    {
      en: 'Add a payload formatter to the application, or choose a decoder for uplink_message.frm_payload in the mapping.',
      zh: '为应用添加载荷格式化器，或在映射中为 uplink_message.frm_payload 选择解码器。',
    },
    { en: 'The name in messages is the device ID.', zh: '报文标识为设备 ID。' },
  ],
  mapping: {
    version: 1,
    topics: [
      {
        id: 'up',
        topic: 'v3/{application}/devices/{device}/up',
        format: 'json',
        time: { path: 'received_at', format: 'iso' },
        everyS: 3600,
      },
      { id: 'ack', topic: 'v3/{application}/devices/{device}/down/ack', format: 'json' },
    ],
    points: [
      number('temperature', 'Temperature', 'uplink_message.decoded_payload.temperature', '°C'),
      number('humidity', 'Humidity', 'uplink_message.decoded_payload.humidity', '%'),
      number('luminosity', 'Luminosity', 'uplink_message.decoded_payload.luminosity'),
      number('signal', 'Signal', 'uplink_message.rx_metadata[0].rssi', 'dBm'),
      {
        point: 'output',
        name: 'Output',
        type: 'bool',
        sources: [{ topic: 'up', path: 'uplink_message.decoded_payload.output' }],
        command: {
          topic: 'v3/{application}/devices/{device}/down/push',
          bytes: { length: 1, kind: 'unsigned', encoding: 'base64' },
          payload: {
            kind: 'json',
            json: { downlinks: [{ f_port: 1, frm_payload: '{bytes}', priority: 'NORMAL', confirmed: true }] },
          },
          confirm: { by: 'acknowledgement', timeoutS: 60, topic: 'ack', path: 'downlink_ack' },
        },
      },
    ],
  },
  samples: [
    {
      topic: 'v3/farm@ttn/devices/soil-3/up',
      payload: {
        end_device_ids: { device_id: 'soil-3' },
        received_at: '2026-05-04T06:15:30.5Z',
        uplink_message: {
          f_cnt: 9,
          f_port: 1,
          frm_payload: 'AQID',
          decoded_payload: { temperature: 12.5, humidity: 40 },
          rx_metadata: [{ rssi: -110, snr: -2 }],
        },
      },
    },
    {
      topic: 'v3/farm@ttn/devices/soil-3/down/ack',
      payload: { end_device_ids: { device_id: 'soil-3' }, downlink_ack: { f_port: 1, f_cnt: 2 } },
    },
  ],
})
