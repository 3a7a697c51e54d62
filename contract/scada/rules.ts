import { defineEntity } from '../entity/define.ts'
import { choice, choices, flag, instant, number, ref, rows, secret, text } from '../entity/field.ts'
import { delayLimit } from './delayLimit.ts'
import { enabled } from './scene.ts'

const operators = [
  { value: '>', words: { en: 'Greater than', zh: '大于' } }, { value: '>=', words: { en: 'Greater than or equal', zh: '大于等于' } }, { value: '==', words: { en: 'Equal', zh: '等于' } },
  { value: '<=', words: { en: 'Less than or equal', zh: '小于等于' } }, { value: '<', words: { en: 'Less than', zh: '小于' } }, { value: '!=', words: { en: 'Not equal', zh: '不等于' } },
  { value: 'between', words: { en: 'Between', zh: '介于' } }, { value: 'outside', words: { en: 'Not between', zh: '不介于' } },
  { value: 'contains', words: { en: 'Contains', zh: '包含' } }, { value: 'lacks', words: { en: 'Does not contain', zh: '不包含' } },
] as const
const weekdays = [
  { value: '1', words: { en: 'Monday', zh: '星期一' } }, { value: '2', words: { en: 'Tuesday', zh: '星期二' } }, { value: '3', words: { en: 'Wednesday', zh: '星期三' } }, { value: '4', words: { en: 'Thursday', zh: '星期四' } },
  { value: '5', words: { en: 'Friday', zh: '星期五' } }, { value: '6', words: { en: 'Saturday', zh: '星期六' } }, { value: '0', words: { en: 'Sunday', zh: '星期日' } },
] as const
const things = [
  { value: 'attribute', words: { en: 'Attribute', zh: '属性' } }, { value: 'function', words: { en: 'Function', zh: '功能' } }, { value: 'event', words: { en: 'Event', zh: '事件' } },
  { value: 'online', words: { en: 'Device online', zh: '设备上线' } }, { value: 'offline', words: { en: 'Device offline', zh: '设备下线' } },
] as const
const plantThing = { field: 'source', is: ['device', 'product'] } as const
const timed = { field: 'source', is: ['timed'] } as const
const byClock = { field: 'isCron', is: [false], and: timed } as const
const byCron = { field: 'isCron', is: [true], and: timed } as const
const is = (field: string, ...values: string[]) => ({ field, is: values })
const isThing = (...values: string[]) => ({ ...is('thing', ...values), and: plantThing })

const trigger = {
  source: choice({ en: 'Trigger', zh: '触发方式' }, {
    required: true, default: 'device', emptyWords: { en: 'Please choose the trigger', zh: '请选择触发方式' },
    options: [{ value: 'device', words: { en: 'Device', zh: '设备触发' } }, { value: 'timed', words: { en: 'Timed', zh: '定时触发' } }, { value: 'product', words: { en: 'Product', zh: '产品触发' } }, { value: 'custom', words: { en: 'Custom', zh: '自定义触发' } }],
  }),
  device: ref({ en: 'Device', zh: '设备' }, 'device', { required: true, when: is('source', 'device'), emptyWords: { en: 'Please choose the trigger\'s device', zh: '请选择触发设备' } }),
  product: ref({ en: 'Product', zh: '产品' }, 'product', { required: true, when: is('source', 'product'), emptyWords: { en: 'Please choose the trigger\'s product', zh: '请选择触发产品' } }),
  thing: choice({ en: 'On', zh: '触发项' }, { required: true, default: 'attribute', options: things, when: plantThing, emptyWords: { en: 'Please choose the trigger option', zh: '请选择触发选项' } }),
  identifier: text({ en: 'Identifier', zh: '标识符' }, { required: true, format: 'scriptId', maxLength: 63, when: isThing('attribute', 'function', 'event'), emptyWords: { en: 'Please enter the trigger\'s identifier', zh: '请输入触发项标识符' } }),
  operator: choice({ en: 'Comparison', zh: '比较' }, { default: '>', options: operators, when: isThing('attribute') }),
  value: text({ en: 'Value', zh: '触发值' }, { required: true, maxLength: 100, when: isThing('attribute'), emptyWords: { en: 'Please enter the trigger\'s value', zh: '请输入触发值' } }),
  upper: text({ en: 'Upper value', zh: '区间上限' }, { required: true, maxLength: 100, when: { ...is('operator', 'between', 'outside'), and: isThing('attribute') }, emptyWords: { en: 'Please enter the interval\'s values', zh: '请输入区间值' } }),
  isCron: flag({ en: 'By cron expression', zh: '使用 cron 表达式' }, { when: timed }),
  time: text({ en: 'Execution time', zh: '执行时间' }, { required: true, format: 'time', maxLength: 5, when: byClock, emptyWords: { en: 'Please enter the execution time', zh: '请输入执行时间' } }),
  weekdays: choices({ en: 'Weekdays', zh: '执行星期' }, { required: true, options: weekdays, when: byClock, emptyWords: { en: 'Please choose a weekday', zh: '请选择执行星期' } }),
  cron: text({ en: 'Cron expression', zh: 'cron 表达式' }, { required: true, format: 'cron', maxLength: 120, when: byCron, emptyWords: { en: 'Please enter the cron expression', zh: '请输入 cron 表达式' } }),
}

