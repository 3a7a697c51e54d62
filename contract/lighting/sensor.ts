import { defineEntity } from '../entity/define.ts'
import { choice, flag, instant, live, number, ref, text } from '../entity/field.ts'
import { isPoint } from '../telemetry/tags.ts'
import { installation } from './installation.ts'
import { device, inTube, latitude, longitude, protocols } from './shared.ts'

const limitGroup = { en: 'Alarm limits', zh: '告警限值' }
const limit = (en: string, zh: string) =>
  number(
    { en, zh },
    {
      min: -1e9,
      max: 1e9,
      group: limitGroup,
      help: {
        en: 'Compared with the converted value, in lx, cd/m² or veh/h depending on the type. Empty: no limit.',
        zh: '按转换后的值判断，单位随类型为 lx、cd/m² 或 辆/h；留空则不设限',
      },
    },
  )

/**
 * Industry sheets use two notations (specification, section 9): 0 central and 1 non-central, or 1 no and 2 yes. A bare
 * number is read as 0 no, 1 yes.
 */
const mainCodes = {
  central: true,
  'non-central': false,
  main: true,
  'not main': false,
  中心: true,
  非中心: false,
  主: true,
  非主: false,
  主设备: true,
  非主设备: false,
} as const

/**
 * Only one of the specification's two lists contains a fourth type. It is accepted under its name in that list and has
 * no effect.
 */
const reserved = { value: 4, words: { en: 'Unknown type (single-loop CCT)', zh: '未知类型（单路色温）' } } as const
const decoded = {
  en: 'Used when the sensor is read through an access channel, and for MQTT messages that are the bytes of the value alone. With a data type, a message of that length counts as bytes.',
  zh: '经接入通道采集，或 MQTT 消息仅为数值的字节时生效；选择数据类型后，长度相符的消息按字节解码',
}

/** Unit by sensor type. */
const units = { 1: { en: 'lx', zh: 'lx' }, 2: { en: 'cd/m²', zh: 'cd/m²' }, 3: { en: 'veh/h', zh: '辆/h' } } as const

