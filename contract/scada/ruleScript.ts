import { defineEntity } from '../entity/define.ts'
import { choice, instant, number, ref, text } from '../entity/field.ts'
import { enabled } from './scene.ts'

/** Events that run scripts, with the stored value of `script.event`. */
export const scriptEvents = {
  report: 1,
  downlink: 2,
  online: 3,
  offline: 4,
  alarmRaised: 5,
  alarmCleared: 6,
  timer: 7,
} as const
/** Value of `script.event`. */
export type ScriptEvent = (typeof scriptEvents)[keyof typeof scriptEvents]

/** Actions of scripts, with the stored value of `script.action`. */
export const scriptActions = { forward: 1, notify: 2, http: 3, mqtt: 4, database: 5 } as const
/** Value of `script.action`. */
export type ScriptAction = (typeof scriptActions)[keyof typeof scriptActions]

const deviceEvents = [1, 2, 3, 4, 5, 6]
const bridgeActions = [3, 4, 5]

/** Results of a script run. */
const outcomes = [
  { value: 'done', words: { en: 'Done', zh: '成功' }, tone: 'good' },
  { value: 'failed', words: { en: 'Failed', zh: '失败' }, tone: 'alarm' },
  { value: 'steps', words: { en: 'Too many steps', zh: '步数超限' }, tone: 'alarm' },
  { value: 'time', words: { en: 'Timed out', zh: '超时' }, tone: 'alarm' },
  { value: 'memory', words: { en: 'Out of memory', zh: '内存超限' }, tone: 'alarm' },
  { value: 'killed', words: { en: 'Stopped', zh: '已终止' }, tone: 'alarm' },
  { value: 'crashed', words: { en: 'Crashed', zh: '异常退出' }, tone: 'alarm' },
  { value: 'dropped', words: { en: 'Not run', zh: '未运行' }, tone: 'warning' },
] as const

/** A script that runs at an event of a device or at a time. */
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
          { value: 5, words: { en: 'Alarm raised', zh: '告警产生' } },
          { value: 6, words: { en: 'Alarm cleared', zh: '告警恢复' } },
          { value: 7, words: { en: 'Timer', zh: '定时' } },
        ],
      },
    ),
    cron: text(
      { en: 'Schedule', zh: '执行时间' },
      {
        required: true,
        format: 'cron',
        default: '0 */5 * * * *',
        when: { field: 'event', is: [7] },
        emptyWords: { en: 'Please enter the schedule', zh: '请输入执行时间' },
        help: { en: 'In the time zone of the server', zh: '按服务器时区' },
      },
    ),
    products: choice(
      { en: 'Devices', zh: '适用设备' },
      {
        required: true,
        default: 'one',
        when: { field: 'event', is: deviceEvents },
        options: [
          { value: 'one', words: { en: 'One product', zh: '单个产品' } },
          { value: 'all', words: { en: 'All products', zh: '全部产品' } },
        ],
      },
    ),
    product: ref({ en: 'Product', zh: '所属产品' }, 'product', {
      required: true,
      when: { field: 'products', is: ['one'], and: { field: 'event', is: deviceEvents } },
      emptyWords: { en: 'Please choose the product', zh: '请选择产品' },
    }),
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
    kind: choice(
      { en: 'Type', zh: '脚本类型' },
      {
        required: true,
        readOnly: true,
        when: { field: 'action', is: bridgeActions },
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
      when: { field: 'action', is: bridgeActions },
      emptyWords: { en: 'Please choose the access point', zh: '请选择接入点' },
    }),
    template: ref({ en: 'Notification template', zh: '通知模板' }, 'template', {
      required: true,
      when: { field: 'action', is: [2] },
      emptyWords: { en: 'Please choose the notification template', zh: '请选择通知模板' },
      help: {
        en: 'Placeholders: topic, payload, serialNumber, device, productId and own values of the script',
        zh: '可用占位符：topic、payload、serialNumber、device、productId 及脚本设置的数据',
      },
    }),
    language: choice(
      { en: 'Language', zh: '脚本语言' },
      {
        required: true,
        default: 'groovy',
        emptyWords: { en: 'Please choose the language', zh: '请选择脚本语言' },
        options: [
          { value: 'groovy', words: { en: 'Groovy (built-in subset)', zh: 'Groovy（内置子集）' } },
          { value: 'javascript', words: { en: 'JavaScript', zh: 'JavaScript' } },
        ],
      },
    ),
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
    owner: ref({ en: 'Runs as', zh: '执行身份' }, 'account', {
      readOnly: true,
      onRemove: 'empty',
      help: {
        en: 'Account that saved or enabled the script last. Reading tags and sending commands requires its permissions.',
        zh: '最后保存或启用本脚本的账号；读取测点和下发命令以其权限执行',
      },
    }),
    lastAt: instant({ en: 'Last run', zh: '最近运行' }, { readOnly: true }),
    lastOutcome: choice({ en: 'Last result', zh: '最近结果' }, { readOnly: true, options: outcomes }),
    problem: text({ en: 'Problem', zh: '问题' }, { readOnly: true, maxLength: 600 }),
  },
  list: {
    columns: [
      'name',
      'product',
      'event',
      'action',
      'status',
      'order',
      'problem',
      'lastOutcome',
      'lastAt',
      'identifier',
      'language',
      'bridge',
    ],
    search: ['identifier', 'name'],
    filters: ['status', 'event', 'action', 'language', 'product'],
    sort: { by: 'order', order: 'desc' },
  },
  unique: [['identifier']],
  derived: { kind: ({ action }) => (action === 3 ? 'http' : action === 4 ? 'mqtt' : action === 5 ? 'database' : null) },
  roles: { read: 'manager', write: 'super', remove: 'super' },
  lifecycle: enabled,
})

