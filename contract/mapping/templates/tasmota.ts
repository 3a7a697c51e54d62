import { defineTemplate } from './define.ts'

const onOff = { on: ['ON'], off: ['OFF'] }

export const tasmota = defineTemplate({
  id: 'tasmota',
  kind: 'mapping',
  words: { en: 'Tasmota', zh: 'Tasmota' },
  description: {
    en:
      'Plugs, relays and sensors with Tasmota firmware and its usual full topic %prefix%/%topic%/. Times have no ' +
      "zone; the project's applies.",
    zh: '使用 Tasmota 固件的插座、继电器和传感器，主题格式为默认的 %prefix%/%topic%/。时间不带时区，按项目时区处理。',
  },
  setup: [
    { en: 'Open Configuration, Configure MQTT on the device.', zh: '在设备页面打开“配置”“配置 MQTT”。' },
    {
      en: 'Enter host, port 1883, user name and password of its credential. Topic is the name in messages; Full Topic stays %prefix%/%topic%/.',
      zh: '填写主机、端口 1883 以及凭据的用户名和密码。Topic 即报文标识，Full Topic 保持 %prefix%/%topic%/。',
    },
    {
      en: 'For energy meters, set TelePeriod in the console of the device, for example TelePeriod 60.',
      zh: '计量插座可在设备控制台设置上报间隔，例如 TelePeriod 60。',
    },
  ],
  mapping: {
    version: 1,
    topics: [
      {
        id: 'sensor',
        topic: 'tele/{device}/SENSOR',
        format: 'json',
        time: { path: 'Time', format: 'iso' },
        everyS: 300,
      },
      { id: 'state', topic: 'tele/{device}/STATE', format: 'json', time: { path: 'Time', format: 'iso' }, everyS: 300 },
      { id: 'result', topic: 'stat/{device}/RESULT', format: 'json' },
      { id: 'power', topic: 'stat/{device}/POWER', format: 'text' },
      { id: 'lwt', topic: 'tele/{device}/LWT', format: 'text' },
    ],
    points: [
      {
        point: 'power',
        name: 'Power',
        type: 'decimal',
        unit: 'W',
        sources: [{ topic: 'sensor', path: 'ENERGY.Power' }],
      },
      {
        point: 'voltage',
        name: 'Voltage',
        type: 'decimal',
        unit: 'V',
        sources: [{ topic: 'sensor', path: 'ENERGY.Voltage' }],
      },
      {
        point: 'current',
        name: 'Current',
        type: 'decimal',
        unit: 'A',
        sources: [{ topic: 'sensor', path: 'ENERGY.Current' }],
      },
      {
        point: 'powerFactor',
        name: 'Power factor',
        type: 'decimal',
        sources: [{ topic: 'sensor', path: 'ENERGY.Factor' }],
      },
      {
        point: 'energyToday',
        name: 'Energy today',
        type: 'decimal',
        unit: 'kWh',
        sources: [{ topic: 'sensor', path: 'ENERGY.Today' }],
      },
      {
        point: 'energyTotal',
        name: 'Energy',
        type: 'decimal',
        unit: 'kWh',
        sources: [{ topic: 'sensor', path: 'ENERGY.Total' }],
      },
      {
        point: 'signal',
        name: 'Signal',
        type: 'decimal',
        unit: 'dBm',
        sources: [{ topic: 'state', path: 'Wifi.Signal' }],
      },
      {
        point: 'relay',
        name: 'Relay',
        type: 'bool',
        conversion: { words: onOff },
        sources: [
          { topic: 'power', path: '' },
          { topic: 'result', path: 'POWER' },
          { topic: 'state', path: 'POWER' },
        ],
        command: {
          topic: 'cmnd/{device}/POWER',
          payload: { kind: 'text', text: '{value}' },
          confirm: { by: 'report', timeoutS: 10 },
        },
      },
    ],
    presence: { topics: [{ topic: 'lwt', path: '', online: ['Online'], offline: ['Offline'] }] },
  },
  samples: [
    {
      topic: 'tele/plug_4C11AE/SENSOR',
      payload: {
        Time: '2026-05-04T08:15:30',
        ENERGY: { Total: 3.185, Today: 0.41, Power: 120, Factor: 0.98, Voltage: 229, Current: 0.535 },
      },
    },
    { topic: 'stat/plug_4C11AE/POWER', payload: 'ON' },
    {
      topic: 'tele/plug_4C11AE/STATE',
      payload: { Time: '2026-05-04T08:15:30', Uptime: '0T01:10:05', POWER: 'OFF', Wifi: { RSSI: 72, Signal: -64 } },
    },
    { topic: 'tele/plug_4C11AE/LWT', payload: 'Online' },
  ],
})