const action = {
  kind: choice({ en: 'Action', zh: '执行动作' }, {
    required: true, default: 'device', emptyWords: { en: 'Please choose the action', zh: '请选择执行动作' },
    options: [{ value: 'device', words: { en: 'Device', zh: '设备执行' } }, { value: 'product', words: { en: 'Product', zh: '产品执行' } }, { value: 'alarm', words: { en: 'Alarm execution', zh: '告警执行' } }, { value: 'recovery', words: { en: 'Alarm recovery', zh: '告警恢复' } }],
  }),
  device: ref({ en: 'Device', zh: '设备' }, 'device', { required: true, when: is('kind', 'device'), emptyWords: { en: 'Please choose the action\'s device', zh: '请选择执行设备' } }),
  product: ref({ en: 'Product', zh: '产品' }, 'product', { required: true, when: is('kind', 'product'), emptyWords: { en: 'Please choose the action\'s product', zh: '请选择执行产品' } }),
  identifier: text({ en: 'Identifier', zh: '标识符' }, { required: true, format: 'scriptId', maxLength: 63, when: is('kind', 'device', 'product'), emptyWords: { en: 'Please choose the action option', zh: '请选择执行选项' } }),
  value: text({ en: 'Value', zh: '执行值' }, { required: true, maxLength: 100, when: is('kind', 'device', 'product'), emptyWords: { en: 'Please enter the action\'s value', zh: '请输入执行值' } }),
}

/** When this happens, do that. */
export const linkage = defineEntity({
  name: 'linkage', path: 'linkages', area: 'scada', scope: 'project', title: 'name',
  words: { one: { en: 'Scene linkage', zh: '场景联动' }, many: { en: 'Scene linkages', zh: '场景联动' } },
  fields: {
    name: text({ en: 'Name', zh: '联动名称' }, { required: true, emptyWords: { en: 'Please enter the linkage\'s name', zh: '请输入联动名称' } }),
    condition: choice({ en: 'Condition', zh: '触发条件' }, { required: true, default: 'any', options: [{ value: 'any', words: { en: 'Any trigger', zh: '任意条件' } }, { value: 'all', words: { en: 'All triggers', zh: '所有条件' } }, { value: 'none', words: { en: 'No trigger', zh: '不满足条件' } }] }),
    triggers: rows({ en: 'Triggers', zh: '触发器' }, trigger, { required: true, max: 20, emptyWords: { en: 'Please add a trigger', zh: '请添加触发器' } }),
    actions: rows({ en: 'Actions', zh: '执行动作' }, action, {
      required: true, max: 20, help: { en: 'Alarm actions have no effect with a timed trigger', zh: '含定时触发时，告警动作不生效' }, emptyWords: { en: 'Please add an action', zh: '请添加执行动作' },
    }),
    execution: choice({ en: 'Execution', zh: '执行方式' }, { required: true, default: 'serial', options: [{ value: 'serial', words: { en: 'One after the other', zh: '串行' } }, { value: 'parallel', words: { en: 'At once', zh: '并行' } }] }),
    delay: {
      ...number({ en: 'Delay', zh: '延时执行' }, { required: true, integer: true, min: 0, digits: 0, default: 0, unit: 's' }),
      get max() { return delayLimit.seconds },
      get help() { return { en: `${delayLimit.seconds} s at most`, zh: `最长 ${delayLimit.seconds} 秒` } },
    },
    silence: number({ en: 'Silence', zh: '静默时间' }, { required: true, integer: true, min: 0, max: 1440, digits: 0, default: 0 }),
    silenceUnit: choice({ en: 'Silence in', zh: '静默单位' }, { required: true, default: 'minute', options: [{ value: 'minute', words: { en: 'Minutes', zh: '分钟' } }, { value: 'second', words: { en: 'Seconds', zh: '秒' } }] }),
    isOnce: flag({ en: 'Execute once', zh: '只执行一次' }),
    hasAlarm: flag({ en: 'Raises an alarm', zh: '包含告警' }, { readOnly: true }),
    recovery: ref({ en: 'Recovery scene', zh: '恢复告警场景' }, 'linkage', { onRemove: 'empty' }),
  },
  list: { columns: ['name', 'project', 'condition', 'execution', 'silence', 'delay', 'isOnce', 'hasAlarm', 'status', 'updatedAt'], search: ['name'], filters: ['status', 'condition'], sort: { by: 'updatedAt', order: 'desc' } },
  unique: [['name']], lifecycle: enabled,
  derived: { hasAlarm: ({ actions }) => rowsOf(actions).some(({ kind }) => kind === 'alarm') },
  rules: [
    { field: 'triggers', words: { en: 'One timer at most in a set of triggers', zh: '一组触发器最多包含一个定时' }, holds: ({ triggers }) => timersOf(triggers).length <= 1 },
  ],
})

