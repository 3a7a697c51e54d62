import { defineEntity } from '../entity/define.ts'
import { choice, flag, instant, number, ref, secret, text } from '../entity/field.ts'
import { enabled } from './scene.ts'

/** A script that processes reports of a device. */
export const script = defineEntity({
  name: 'script',
  path: 'scripts',
  area: 'scada',
  scope: 'none',
  title: 'name',
  words: { one: { en: 'Rule script', zh: '规则脚本' }, many: { en: 'Rule scripts', zh: '规则脚本' } },
  fields: {
    identifier: text(
      { en: 'Script ID', zh: '脚本标识' },
      {
        required: true,
        fixed: true,
        format: 'scriptId',
        maxLength: 64,
        emptyWords: { en: 'Please enter the script ID', zh: '请输入脚本标识' },
      },
    ),
    name: text(
      { en: 'Name', zh: '脚本名称' },
      { required: true, emptyWords: { en: 'Please enter the script name', zh: '请输入脚本名称' } },
    ),
    product: ref({ en: 'Product', zh: '所属产品' }, 'product', {
      required: true,
      emptyWords: { en: 'Please choose the product', zh: '请选择产品' },
    }),
    event: choice(
      { en: 'Event', zh: '脚本事件' },
      {
        required: true,
        default: 1,
        options: [
          { value: 1, words: { en: 'Device report', zh: '设备上报' } },
          { value: 2, words: { en: 'Platform downlink', zh: '平台下发' } },
          { value: 3, words: { en: 'Device online', zh: '设备上线' } },
          { value: 4, words: { en: 'Device offline', zh: '设备下线' } },
        ],
      },
    ),
    action: choice(
      { en: 'Action', zh: '脚本动作' },
      {
        required: true,
        default: 1,
        options: [
          { value: 1, words: { en: 'Forward', zh: '消息重发' } },
          { value: 2, words: { en: 'Notify', zh: '消息通知' } },
          { value: 3, words: { en: 'HTTP push', zh: 'HTTP 推送' } },
          { value: 4, words: { en: 'MQTT bridge', zh: 'MQTT 桥接' } },
          { value: 5, words: { en: 'Database storage', zh: '数据库存储' } },
        ],
      },
    ),
    language: choice(
      { en: 'Language', zh: '脚本语言' },
      {
        required: true,
        default: 'groovy',
        emptyWords: { en: 'Please choose the language', zh: '请选择脚本语言' },
        options: [{ value: 'groovy', words: { en: 'Groovy (built-in subset)', zh: 'Groovy（内置子集）' } }],
      },
    ),
    kind: choice(
      { en: 'Type', zh: '脚本类型' },
      {
        required: true,
        default: 'http',
        emptyWords: { en: 'Please choose the type', zh: '请选择脚本类型' },
        options: [
          { value: 'http', words: { en: 'HTTP service', zh: 'HTTP 服务' } },
          { value: 'mqtt', words: { en: 'MQTT bridge', zh: 'MQTT 桥接' } },
          { value: 'database', words: { en: 'Database storage', zh: '数据库存储' } },
        ],
      },
    ),
    bridge: ref({ en: 'Access point', zh: '接入点' }, 'bridge', {
      required: true,
      emptyWords: { en: 'Please choose the access point', zh: '请选择接入点' },
    }),
    order: number(
      { en: 'Execution order', zh: '执行顺序' },
      {
        required: true,
        integer: true,
        min: 0,
        max: 9999,
        digits: 0,
        default: 1,
        help: { en: 'Higher values run first', zh: '数值越大越先执行' },
      },
    ),
    source: text(
      { en: 'Script', zh: '脚本内容' },
      {
        required: true,
        format: 'lines',
        maxLength: 64_000,
        emptyWords: { en: 'Please enter the script', zh: '请输入脚本内容' },
      },
    ),
  },
  list: {
    columns: ['identifier', 'name', 'product', 'event', 'action', 'language', 'kind', 'bridge', 'order', 'status'],
    search: ['identifier', 'name'],
    filters: ['status', 'event', 'kind', 'product'],
    sort: { by: 'order', order: 'desc' },
  },
  unique: [['identifier']],
  roles: { read: 'manager', write: 'super', remove: 'super' },
  lifecycle: enabled,
})

