import { defineEntity } from '../entity/define.ts'
import { choice, flag, number, ref, rows, secret, text } from '../entity/field.ts'

const opc = { field: 'transport', is: ['opcua'] } as const
const tcp = { field: 'transport', is: ['tcp-server', 'tcp-client'] } as const

/**
 * Access channel for devices without MQTT: a transparent serial server over TCP or an OPC UA server, with the points to
 * read.
 */
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
          { value: 'mqtt', words: { en: 'MQTT', zh: 'MQTT' } },
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
    password: secret({ en: 'Password', zh: '密码' }, { when: opc }),
    host: text(
      { en: 'Host', zh: '主机' },
      { format: 'address', when: { field: 'transport', is: ['tcp-client'] }, required: true },
    ),
    port: number(
      { en: 'Port', zh: '端口' },
      { integer: true, min: 1, max: 65_535, digits: 0, when: tcp, required: true },
    ),
    registration: text({ en: 'Registration packet', zh: '注册包' }, { maxLength: 128, when: tcp }),
    heartbeat: text({ en: 'Heartbeat packet', zh: '心跳包' }, { maxLength: 128, when: tcp }),
    timeoutS: number(
      { en: 'Timeout', zh: '超时时间' },
      { integer: true, min: 1, max: 3600, digits: 0, unit: 's', default: 120, required: true },
    ),
    intervalS: number(
      { en: 'Poll interval', zh: '轮询间隔' },
      { integer: true, min: 1, max: 86_400, digits: 0, unit: 's', default: 60, required: true },
    ),
    nodes: rows(
      { en: 'Points', zh: '点位映射' },
      {
        source: text({ en: 'Node or register', zh: '节点或寄存器' }, { required: true, maxLength: 200 }),
        tag: text({ en: 'Tag', zh: '点位' }, { required: true, format: 'tag', maxLength: 192 }),
        factor: number({ en: 'Factor', zh: '系数' }, { default: 1, digits: 6 }),
      },
      { max: 2000 },
    ),
    isEnabled: flag({ en: 'Enabled', zh: '启用' }),
  },
  list: {
    columns: ['name', 'transport', 'project', 'tunnel', 'endpoint', 'host', 'port', 'intervalS', 'isEnabled'],
    search: ['name', 'endpoint', 'host'],
    filters: ['transport', 'tunnel', 'isEnabled'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
})
