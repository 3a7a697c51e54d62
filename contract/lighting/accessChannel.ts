import { defineEntity } from '../entity/define.ts'
import type { EntityFields } from '../entity/field.ts'
import { choice, flag, number, ref, rows, secret, text } from '../entity/field.ts'
import { channels } from './shared.ts'

const opc = { field: 'transport', is: ['opcua'] } as const
const tcp = { field: 'transport', is: ['tcp-server', 'tcp-client'] } as const
const modbus = { field: 'protocol', is: ['modbus-tcp', 'modbus-rtu'] } as const
const server = { field: 'transport', is: ['tcp-server'] } as const
const s7 = { field: 'transport', is: ['s7'] } as const
const remote = { field: 'transport', is: ['tcp-client', 'snmp', 's7'] } as const
const port = { field: 'transport', is: ['tcp-server', 'tcp-client', 'snmp', 's7'] } as const
const read = { field: 'transport', is: ['opcua', 'tcp-server', 'tcp-client', 'snmp', 's7'] } as const
const packet = {
  en: 'Text with \\r, \\n and \\x41, or bytes as hex:01 FF',
  zh: '文本可含 \\r、\\n、\\x41，字节写作 hex:01 FF',
}

/** Fields of a point of a channel. */
const point = {
  source: text({ en: 'Address', zh: '地址' }, { required: true, maxLength: 200 }),
  tag: text({ en: 'Tag', zh: '点位' }, { required: true, format: 'tag', maxLength: 192 }),
  station: text({ en: 'Station', zh: '站号' }, { maxLength: 32 }),
  type: choice(
    { en: 'Type', zh: '数据类型' },
    {
      default: 'auto',
      options: [
        { value: 'auto', words: { en: 'Automatic', zh: '自动' } },
        { value: 'bool', words: { en: 'On/off', zh: '开关量' } },
        { value: 'int16', words: { en: 'Signed, 16 bits', zh: '有符号 16 位' } },
        { value: 'uint16', words: { en: 'Unsigned, 16 bits', zh: '无符号 16 位' } },
        { value: 'int32', words: { en: 'Signed, 32 bits', zh: '有符号 32 位' } },
        { value: 'uint32', words: { en: 'Unsigned, 32 bits', zh: '无符号 32 位' } },
        { value: 'int64', words: { en: 'Signed, 64 bits', zh: '有符号 64 位' } },
        { value: 'uint64', words: { en: 'Unsigned, 64 bits', zh: '无符号 64 位' } },
        { value: 'float32', words: { en: 'Float, 32 bits', zh: '32 位浮点' } },
        { value: 'float64', words: { en: 'Float, 64 bits', zh: '64 位浮点' } },
        { value: 'bcd16', words: { en: 'BCD, 4 digits', zh: 'BCD 4 位' } },
        { value: 'bcd32', words: { en: 'BCD, 8 digits', zh: 'BCD 8 位' } },
        { value: 'string', words: { en: 'Text', zh: '文本' } },
      ],
    },
  ),
  order: choice(
    { en: 'Byte order', zh: '字节序' },
    {
      default: 'ABCD',
      options: ['ABCD', 'CDAB', 'BADC', 'DCBA'].map((value) => ({ value, words: { en: value, zh: value } })),
    },
  ),
  factor: number({ en: 'Factor', zh: '系数' }, { default: 1, digits: 6 }),
  offset: number({ en: 'Offset', zh: '偏移' }, { default: 0, digits: 6 }),
  isWritable: flag({ en: 'Writable', zh: '可写' }),
} satisfies EntityFields

/** Fields of a register of all loops or poles behind a gateway. */
const facilityRegister = {
  kind: choice(
    { en: 'For', zh: '适用于' },
    {
      required: true,
      default: 'pole',
      options: [
        { value: 'pole', words: { en: 'Poles', zh: '单灯' } },
        { value: 'loop', words: { en: 'Loops', zh: '回路' } },
      ],
    },
  ),
  point: text({ en: 'Point', zh: '点位' }, { required: true, format: 'code', maxLength: 63 }),
  source: text({ en: 'Address', zh: '地址' }, { required: true, maxLength: 200 }),
  type: point.type,
  order: point.order,
  factor: point.factor,
  offset: point.offset,
  isWritable: point.isWritable,
} satisfies EntityFields

