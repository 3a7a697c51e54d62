import { defineEntity } from '../entity/define.ts'
import type { EntityValues, Words } from '../entity/field.ts'
import { choice, flag, instant, number, ref, secret, text } from '../entity/field.ts'
import { ownerProject } from '../entity/owner.ts'
import { receiverFaults } from './receivers.ts'
import { isBodyValid, webhookFormats } from './webhookBody.ts'

const mail = { field: 'kind', is: ['email'] } as const
/** Faults of the receiver list. */
const faultsIn = ({ receivers }: EntityValues): readonly Words[] =>
  typeof receivers === 'string' ? receiverFaults(receivers) : []
const web = { field: 'kind', is: ['webhook'] } as const
const ownBody = { field: 'format', is: ['own'], and: web } as const

/** A notification channel: a mail server or a web hook. */
export const channel = defineEntity({
  name: 'channel',
  path: 'notification-channels',
  area: 'platform',
  scope: 'none',
  title: 'name',
  words: { one: { en: 'Notification channel', zh: '通知渠道' }, many: { en: 'Notification channels', zh: '通知渠道' } },
  begin: {
    en: 'A mail server or webhook that sends notifications. MIMIC_OUTBOUND_ALLOWED must list its address. Templates define the content and the alarms.',
    zh: '用于通知的邮件服务器或 Webhook，其地址须在 MIMIC_OUTBOUND_ALLOWED 中允许。随后由通知模板规定发送内容以及哪些告警需要发送。',
  },
  fields: {
    name: text({ en: 'Name', zh: '渠道名称' }, { required: true }),
    kind: choice(
      { en: 'Kind', zh: '渠道类型' },
      {
        required: true,
        fixed: true,
        default: 'email',
        options: [
          { value: 'email', words: { en: 'Email', zh: '邮件' } },
          { value: 'webhook', words: { en: 'Webhook', zh: 'Webhook' } },
        ],
      },
    ),
    host: text(
      { en: 'Mail server', zh: '邮件服务器' },
      { required: true, when: mail, format: 'address', maxLength: 200 },
    ),
    port: number(
      { en: 'Port', zh: '端口' },
      { required: true, when: mail, integer: true, min: 1, max: 65_535, digits: 0, default: 465 },
    ),
    isSecure: flag({ en: 'TLS', zh: 'TLS' }, { when: mail, default: true }),
    username: text({ en: 'Username', zh: '用户名' }, { when: mail }),
    password: secret({ en: 'Password', zh: '密码' }, { when: mail }),
    sender: text({ en: 'Sender', zh: '发件人' }, { required: true, when: mail, format: 'email' }),
    url: text({ en: 'Address', zh: '地址' }, { required: true, when: web, format: 'url', maxLength: 500 }),
    token: secret({ en: 'Bearer token', zh: '令牌' }, { when: web }),
    format: choice(
      { en: 'Format', zh: '格式' },
      {
        when: web,
        default: 'mimic',
        options: webhookFormats,
        help: {
          en: 'Body of the request. SMS gateways receive only the phone numbers among the receivers.',
          zh: '请求内容的格式；短信网关只接收接收人中的手机号',
        },
      },
    ),
    body: text(
      { en: 'Body', zh: '请求内容' },
      {
        required: true,
        when: ownBody,
        format: 'lines',
        maxLength: 4000,
        help: {
          en: 'JSON with {subject}, {content}, {id}, {time} and {receivers} within quotes, and {at} (milliseconds), {receiverList} and {phoneList} (lists; the latter only phone numbers) without',
          zh: 'JSON，引号内可用 {subject}、{content}、{id}、{time}、{receivers}，引号外可用 {at}（毫秒）、{receiverList}（列表）和 {phoneList}（仅手机号的列表）',
        },
      },
    ),
    isEnabled: flag({ en: 'Enabled', zh: '启用' }, { default: true }),
  },
  list: {
    columns: ['name', 'kind', 'host', 'url', 'sender', 'isEnabled'],
    search: ['name', 'host', 'url'],
    filters: ['kind', 'isEnabled'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  rules: [
    {
      field: 'body',
      words: {
        en: 'Not valid JSON with the placeholders replaced: put them within quotes, except {at}, {receiverList} and {phoneList}',
        zh: '替换占位符后不是有效的 JSON：除 {at}、{receiverList} 和 {phoneList} 外，占位符应置于引号内',
      },
      holds: ({ kind, format, body }) =>
        kind !== 'webhook' || format !== 'own' || typeof body !== 'string' || isBodyValid(body),
    },
  ],
  roles: { read: 'manager', write: 'super', remove: 'super' },
})

/** A message template with placeholders such as {device} and {message}. */
export const template = defineEntity({
  name: 'template',
  path: 'notification-templates',
  area: 'platform',
  scope: 'none',
  title: 'name',
  words: { one: { en: 'Template', zh: '通知模板' }, many: { en: 'Templates', zh: '通知模板' } },
  begin: {
    en: 'A template defines the content, the receivers and the alarms that trigger it. Create the channel first.',
    zh: '通知模板规定通过哪个渠道、向谁、为哪些告警发送什么内容，请先建立通知渠道。',
  },
  fields: {
    name: text({ en: 'Name', zh: '模板名称' }, { required: true }),
    channel: ref({ en: 'Channel', zh: '通知渠道' }, 'channel', {
      required: true,
      emptyWords: { en: 'Please choose the channel', zh: '请选择渠道' },
    }),
    alarmLevel: choice(
      { en: 'Alarms', zh: '告警时发送' },
      {
        options: [
          { value: 1, words: { en: 'All levels', zh: '所有级别' } },
          { value: 2, words: { en: 'Medium and high', zh: '中级及以上' } },
          { value: 3, words: { en: 'High only', zh: '仅高级' } },
        ],
        help: { en: 'Empty: used only by jobs and manual tests', zh: '留空则仅由任务或手动发送' },
      },
    ),
    sendsRecovery: flag(
      { en: 'Send recovery too', zh: '恢复时也发送' },
      { help: { en: 'A message when the alarm clears', zh: '告警恢复时发送消息' } },
    ),
    alarmProject: ref({ en: 'Alarms of the project', zh: '告警所属项目' }, 'project', {
      onRemove: 'empty',
      help: { en: 'Empty: all projects', zh: '留空则为所有项目' },
    }),
    ownerProject,
    receivers: text(
      { en: 'Receivers', zh: '接收人' },
      {
        maxLength: 500,
        help: { en: 'Email addresses or phone numbers, separated by commas', zh: '邮箱或手机号，多个以逗号分隔' },
      },
    ),
    subject: text({ en: 'Subject', zh: '标题' }, { required: true, maxLength: 200 }),
    content: text(
      { en: 'Content', zh: '内容' },
      {
        required: true,
        format: 'lines',
        maxLength: 4000,
        help: {
          en: 'Placeholders: {project}, {device}, {message} and {time}; for alarms also {state}, {fault}, {severity} and {level} (a number). {message}, {state}, {fault} and {severity} contain both languages; append En or Zh for one, for example {faultEn}. {time} is in the time zone of the project, or of the server if there is no project.',
          zh: '{project}、{device}、{message}、{time} 会被替换，告警还有 {state}（产生或恢复）、{fault}（故障类型）、{severity}（级别名称）和 {level}（级别编号）。{message}、{state}、{fault}、{severity} 为中英文，加后缀 Zh 或 En（如 {faultZh}）则为单一语言。{time} 按项目时区显示，无项目时按服务器时区并注明时差。',
        },
      },
    ),
  },
  list: {
    columns: ['name', 'channel', 'alarmLevel', 'ownerProject', 'subject', 'receivers', 'updatedAt'],
    search: ['name', 'subject'],
    filters: ['channel', 'alarmLevel', 'ownerProject'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  owner: 'ownerProject',
  rules: [
    {
      field: 'receivers',
      words: {
        en: 'Email addresses or phone numbers, separated by commas, at most 50',
        zh: '请输入邮箱或手机号，多个以逗号分隔，最多 50 个',
      },
      holds: (values) => faultsIn(values).length === 0,
      faults: (values) => faultsIn(values).map((words) => ({ path: 'receivers', words })),
    },
  ],
})

/** A sent notification and its delivery result. */
export const notificationLog = defineEntity({
  name: 'notificationLog',
  path: 'notification-logs',
  area: 'platform',
  scope: 'none',
  title: 'subject',
  origin: 'server',
  roles: { read: 'manager' },
  words: { one: { en: 'Notification', zh: '通知记录' }, many: { en: 'Notification log', zh: '通知日志' } },
  fields: {
    at: instant({ en: 'Time', zh: '发送时间' }, { readOnly: true, required: true }),
    channel: ref({ en: 'Channel', zh: '通知渠道' }, 'channel', { readOnly: true, onRemove: 'empty' }),
    receivers: text({ en: 'Receivers', zh: '接收人' }, { readOnly: true, maxLength: 500 }),
    subject: text({ en: 'Subject', zh: '标题' }, { readOnly: true, maxLength: 200 }),
    content: text({ en: 'Content', zh: '内容' }, { readOnly: true, format: 'lines', maxLength: 8000 }),
    attempts: number(
      { en: 'Attempts', zh: '尝试次数' },
      { readOnly: true, integer: true, min: 0, digits: 0, default: 0 },
    ),
    nextAt: instant({ en: 'Next attempt', zh: '下次尝试' }, { readOnly: true }),
    result: choice(
      { en: 'Result', zh: '结果' },
      {
        readOnly: true,
        options: [
          { value: 'waiting', words: { en: 'Waiting', zh: '待发送' }, tone: 'idle' },
          { value: 'sent', words: { en: 'Sent', zh: '成功' }, tone: 'good' },
          { value: 'failed', words: { en: 'Failed', zh: '失败' }, tone: 'alarm' },
        ],
      },
    ),
    message: text({ en: 'Response', zh: '返回信息' }, { readOnly: true, maxLength: 1000 }),
  },
  list: {
    columns: ['at', 'channel', 'subject', 'result', 'message', 'receivers', 'attempts', 'nextAt'],
    search: ['subject', 'receivers'],
    filters: ['result', 'channel', 'at'],
    sort: { by: 'at', order: 'desc' },
  },
})
