import { remark } from '../entity/commonFields.ts'
import { defineEntity } from '../entity/define.ts'
import { choice, flag, instant, number, text } from '../entity/field.ts'

const readers = { read: 'manager' } as const

/** Audit log: every change, written in the same transaction. */
export const operationLog = defineEntity({
  name: 'operationLog',
  path: 'operation-log',
  area: 'system',
  scope: 'none',
  title: 'object',
  origin: 'server',
  custom: true,
  roles: readers,
  words: { one: { en: 'Operation', zh: '操作日志' }, many: { en: 'Operation log', zh: '操作日志' } },
  fields: {
    at: instant({ en: 'Time', zh: '时间' }, { readOnly: true, required: true }),
    user: text({ en: 'User', zh: '用户' }, { readOnly: true }),
    ip: text({ en: 'IP', zh: 'IP' }, { readOnly: true }),
    client: text({ en: 'Client', zh: '客户端' }, { readOnly: true, maxLength: 500 }),
    action: text({ en: 'Action', zh: '操作类型' }, { readOnly: true }),
    object: text({ en: 'Object', zh: '对象' }, { readOnly: true, maxLength: 200 }),
    content: text({ en: 'Content', zh: '内容' }, { readOnly: true, format: 'lines', maxLength: 100_000 }),
  },
  list: {
    columns: ['at', 'user', 'action', 'object', 'content', 'ip', 'client'],
    search: ['user', 'object', 'action', 'ip'],
    filters: ['at'],
    sort: { by: 'at', order: 'desc' },
  },
})

/** Every sign-in attempt. */
export const signInLog = defineEntity({
  name: 'signInLog',
  path: 'sign-in-log',
  area: 'system',
  scope: 'none',
  title: 'user',
  origin: 'server',
  roles: readers,
  words: { one: { en: 'Sign-in', zh: '登录日志' }, many: { en: 'Sign-in log', zh: '登录日志' } },
  fields: {
    at: instant({ en: 'Time', zh: '时间' }, { readOnly: true, required: true }),
    user: text({ en: 'User', zh: '用户' }, { readOnly: true, maxLength: 128 }),
    ip: text({ en: 'IP', zh: 'IP' }, { readOnly: true }),
    client: text({ en: 'Client', zh: '客户端' }, { readOnly: true, maxLength: 500 }),
    result: choice(
      { en: 'Result', zh: '结果' },
      {
        readOnly: true,
        options: [
          { value: 'in', words: { en: 'Signed in', zh: '登录成功' }, tone: 'good' },
          { value: 'out', words: { en: 'Signed out', zh: '退出' }, tone: 'idle' },
          { value: 'wrong', words: { en: 'Wrong account or password', zh: '账号或密码错误' }, tone: 'warning' },
          { value: 'code', words: { en: 'Wrong code', zh: '密码正确，验证码错误' }, tone: 'warning' },
          { value: 'locked', words: { en: 'Locked out', zh: '已锁定' }, tone: 'alarm' },
          { value: 'disabled', words: { en: 'Disabled account', zh: '账号已停用' }, tone: 'warning' },
        ],
      },
    ),
  },
  list: {
    columns: ['at', 'user', 'ip', 'client', 'result'],
    search: ['user', 'ip'],
    filters: ['result', 'at'],
    sort: { by: 'at', order: 'desc' },
  },
})