/** A program that a report of a device runs through. */
export const script = defineEntity({
  name: 'script', path: 'scripts', area: 'scada', scope: 'none', title: 'name',
  words: { one: { en: 'Rule script', zh: '规则脚本' }, many: { en: 'Rule scripts', zh: '规则脚本' } },
  fields: {
    identifier: text({ en: 'Script ID', zh: '脚本标识' }, { required: true, fixed: true, format: 'scriptId', maxLength: 64, emptyWords: { en: 'Please enter the script ID', zh: '请输入脚本标识' } }),
    name: text({ en: 'Name', zh: '脚本名称' }, { required: true, emptyWords: { en: 'Please enter the script\'s name', zh: '请输入脚本名称' } }),
    product: ref({ en: 'Product', zh: '所属产品' }, 'product', { required: true, emptyWords: { en: 'Please choose the product', zh: '请选择产品' } }),
    event: choice({ en: 'Event', zh: '脚本事件' }, {
      required: true, default: 1,
      options: [{ value: 1, words: { en: 'Device report', zh: '设备上报' } }, { value: 2, words: { en: 'Platform down-link', zh: '平台下发' } }, { value: 3, words: { en: 'Device online', zh: '设备上线' } }, { value: 4, words: { en: 'Device offline', zh: '设备下线' } }],
    }),
    action: choice({ en: 'Action', zh: '脚本动作' }, {
      required: true, default: 1,
      options: [{ value: 1, words: { en: 'Send again', zh: '消息重发' } }, { value: 2, words: { en: 'Notify', zh: '消息通知' } }, { value: 3, words: { en: 'HTTP push', zh: 'HTTP 推送' } }, { value: 4, words: { en: 'MQTT bridge', zh: 'MQTT 桥接' } }, { value: 5, words: { en: 'Database storage', zh: '数据库存储' } }],
    }),
    language: choice({ en: 'Language', zh: '脚本语言' }, { required: true, default: 'groovy', emptyWords: { en: 'Please choose the language', zh: '请选择脚本语言' }, options: [{ value: 'groovy', words: { en: 'Groovy (built-in subset)', zh: 'Groovy（内置子集）' } }] }),
    kind: choice({ en: 'Type', zh: '脚本类型' }, { required: true, default: 'http', emptyWords: { en: 'Please choose the type', zh: '请选择脚本类型' }, options: [{ value: 'http', words: { en: 'HTTP service', zh: 'HTTP 服务' } }, { value: 'mqtt', words: { en: 'MQTT bridge', zh: 'MQTT 桥接' } }, { value: 'database', words: { en: 'Database storage', zh: '数据库存储' } }] }),
    bridge: ref({ en: 'Access point', zh: '接入点' }, 'bridge', { required: true, emptyWords: { en: 'Please choose the access point', zh: '请选择接入点' } }),
    order: number({ en: 'Execution order', zh: '执行顺序' }, { required: true, integer: true, min: 0, max: 9999, digits: 0, default: 1, help: { en: 'The larger runs first', zh: '数值越大越先执行' } }),
    source: text({ en: 'Script', zh: '脚本内容' }, { required: true, format: 'lines', maxLength: 64_000, emptyWords: { en: 'Please enter the script', zh: '请输入脚本内容' } }),
  },
  list: { columns: ['identifier', 'name', 'product', 'event', 'action', 'language', 'kind', 'bridge', 'order', 'status'], search: ['identifier', 'name'], filters: ['status', 'event', 'kind', 'product'], sort: { by: 'order', order: 'desc' } },
  unique: [['identifier']], roles: { read: 'manager', write: 'super', remove: 'super' }, lifecycle: enabled,
})