/** One run of a script: the device, the result and its output. */
export const scriptLog = defineEntity({
  name: 'scriptLog',
  path: 'script-logs',
  area: 'scada',
  scope: 'none',
  title: 'device',
  origin: 'server',
  words: { one: { en: 'Script run', zh: '脚本日志' }, many: { en: 'Script log', zh: '脚本日志' } },
  fields: {
    script: ref({ en: 'Script', zh: '脚本' }, 'script', { readOnly: true, onRemove: 'empty' }),
    at: instant({ en: 'Time', zh: '执行时间' }, { readOnly: true, required: true }),
    device: text({ en: 'Device', zh: '设备' }, { readOnly: true, maxLength: 128 }),
    outcome: choice(
      { en: 'Outcome', zh: '结果' },
      {
        readOnly: true,
        required: true,
        options: [
          { value: 'done', words: { en: 'Done', zh: '成功' }, tone: 'good' },
          { value: 'failed', words: { en: 'Failed', zh: '失败' }, tone: 'alarm' },
        ],
      },
    ),
    tookMs: number({ en: 'Duration', zh: '耗时' }, { readOnly: true, min: 0, digits: 0, unit: 'ms' }),
    output: text({ en: 'Output', zh: '输出' }, { readOnly: true, format: 'lines', maxLength: 8000 }),
  },
  list: {
    columns: ['at', 'script', 'device', 'outcome', 'tookMs'],
    search: ['device'],
    filters: ['script', 'outcome', 'at'],
    sort: { by: 'at', order: 'desc' },
  },
  roles: { read: 'manager' },
})

/** A connection to another system: an HTTP endpoint, a bridged MQTT broker or a database. */
export const bridge = defineEntity({
  name: 'bridge',
  path: 'bridges',
  area: 'scada',
  scope: 'none',
  title: 'name',
  words: { one: { en: 'Bridge connector', zh: '桥接连接器' }, many: { en: 'Bridge connectors', zh: '桥接连接器' } },
  fields: {
    name: text({ en: 'Name', zh: '连接器名称' }, { required: true }),
    kind: choice(
      { en: 'Type', zh: '桥接类型' },
      {
        required: true,
        fixed: true,
        default: 3,
        options: [
          { value: 3, words: { en: 'HTTP push', zh: 'HTTP 推送' } },
          { value: 4, words: { en: 'MQTT bridge', zh: 'MQTT 桥接' } },
          { value: 5, words: { en: 'Database storage', zh: '数据库存储' } },
        ],
      },
    ),
    direction: choice(
      { en: 'Direction', zh: '桥接方向' },
      {
        required: true,
        default: 2,
        options: [
          { value: 1, words: { en: 'Input', zh: '输入' } },
          { value: 2, words: { en: 'Output', zh: '输出' } },
        ],
      },
    ),
    group: text({ en: 'Group', zh: '分组' }, { maxLength: 50 }),
    isEnabled: flag({ en: 'Enabled', zh: '是否启用' }),
    url: text(
      { en: 'Address', zh: '地址' },
      { required: true, maxLength: 500, emptyWords: { en: 'Please enter the address', zh: '请输入地址' } },
    ),
    topic: text({ en: 'Topic', zh: '主题' }, { maxLength: 200, when: { field: 'kind', is: [4] } }),
    username: text({ en: 'Username', zh: '用户名' }),
    password: secret({ en: 'Password', zh: '密码' }),
    lastTriedAt: instant({ en: 'Last attempt', zh: '最近连接时间' }, { readOnly: true }),
    lastProblem: text({ en: 'Last error', zh: '最近错误' }, { readOnly: true, maxLength: 500 }),
  },
  list: {
    columns: ['name', 'kind', 'direction', 'group', 'isEnabled', 'status', 'lastTriedAt', 'lastProblem'],
    search: ['name', 'group', 'url'],
    filters: ['kind', 'direction', 'status', 'isEnabled'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  roles: { read: 'manager', write: 'super', remove: 'super' },
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '连接状态' },
    initial: 'none',
    states: [
      { value: 'none', words: { en: 'Not connected', zh: '未连接' }, tone: 'idle' },
      { value: 'connecting', words: { en: 'Connecting', zh: '连接中' }, tone: 'warning' },
      { value: 'connected', words: { en: 'Connected', zh: '已连接' }, tone: 'good' },
    ],
    moves: {
      connect: { words: { en: 'Connect', zh: '连接' }, from: ['none'], to: 'connecting', hidden: true },
      connected: { words: { en: 'Connected', zh: '已连接' }, from: ['connecting'], to: 'connected', hidden: true },
      lose: { words: { en: 'Disconnected', zh: '断开' }, from: ['connecting', 'connected'], to: 'none', hidden: true },
    },
  },
})
