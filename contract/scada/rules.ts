import { defineEntity } from '../entity/define.ts'
import { choice, instant, number, ref, text } from '../entity/field.ts'
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