/** A sensor of a cabinet for illuminance, luminance or traffic. */
export const sensor = defineEntity({
  name: 'sensor',
  path: 'sensors',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Sensor', zh: '传感器' }, many: { en: 'Sensors', zh: '传感器' } },
  fields: {
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the sensor', zh: '请输入传感器名称' } },
    ),
    kind: choice(
      { en: 'Type', zh: '类型' },
      {
        required: true,
        emptyWords: { en: 'Please choose the type of the sensor', zh: '请选择传感器类型' },
        options: [
          { value: 1, words: { en: 'Illuminance', zh: '照度' } },
          { value: 2, words: { en: 'Brightness', zh: '亮度' } },
          { value: 3, words: { en: 'Traffic flow', zh: '车流量' } },
          reserved,
        ],
      },
    ),
    address: text(
      { en: 'Address', zh: '地址' },
      {
        required: true,
        format: 'address',
        maxLength: 32,
        emptyWords: { en: 'Please enter the address', zh: '请输入地址' },
      },
    ),
    cabinet: ref({ en: 'Cabinet', zh: '所属配电箱' }, 'cabinet', {
      required: true,
      emptyWords: { en: 'Please choose the parent cabinet', zh: '请选择所属配电箱' },
    }),
    tunnel: ref({ en: 'Tunnel', zh: '隧道' }, 'tunnel', {
      onRemove: 'empty',
      variants: ['tunnel'],
      requiredIn: ['tunnel'],
      emptyWords: { en: 'Please choose the tunnel', zh: '请选择隧道' },
    }),
    ...inTube,
    longitude,
    latitude,
    protocol: choice(
      { en: 'Protocol', zh: '协议' },
      { options: protocols, required: true, emptyWords: { en: 'Please choose the protocol', zh: '请选择协议' } },
    ),
    workMode: choice(
      { en: 'Work mode', zh: '工作模式' },
      {
        required: true,
        default: 2,
        emptyWords: { en: 'Please choose the work mode', zh: '请选择工作模式' },
        help: {
          en: 'Control sensors for brightness and traffic control the tunnel lighting. All others are display only.',
          zh: '控制类的亮度、车流量传感器参与隧道调光，其余仅用于显示',
        },
        options: [
          { value: 1, words: { en: 'Control', zh: '控制' } },
          { value: 2, words: { en: 'Non-control', zh: '非控制' } },
        ],
      },
    ),
    isMain: flag(
      { en: 'Main device', zh: '主设备' },
      {
        codes: mainCodes,
        acceptsOneTwo: true,
        help: {
          en: 'If several control sensors measure the same value, the main device is used. In a sheet: yes/no, 1/0, 2 (yes)/1 (no), or central/non-central.',
          zh: '多个控制类传感器并存时以主设备为准；导入表可填是/否、1/0、2（是）/1（否）、中心/非中心',
        },
      },
    ),
    dataType: choice(
      { en: 'Data type', zh: '数据类型' },
      {
        help: decoded,
        options: [
          { value: 'uint16', words: { en: 'Unsigned, 16 bits', zh: '无符号 16 位' } },
          { value: 'int16', words: { en: 'Signed, 16 bits', zh: '有符号 16 位' } },
          { value: 'uint32', words: { en: 'Unsigned, 32 bits', zh: '无符号 32 位' } },
          { value: 'float32', words: { en: 'Float, 32 bits', zh: '32 位浮点' } },
        ],
      },
    ),
    encoding: choice(
      { en: 'Encoding', zh: '数据编码' },
      {
        help: decoded,
        options: [
          { value: 'abcd', words: { en: 'High byte first (ABCD)', zh: '高字节在前（ABCD）' } },
          { value: 'cdab', words: { en: 'Words swapped (CDAB)', zh: '字交换（CDAB）' } },
          { value: 'dcba', words: { en: 'Low byte first (DCBA)', zh: '低字节在前（DCBA）' } },
          { value: 'bcd', words: { en: 'BCD', zh: 'BCD' } },
        ],
      },
    ),
    coefficient: number(
      { en: 'Conversion coefficient', zh: '转换系数' },
      {
        integer: true,
        min: 1,
        max: 100,
        digits: 0,
        default: 1,
        required: true,
        help: {
          en: 'Factor applied to the reported value. Traffic is in vehicles per hour for all lanes together.',
          zh: '设备上报值乘以该系数；车流量以所有车道合计的 辆/h 计',
        },
      },
    ),
    laneCount: number(
      { en: 'Lane count', zh: '车道数' },
      {
        integer: true,
        min: 1,
        max: 16,
        digits: 0,
        help: {
          en: 'Number of lanes counted together. Empty: lane count of the tunnel.',
          zh: '合并计数的车道数，留空则采用隧道的车道数',
        },
        when: { field: 'kind', is: [3] },
      },
    ),
    statisticPeriod: number(
      { en: 'Statistic period', zh: '统计周期' },
      {
        integer: true,
        min: 1,
        max: 1440,
        digits: 0,
        unit: 'min',
        help: {
          en: 'Averaging period for traffic. Empty: period of the tunnel, or 15 minutes.',
          zh: '交通量按该周期取平均，留空则采用隧道的统计周期；均未填写时为 15 分钟',
        },
        when: { field: 'kind', is: [3] },
      },
    ),
    device,
    point: text(
      { en: 'Point', zh: '点位' },
      {
        required: true,
        default: 'value',
        format: 'code',
        maxLength: 63,
        help: { en: 'Point of the telemetry device with the measured value', zh: '遥测设备上报测量值的点名' },
      },
    ),
    low: limit('Low limit', '下限'),
    high: limit('High limit', '上限'),
    deadband: number(
      { en: 'Dead band', zh: '死区' },
      {
        min: 0,
        max: 1e9,
        default: 0,
        required: true,
        group: limitGroup,
        help: {
          en: 'How far the value must return inside the limit before the alarm clears, in the unit of the limit',
          zh: '恢复正常所需越过限值的幅度，单位同限值',
        },
      },
    ),
    delayS: number(
      { en: 'Alarm delay', zh: '告警延时' },
      {
        integer: true,
        min: 0,
        max: 3600,
        digits: 0,
        unit: 's',
        default: 10,
        required: true,
        group: limitGroup,
        help: { en: 'How long the limit must be exceeded before an alarm is raised', zh: '持续越限达到该时间后告警' },
      },
    ),
    value: live(
      { en: 'Value', zh: '当前值' },
      { point: 'value', pointBy: 'point', scaledBy: 'coefficient', unitBy: 'kind', units },
    ),
    average: number(
      { en: 'Average of the period', zh: '周期平均值' },
      {
        readOnly: true,
        min: -1e12,
        max: 1e12,
        digits: 1,
        unit: 'veh/h',
        when: { field: 'kind', is: [3] },
        help: {
          en: 'Average of the last completed statistic period. Its history is the tag mimic-sensor-<id>/average.',
          zh: '最近一个统计周期的平均值，历史见点位 mimic-sensor-<id>/average',
        },
      },
    ),
    averageAt: instant(
      { en: 'End of the period', zh: '周期结束时间' },
      { readOnly: true, when: { field: 'kind', is: [3] } },
    ),
  },
  list: {
    columns: ['name', 'kind', 'value', 'average', 'cabinet', 'tunnel', 'installation', 'address', 'workMode', 'isMain'],
    search: ['name', 'address'],
    filters: ['kind', 'cabinet', 'tunnel', 'installation'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['cabinet', 'address']],
  rules: [
    {
      field: 'high',
      words: { en: 'Must be above the low limit', zh: '上限应大于下限' },
      holds: ({ low, high }) => typeof low !== 'number' || typeof high !== 'number' || low < high,
    },
    {
      field: 'point',
      words: {
        en: 'A point name: a letter, then letters, digits and underscores',
        zh: '应为点名：以字母开头，只能含字母、数字和下划线',
      },
      holds: ({ point }) => isPoint(point),
    },
  ],
  lifecycle: installation,
})