/** A list of values offered by forms. */
export const dictType = defineEntity({
  name: 'dictType',
  path: 'dictionary-types',
  area: 'system',
  scope: 'none',
  title: 'name',
  imports: true,
  roles: { write: 'super', remove: 'super' },
  words: { one: { en: 'Dictionary', zh: '字典' }, many: { en: 'Dictionaries', zh: '数据字典' } },
  begin: {
    en: 'A dictionary adds options to the built-in options of a field. Used types: product_category, third_party_type, work_order_class and gallery_category. Add its entries under Dictionary entries.',
    zh: '字典用于在字段的内置选项之外增加自定义选项。系统使用的类型有 product_category、third_party_type、work_order_class 和 gallery_category；字典项在“字典数据”中维护。',
  },
  fields: {
    name: text({ en: 'Name', zh: '字典名称' }, { required: true }),
    type: text({ en: 'Type', zh: '字典类型' }, { required: true, fixed: true, format: 'code', maxLength: 64 }),
    isEnabled: flag({ en: 'Enabled', zh: '启用' }, { default: true }),
    remark,
  },
  list: {
    columns: ['name', 'type', 'isEnabled', 'remark', 'createdAt'],
    search: ['name', 'type'],
    filters: ['isEnabled'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['type']],
})

/** One value of a dictionary, available to forms as dictLabel and dictValue. */
export const dictEntry = defineEntity({
  name: 'dictEntry',
  path: 'dictionary-entries',
  area: 'system',
  scope: 'none',
  title: 'dictLabel',
  imports: true,
  roles: { write: 'super', remove: 'super' },
  words: { one: { en: 'Dictionary entry', zh: '字典数据' }, many: { en: 'Dictionary entries', zh: '字典数据' } },
  begin: {
    en: 'One option of a dictionary: the value is stored, the labels are displayed. Create the dictionary first.',
    zh: '字典数据是字典中的一个选项：键值用于存储，标签用于显示。请先建立字典。',
  },
  fields: {
    type: {
      kind: 'ref',
      words: { en: 'Dictionary', zh: '字典' },
      required: true,
      default: null,
      to: 'dictType',
      onRemove: 'refuse',
    },
    dictLabel: text({ en: 'Label', zh: '字典标签' }, { required: true }),
    dictLabelZh: text({ en: 'Chinese label', zh: '中文标签' }),
    dictValue: text({ en: 'Value', zh: '字典键值' }, { required: true, maxLength: 64 }),
    order: number(
      { en: 'Order', zh: '显示排序' },
      { required: true, integer: true, min: 0, max: 9999, digits: 0, default: 0 },
    ),
    isEnabled: flag({ en: 'Enabled', zh: '启用' }, { default: true }),
  },
  list: {
    columns: ['type', 'dictLabel', 'dictLabelZh', 'dictValue', 'order', 'isEnabled'],
    search: ['dictLabel', 'dictLabelZh', 'dictValue'],
    filters: ['type', 'isEnabled'],
    sort: { by: 'order', order: 'asc' },
  },
  unique: [['type', 'dictValue']],
})

/** A scheduled job. The server defines the jobs; their schedule is a setting. */
export const job = defineEntity({
  name: 'job',
  path: 'jobs',
  area: 'system',
  scope: 'none',
  title: 'name',
  roles: { read: 'manager', write: 'super', remove: 'super' },
  words: { one: { en: 'Scheduled job', zh: '定时任务' }, many: { en: 'Scheduled jobs', zh: '定时任务' } },
  fields: {
    name: text({ en: 'Name', zh: '任务名称' }, { required: true }),
    task: choice(
      { en: 'Task', zh: '执行内容' },
      {
        required: true,
        fixed: true,
        options: [
          { value: 'cleanLogs', words: { en: 'Delete old logs', zh: '清理过期日志' } },
          { value: 'freeze', words: { en: 'Record meter readings', zh: '电表冻结与能耗统计' } },
          { value: 'backup', words: { en: 'Create a backup', zh: '系统备份' } },
          { value: 'verifyBackup', words: { en: 'Test-restore the newest backup', zh: '试恢复最新备份' } },
          { value: 'vacuum', words: { en: 'Vacuum the database', zh: '整理数据库' } },
          { value: 'checkStorage', words: { en: 'Check disk space', zh: '检查存储空间' } },
        ],
      },
    ),
    cron: text(
      { en: 'Cron expression', zh: 'cron 表达式' },
      {
        required: true,
        format: 'cron',
        maxLength: 120,
        emptyWords: { en: 'Please enter the cron expression', zh: '请输入 cron 表达式' },
      },
    ),
    keep: number(
      { en: 'Retention', zh: '保留数量' },
      {
        required: true,
        integer: true,
        min: 1,
        max: 3650,
        digits: 0,
        default: 30,
        when: { field: 'task', is: ['cleanLogs', 'backup'] },
        help: { en: 'Days of logs, or number of backups', zh: '日志天数或备份份数' },
      },
    ),
    misfire: choice(
      { en: 'Missed runs', zh: '错过执行时' },
      {
        required: true,
        default: 'once',
        help: { en: 'What to do with runs missed while the server was down', zh: '服务停止期间错过的执行如何处理' },
        options: [
          { value: 'once', words: { en: 'Run once immediately', zh: '立即补执行一次' } },
          { value: 'skip', words: { en: 'Skip', zh: '跳过' } },
        ],
      },
    ),
    template: {
      kind: 'ref',
      words: { en: 'Failure notification', zh: '失败通知模板' },
      required: false,
      default: null,
      to: 'template',
      onRemove: 'empty',
    },
    runningSince: instant({ en: 'Running since', zh: '运行开始时间' }, { readOnly: true }),
    nextAt: instant({ en: 'Next run', zh: '下次执行' }, { readOnly: true }),
    lastAt: instant({ en: 'Last run', zh: '上次执行' }, { readOnly: true }),
    lastResult: choice(
      { en: 'Last result', zh: '上次结果' },
      {
        readOnly: true,
        options: [
          { value: 'done', words: { en: 'Succeeded', zh: '成功' }, tone: 'good' },
          { value: 'failed', words: { en: 'Failed', zh: '失败' }, tone: 'alarm' },
        ],
      },
    ),
    lastMessage: text({ en: 'Last message', zh: '上次信息' }, { readOnly: true, maxLength: 1000 }),
    remark,
  },
  list: {
    columns: ['name', 'task', 'status', 'nextAt', 'lastAt', 'lastResult', 'lastMessage', 'cron'],
    search: ['name'],
    filters: ['status', 'task', 'lastResult'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '状态' },
    initial: 'paused',
    states: [
      { value: 'paused', words: { en: 'Paused', zh: '暂停' }, tone: 'idle' },
      { value: 'running', words: { en: 'Scheduled', zh: '运行' }, tone: 'good' },
    ],
    moves: {
      resume: {
        words: { en: 'Schedule', zh: '启用' },
        from: ['paused'],
        to: 'running',
        confirm: { en: 'Runs according to its cron expression from now on.', zh: '此后将按 cron 表达式定时执行。' },
      },
      pause: {
        words: { en: 'Pause', zh: '暂停' },
        from: ['running'],
        to: 'paused',
        confirm: {
          en: 'No longer runs automatically. A run in progress is completed.',
          zh: '此后不再定时执行；正在进行的一次会照常完成。',
        },
      },
      runNow: {
        words: { en: 'Run now', zh: '立即执行' },
        from: ['running'],
        to: 'running',
        confirm: { en: 'Runs once now. The schedule does not change.', zh: '立即执行一次，不影响下次执行时间。' },
        done: { en: 'Job started', zh: '任务已开始执行' },
      },
      runOnce: {
        words: { en: 'Run once', zh: '执行一次' },
        from: ['paused'],
        to: 'paused',
        confirm: { en: 'Runs once now and stays paused.', zh: '立即执行一次，之后仍为暂停。' },
        done: { en: 'Job started', zh: '任务已开始执行' },
      },
    },
  },
})

/** Every run of a job. */
export const jobLog = defineEntity({
  name: 'jobLog',
  path: 'job-log',
  area: 'system',
  scope: 'none',
  title: 'message',
  origin: 'server',
  roles: readers,
  words: { one: { en: 'Job run', zh: '任务执行记录' }, many: { en: 'Job runs', zh: '任务执行记录' } },
  fields: {
    at: instant({ en: 'Time', zh: '执行时间' }, { readOnly: true, required: true }),
    job: {
      kind: 'ref',
      words: { en: 'Job', zh: '任务' },
      required: false,
      readOnly: true,
      default: null,
      to: 'job',
      onRemove: 'empty',
    },
    result: choice(
      { en: 'Result', zh: '结果' },
      {
        readOnly: true,
        options: [
          { value: 'done', words: { en: 'Succeeded', zh: '成功' }, tone: 'good' },
          { value: 'failed', words: { en: 'Failed', zh: '失败' }, tone: 'alarm' },
        ],
      },
    ),
    durationMs: number({ en: 'Duration', zh: '耗时' }, { readOnly: true, digits: 0, unit: 'ms' }),
    message: text({ en: 'Message', zh: '信息' }, { readOnly: true, maxLength: 1000 }),
  },
  list: {
    columns: ['at', 'job', 'result', 'durationMs', 'message'],
    search: ['message'],
    filters: ['job', 'result', 'at'],
    sort: { by: 'at', order: 'desc' },
  },
})