/** One run of a script: for which device, how it went and what it wrote. */
export const scriptLog = defineEntity({
  name: 'scriptLog', path: 'script-logs', area: 'scada', scope: 'none', title: 'device', origin: 'server',
  words: { one: { en: 'Script run', zh: '脚本日志' }, many: { en: 'Script log', zh: '脚本日志' } },
  fields: {
    script: ref({ en: 'Script', zh: '脚本' }, 'script', { readOnly: true, onRemove: 'empty' }),
    at: instant({ en: 'Time', zh: '执行时间' }, { readOnly: true, required: true }),
    device: text({ en: 'Device', zh: '设备' }, { readOnly: true, maxLength: 128 }),
    outcome: choice({ en: 'Outcome', zh: '结果' }, { readOnly: true, required: true, options: [{ value: 'done', words: { en: 'Done', zh: '成功' }, tone: 'good' }, { value: 'failed', words: { en: 'Failed', zh: '失败' }, tone: 'alarm' }] }),
    tookMs: number({ en: 'Took', zh: '耗时' }, { readOnly: true, min: 0, digits: 0, unit: 'ms' }),
    output: text({ en: 'Output', zh: '输出' }, { readOnly: true, format: 'lines', maxLength: 8000 }),
  },
  list: { columns: ['at', 'script', 'device', 'outcome', 'tookMs'], search: ['device'], filters: ['script', 'outcome', 'at'], sort: { by: 'at', order: 'desc' } },
  roles: { read: 'manager' },
})

/** A way to another system: an address that is pushed to, a broker that is bridged with, a database that is written to. */
export const bridge = defineEntity({
  name: 'bridge', path: 'bridges', area: 'scada', scope: 'none', title: 'name',
  words: { one: { en: 'Bridge connector', zh: '桥接连接器' }, many: { en: 'Bridge connectors', zh: '桥接连接器' } },
  fields: {
    name: text({ en: 'Name', zh: '连接器名称' }, { required: true }),
    kind: choice({ en: 'Type', zh: '桥接类型' }, { required: true, fixed: true, default: 3, options: [{ value: 3, words: { en: 'HTTP push', zh: 'HTTP 推送' } }, { value: 4, words: { en: 'MQTT bridge', zh: 'MQTT 桥接' } }, { value: 5, words: { en: 'Database storage', zh: '数据库存储' } }] }),
    direction: choice({ en: 'Direction', zh: '桥接方向' }, { required: true, default: 2, options: [{ value: 1, words: { en: 'Input', zh: '输入' } }, { value: 2, words: { en: 'Output', zh: '输出' } }] }),
    group: text({ en: 'Group', zh: '分组' }, { maxLength: 50 }),
    isEnabled: flag({ en: 'Enabled', zh: '是否启用' }),
    url: text({ en: 'Address', zh: '地址' }, { required: true, maxLength: 500, emptyWords: { en: 'Please enter the address', zh: '请输入地址' } }),
    topic: text({ en: 'Topic', zh: '主题' }, { maxLength: 200, when: { field: 'kind', is: [4] } }),
    username: text({ en: 'Username', zh: '用户名' }), password: secret({ en: 'Password', zh: '密码' }),
    lastTriedAt: instant({ en: 'Last tried', zh: '最近连接时间' }, { readOnly: true }),
    lastProblem: text({ en: 'Last problem', zh: '最近错误' }, { readOnly: true, maxLength: 500 }),
  },
  list: { columns: ['name', 'kind', 'direction', 'group', 'isEnabled', 'status', 'lastTriedAt', 'lastProblem'], search: ['name', 'group', 'url'], filters: ['kind', 'direction', 'status', 'isEnabled'], sort: { by: 'name', order: 'asc' } },
  unique: [['name']], roles: { read: 'manager', write: 'super', remove: 'super' },
  lifecycle: {
    field: 'status', words: { en: 'Status', zh: '连接状态' }, initial: 'none',
    states: [{ value: 'none', words: { en: 'Not connected', zh: '未连接' }, tone: 'idle' }, { value: 'connecting', words: { en: 'Connecting', zh: '连接中' }, tone: 'warning' }, { value: 'connected', words: { en: 'Connected', zh: '已连接' }, tone: 'good' }],
    moves: {
      connect: { words: { en: 'Connect', zh: '连接' }, from: ['none'], to: 'connecting', hidden: true }, connected: { words: { en: 'Connected', zh: '已连接' }, from: ['connecting'], to: 'connected', hidden: true },
      lose: { words: { en: 'Lost', zh: '断开' }, from: ['connecting', 'connected'], to: 'none', hidden: true },
    },
  },
})

const rowsOf = (list: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(list) ? list.filter((row): row is Readonly<Record<string, unknown>> => typeof row === 'object' && row !== null) : []
const timersOf = (triggers: unknown) => rowsOf(triggers).filter(({ source }) => source === 'timed')