/** Access channel for devices without MQTT: how the server reaches them, and the points that it reads. */
export const accessChannel = defineEntity({
  name: 'accessChannel',
  path: 'access-channels',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Access channel', zh: '接入通道' }, many: { en: 'Access channels', zh: '接入通道' } },
  fields: {
    name: text({ en: 'Name', zh: '通道名称' }, { required: true }),
    transport: choice(
      { en: 'Transport', zh: '传输方式' },
      {
        required: true,
        default: 'opcua',
        options: [
          { value: 'opcua', words: { en: 'OPC UA', zh: 'OPC UA' } },
          { value: 'tcp-server', words: { en: 'TCP server (device connects)', zh: 'TCP 服务端' } },
          { value: 'tcp-client', words: { en: 'TCP client (connects to the device)', zh: 'TCP 客户端' } },
          { value: 'snmp', words: { en: 'SNMP', zh: 'SNMP' } },
          { value: 's7', words: { en: 'Siemens S7', zh: '西门子 S7' } },
          { value: 'mqtt', words: { en: 'MQTT', zh: 'MQTT' } },
        ],
        help: {
          en: 'MQTT devices connect to the broker without a channel; an MQTT channel cannot be enabled.',
          zh: 'MQTT 设备直接连接代理，无需通道；MQTT 通道不能启用',
        },
      },
    ),
    protocol: choice(
      { en: 'Protocol', zh: '协议' },
      {
        required: true,
        when: tcp,
        emptyWords: { en: 'Please choose the protocol', zh: '请选择协议' },
        options: [
          { value: 'modbus-tcp', words: { en: 'Modbus TCP', zh: 'Modbus TCP' } },
          { value: 'modbus-rtu', words: { en: 'Modbus RTU over TCP', zh: 'Modbus RTU over TCP' } },
          { value: 'dlt645-2007', words: { en: 'DL/T 645-2007', zh: 'DL/T 645-2007' } },
          { value: 'dlt645-1997', words: { en: 'DL/T 645-1997', zh: 'DL/T 645-1997' } },
        ],
      },
    ),
    tunnel: ref({ en: 'Tunnel', zh: '隧道' }, 'tunnel', { onRemove: 'empty', variants: ['tunnel'] }),
    endpoint: text(
      { en: 'Endpoint', zh: '端点地址' },
      {
        required: true,
        maxLength: 300,
        when: opc,
        emptyWords: { en: 'Please enter the endpoint', zh: '请输入端点地址' },
        help: { en: 'opc.tcp://host:4840', zh: 'opc.tcp://主机:4840' },
      },
    ),
    security: choice(
      { en: 'Security', zh: '安全策略' },
      {
        default: 'sign-encrypt',
        when: opc,
        options: [
          { value: 'none', words: { en: 'None', zh: '无' } },
          { value: 'sign', words: { en: 'Sign', zh: '签名' } },
          { value: 'sign-encrypt', words: { en: 'Sign and encrypt', zh: '签名并加密' } },
        ],
      },
    ),
    username: text({ en: 'Username', zh: '用户名' }, { when: opc }),
    password: secret({ en: 'Password', zh: '密码' }, { when: opc, sentTo: ['endpoint'] }),
    userCertificate: text(
      { en: 'User certificate', zh: '用户证书' },
      {
        format: 'lines',
        maxLength: 16_000,
        when: opc,
        help: {
          en: 'PEM. If set, it identifies the user instead of name and password. The server must trust it.',
          zh: 'PEM 格式。填写后以证书代替用户名和密码登录，服务器须信任该证书',
        },
      },
    ),
    userKey: secret({ en: 'Private key of the user', zh: '用户私钥' }, { when: opc, maxLength: 16_000 }),
    deadband: number(
      { en: 'Dead band', zh: '死区' },
      {
        min: 0,
        max: 1e9,
        default: 0,
        when: opc,
        help: { en: 'Smallest change of a value that the server reports', zh: '数值变化超过该值时服务器才上报' },
      },
    ),
    host: text({ en: 'Host', zh: '主机' }, { format: 'address', when: remote, required: true }),
    port: number(
      { en: 'Port', zh: '端口' },
      {
        integer: true,
        min: 1,
        max: 65_535,
        digits: 0,
        when: port,
        required: true,
        help: { en: 'Usual: Modbus 502, SNMP 161, S7 102', zh: '常用：Modbus 502，SNMP 161，S7 102' },
      },
    ),
    rack: number({ en: 'Rack', zh: '机架号' }, { integer: true, min: 0, max: 7, digits: 0, default: 0, when: s7 }),
    slot: number(
      { en: 'Slot', zh: '槽号' },
      {
        integer: true,
        min: 0,
        max: 31,
        digits: 0,
        default: 1,
        when: s7,
        help: { en: 'S7-1200 and -1500: 1 (or 0), S7-300: 2', zh: 'S7-1200、-1500：1（或 0），S7-300：2' },
      },
    ),
    registration: text({ en: 'Registration packet', zh: '注册包' }, { maxLength: 128, when: server, help: packet }),
    heartbeat: text({ en: 'Heartbeat packet', zh: '心跳包' }, { maxLength: 128, when: server, help: packet }),
    cabinet: ref({ en: 'Cabinet behind the gateway', zh: '网关所在配电箱' }, 'cabinet', {
      onRemove: 'empty',
      when: tcp,
      help: {
        en: 'Its loops, poles and sensors with the same protocol are read through this channel.',
        zh: '其下协议相同的回路、单灯和传感器经本通道采集',
      },
    }),
    bus: choice(
      { en: 'Communication channel', zh: '通信信道' },
      {
        options: channels,
        when: tcp,
        help: {
          en: 'Poles on this channel only. Empty: all poles of the cabinet.',
          zh: '仅采集该信道上的单灯，留空为全部',
        },
      },
    ),
    registers: rows({ en: 'Registers of loops and poles', zh: '回路与单灯寄存器' }, facilityRegister, {
      max: 100,
      when: modbus,
      help: {
        en: 'Read of each loop and pole with ModBus of the cabinet. Its address is the unit id, or unit:offset, where the offset is added to the register.',
        zh: '对该配电箱下每个 ModBus 回路和单灯采集。其地址为站号，或“站号:偏移”，偏移加到寄存器地址上',
      },
    }),
    community: secret(
      { en: 'Community', zh: '团体名' },
      { when: { field: 'transport', is: ['snmp'] }, sentTo: ['host'] },
    ),
    answerMs: number(
      { en: 'Response timeout', zh: '应答超时' },
      { integer: true, min: 50, max: 60_000, digits: 0, unit: 'ms', default: 1_000, required: true, when: read },
    ),
    timeoutS: number(
      { en: 'Timeout', zh: '超时时间' },
      {
        integer: true,
        min: 1,
        max: 3600,
        digits: 0,
        unit: 's',
        default: 120,
        required: true,
        help: { en: 'A connection without any data for this long is closed.', zh: '连接在该时间内无任何数据则关闭' },
      },
    ),
    intervalS: number(
      { en: 'Poll interval', zh: '轮询间隔' },
      { integer: true, min: 1, max: 86_400, digits: 0, unit: 's', default: 60, required: true },
    ),
    nodes: rows({ en: 'Points', zh: '点位映射' }, point, { max: 10_000 }),
    isEnabled: flag({ en: 'Enabled', zh: '启用' }),
  },
  list: {
    columns: [
      'name',
      'isEnabled',
      'transport',
      'protocol',
      'project',
      'tunnel',
      'endpoint',
      'host',
      'port',
      'intervalS',
    ],
    search: ['name', 'endpoint', 'host'],
    filters: ['transport', 'tunnel', 'isEnabled'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  rules: [
    {
      field: 'isEnabled',
      words: {
        en: 'An MQTT channel is not executed: connect the device to the broker instead',
        zh: 'MQTT 通道不会执行：请让设备直接连接代理',
      },
      holds: ({ transport, isEnabled }) => transport !== 'mqtt' || isEnabled !== true,
    },
  ],
})