/** Levels of log lines, most important last. */
export const scriptLogLevels = ['debug', 'info', 'warn', 'error'] as const

/** One run of a script: event, device, result and output. */
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
    outcome: choice({ en: 'Outcome', zh: '结果' }, { readOnly: true, required: true, options: outcomes }),
    level: choice(
      { en: 'Level', zh: '级别' },
      {
        readOnly: true,
        options: [
          { value: 'debug', words: { en: 'Debug', zh: '调试' } },
          { value: 'info', words: { en: 'Info', zh: '信息' } },
          { value: 'warn', words: { en: 'Warning', zh: '警告' }, tone: 'warning' },
          { value: 'error', words: { en: 'Error', zh: '错误' }, tone: 'alarm' },
        ],
        help: { en: 'Highest level of the lines', zh: '日志行中的最高级别' },
      },
    ),
    tookMs: number({ en: 'Duration', zh: '耗时' }, { readOnly: true, min: 0, digits: 2, unit: 'ms' }),
    output: text({ en: 'Output', zh: '输出' }, { readOnly: true, format: 'lines', maxLength: 8000 }),
    error: text({ en: 'Error', zh: '错误' }, { readOnly: true, maxLength: 1000 }),
    line: number({ en: 'Line', zh: '行号' }, { readOnly: true, integer: true, min: 1, digits: 0 }),
    sourceLine: text({ en: 'Source line', zh: '出错行' }, { readOnly: true, maxLength: 400 }),
    omitted: number(
      { en: 'Omitted runs', zh: '省略次数' },
      {
        readOnly: true,
        integer: true,
        min: 0,
        digits: 0,
        help: {
          en: 'Runs of this script before this one that were not logged, because there were too many',
          zh: '此前因运行过于频繁而未逐条记录的次数',
        },
      },
    ),
  },
  list: {
    columns: ['at', 'script', 'device', 'outcome', 'level', 'tookMs', 'error', 'omitted'],
    search: ['device'],
    filters: ['script', 'outcome', 'level', 'at'],
    sort: { by: 'at', order: 'desc' },
  },
  roles: { read: 'manager' },
})
