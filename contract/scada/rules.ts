import { defineEntity } from '../entity/define.ts'
import { choice, flag, instant, secret, text } from '../entity/field.ts'

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
