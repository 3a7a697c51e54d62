import { defineEntity } from '../entity/define.ts'
import { choice, flag, instant, number, ref, rows, text } from '../entity/field.ts'
import { delayLimit } from './delayLimit.ts'
import {
  canEnd,
  isComparable,
  isMomentary,
  isWindow,
  listExpressionFaults,
  telemetryDeviceField,
  toRows,
  trigger,
  whenField,
} from './linkageTrigger.ts'
import { enabled } from './scene.ts'

const action = {
  kind: choice(
    { en: 'Action', zh: '执行动作' },
    {
      required: true,
      default: 'device',
      emptyWords: { en: 'Please choose the action', zh: '请选择执行动作' },
      options: [
        { value: 'device', words: { en: 'Device', zh: '设备执行' } },
        { value: 'facility', words: { en: 'Lighting facility', zh: '照明设施执行' } },
        { value: 'product', words: { en: 'Product', zh: '产品执行' } },
        { value: 'alarm', words: { en: 'Alarm execution', zh: '告警执行' } },
        { value: 'recovery', words: { en: 'Alarm recovery', zh: '告警恢复' } },
        { value: 'notification', words: { en: 'Notification', zh: '发送通知' } },
      ],
    },
  ),
  device: ref({ en: 'Device', zh: '设备' }, 'device', {
    required: true,
    when: whenField('kind', 'device'),
    emptyWords: { en: "Please choose the action's device", zh: '请选择执行设备' },
  }),
  facility: telemetryDeviceField(
    "Please choose the action's telemetry device",
    '请选择执行的遥测设备',
    whenField('kind', 'facility'),
  ),
  product: ref({ en: 'Product', zh: '产品' }, 'product', {
    required: true,
    when: whenField('kind', 'product'),
    emptyWords: { en: "Please choose the action's product", zh: '请选择执行产品' },
  }),
  identifier: text(
    { en: 'Identifier', zh: '标识符' },
    {
      required: true,
      format: 'scriptId',
      maxLength: 63,
      when: whenField('kind', 'device', 'facility', 'product'),
      emptyWords: { en: 'Please choose the attribute or function', zh: '请选择要执行的属性或功能' },
    },
  ),
  value: text(
    { en: 'Value', zh: '执行值' },
    {
      required: true,
      maxLength: 100,
      when: whenField('kind', 'device', 'facility', 'product'),
      help: {
        en: 'A number, a text, or a value of an enumeration or its name. Switches: 1/0 or true/false.',
        zh: '数值、文本，或枚举的值或名称；开关量填 1/0 或 true/false',
      },
      emptyWords: { en: "Please enter the action's value", zh: '请输入执行值' },
    },
  ),
  level: choice(
    { en: 'Alarm level', zh: '告警级别' },
    {
      default: 2,
      when: whenField('kind', 'alarm'),
      options: [
        { value: 1, words: { en: 'Low', zh: '低' } },
        { value: 2, words: { en: 'Medium', zh: '中' } },
        { value: 3, words: { en: 'High', zh: '高' } },
      ],
    },
  ),
  template: ref({ en: 'Notification template', zh: '通知模板' }, 'template', {
    required: true,
    when: whenField('kind', 'notification'),
    emptyWords: { en: 'Please choose the notification template', zh: '请选择通知模板' },
  }),
  text: text(
    { en: 'Text (empty: the trigger)', zh: '文本（留空为触发原因）' },
    { maxLength: 200, when: whenField('kind', 'alarm', 'notification') },
  ),
}

const results = [
  { value: 'done', words: { en: 'Done', zh: '成功' }, tone: 'good' },
  { value: 'failed', words: { en: 'Failed', zh: '失败' }, tone: 'alarm' },
  { value: 'idle', words: { en: 'No effect', zh: '未生效' }, tone: 'idle' },
  { value: 'cut', words: { en: 'Loop stopped', zh: '因循环中止' }, tone: 'warning' },
] as const

const byHand = {
  confirm: { en: 'Runs all actions now, regardless of the triggers.', zh: '立即执行一次动作，不判断触发条件。' },
  done: { en: 'Linkage started', zh: '联动已开始执行' },
}

/** A rule that runs actions when its triggers fire. */
export const linkage = defineEntity({
  name: 'linkage',
  path: 'linkages',
  area: 'scada',
  scope: 'project',
  title: 'name',
  words: { one: { en: 'Scene linkage', zh: '场景联动' }, many: { en: 'Scene linkages', zh: '场景联动' } },
  fields: {
    name: text(
      { en: 'Name', zh: '联动名称' },
      { required: true, emptyWords: { en: "Please enter the linkage's name", zh: '请输入联动名称' } },
    ),
    condition: choice(
      { en: 'Condition', zh: '触发条件' },
      {
        required: true,
        default: 'any',
        options: [
          { value: 'any', words: { en: 'Any trigger', zh: '任意条件' } },
          { value: 'all', words: { en: 'All triggers', zh: '所有条件' } },
          { value: 'none', words: { en: 'No trigger', zh: '不满足条件' } },
        ],
      },
    ),
    triggers: rows({ en: 'Triggers', zh: '触发器' }, trigger, {
      required: true,
      max: 20,
      help: {
        en: 'Hold time: the trigger counts after it has held this long. Hysteresis: distance the value must return before the trigger ends. Time window: the linkage runs only within one, whatever the condition.',
        zh: '持续时间：持续成立这么久才触发。回差：数值须退回这么多，触发才解除。时间段限制：无论触发条件为何，联动仅在时间段内执行。',
      },
      emptyWords: { en: 'Please add a trigger', zh: '请添加触发器' },
    }),
    actions: rows({ en: 'Actions', zh: '执行动作' }, action, {
      required: true,
      max: 20,
      help: {
        en: 'Alarm actions have no effect with a timed trigger alone. Texts may contain {name} (device), {point}, {value} and {linkage}.',
        zh: '仅由定时触发时，告警动作不生效。文本可用 {name}（设备）、{point}（点位）、{value}（数值）、{linkage}（联动名称）。',
      },
      emptyWords: { en: 'Please add an action', zh: '请添加执行动作' },
    }),
    execution: choice(
      { en: 'Execution', zh: '执行方式' },
      {
        required: true,
        default: 'serial',
        options: [
          { value: 'serial', words: { en: 'Sequential', zh: '串行' } },
          { value: 'parallel', words: { en: 'Parallel', zh: '并行' } },
        ],
      },
    ),
    delay: {
      ...number(
        { en: 'Delay', zh: '延时执行' },
        { required: true, integer: true, min: 0, digits: 0, default: 0, unit: 's' },
      ),
      get max() {
        return delayLimit.seconds
      },
      get help() {
        return {
          en: `At most ${delayLimit.seconds} s. Delayed actions are lost when the server restarts.`,
          zh: `最长 ${delayLimit.seconds} 秒；延时期间服务重启则不再执行`,
        }
      },
    },
    silence: number(
      { en: 'Quiet period', zh: '静默时间' },
      {
        required: true,
        integer: true,
        min: 0,
        max: 1440,
        digits: 0,
        default: 0,
        help: {
          en: 'Minimum time between runs: 0 to 1440 minutes or seconds (see the unit). 0: no limit.',
          zh: '0–1440 分钟或秒（单位见“静默单位”），执行后在此时间内不再触发；0 表示不静默',
        },
      },
    ),
    silenceUnit: choice(
      { en: 'Quiet period unit', zh: '静默单位' },
      {
        required: true,
        default: 'minute',
        options: [
          { value: 'minute', words: { en: 'Minutes', zh: '分钟' } },
          { value: 'second', words: { en: 'Seconds', zh: '秒' } },
        ],
      },
    ),
    isOnce: flag({ en: 'Execute once', zh: '只执行一次' }),
    owner: ref({ en: 'Runs as', zh: '执行身份' }, 'account', {
      readOnly: true,
      onRemove: 'empty',
      help: {
        en: 'Account that saved or enabled the linkage last. It runs with the permissions of this account and stops when they are lost.',
        zh: '最后保存或启用本联动的账号；联动以其权限执行，该账号失去权限后不再执行',
      },
    }),
    hasAlarm: flag({ en: 'Raises alarm', zh: '包含告警' }, { readOnly: true }),
    recovery: ref({ en: 'Recovery scene', zh: '恢复告警场景' }, 'linkage', {
      onRemove: 'empty',
      help: {
        en: 'Paired linkage that clears the alarm, or whose alarm this one clears. Set it in one of the two.',
        zh: '与本联动配对的告警或恢复联动，任一方指定另一方即可',
      },
    }),
    problem: text({ en: 'Problem', zh: '问题' }, { readOnly: true, maxLength: 500 }),
    lastAt: instant({ en: 'Last run', zh: '上次执行' }, { readOnly: true }),
    lastResult: choice({ en: 'Last result', zh: '上次结果' }, { readOnly: true, options: results }),
  },
  list: {
    columns: [
      'name',
      'project',
      'status',
      'problem',
      'lastResult',
      'lastAt',
      'owner',
      'condition',
      'execution',
      'silence',
      'delay',
      'isOnce',
      'hasAlarm',
      'updatedAt',
    ],
    search: ['name'],
    filters: ['status', 'condition', 'lastResult'],
    sort: { by: 'updatedAt', order: 'desc' },
  },
  unique: [['name']],
  lifecycle: {
    ...enabled,
    creationHint: {
      move: 'enable',
      words: {
        en: 'Linkage added. It is disabled: enable it to activate its triggers.',
        zh: '联动已新增，当前为停用状态：启用前，触发器不会生效。',
      },
    },
    moves: {
      enable: {
        ...enabled.moves.enable,
        confirm: { en: 'Runs automatically when its triggers fire.', zh: '启用后将按触发器自动执行。' },
        done: { en: 'Linkage enabled', zh: '联动已启用' },
      },
      disable: {
        ...enabled.moves.disable,
        confirm: {
          en: 'Its triggers no longer fire. You can still run it manually.',
          zh: '停用后触发器不再生效，仍可手动执行。',
        },
        done: { en: 'Linkage disabled', zh: '联动已停用' },
      },
      runNow: { words: { en: 'Run once', zh: '执行一次' }, from: ['enabled'], to: 'enabled', ...byHand },
      runOnce: { words: { en: 'Run once', zh: '执行一次' }, from: ['disabled'], to: 'disabled', ...byHand },
    },
  },
  derived: { hasAlarm: ({ actions }) => toRows(actions).some(({ kind }) => kind === 'alarm') },
  rules: [
    {
      field: 'triggers',
      words: { en: 'At most one timer per trigger set', zh: '一组触发器最多包含一个定时' },
      holds: ({ triggers }) => toRows(triggers).filter(({ source }) => source === 'timed').length <= 1,
    },
    {
      field: 'triggers',
      words: {
        en: 'Online and offline triggers need a platform device. For a facility, compare one of its points.',
        zh: '上线、下线仅适用于平台设备；照明设施请比较其点位',
      },
      holds: ({ triggers }) =>
        toRows(triggers).every(
          ({ source, thing }) => source !== 'facility' || (thing !== 'online' && thing !== 'offline'),
        ),
    },
    {
      field: 'triggers',
      words: { en: 'Greater, less and between need numbers', zh: '大小和区间比较的值应为数字' },
      holds: ({ triggers }) => toRows(triggers).every(isComparable),
    },
    {
      field: 'triggers',
      words: {
        en: 'The hysteresis of "Not between" must be less than half of the interval',
        zh: '“不介于”的回差应小于区间的一半',
      },
      holds: ({ triggers }) => toRows(triggers).every(canEnd),
    },
    {
      field: 'triggers',
      words: { en: 'The expression is not valid', zh: '表达式无效' },
      holds: (values) => listExpressionFaults(values).length === 0,
      faults: listExpressionFaults,
    },
    {
      field: 'triggers',
      words: {
        en: 'A time window limits other triggers. Please add at least one more.',
        zh: '时间段只限制其他触发器，请再添加至少一个触发器',
      },
      holds: ({ triggers }) => !toRows(triggers).every(isWindow),
    },
    {
      field: 'condition',
      words: {
        en: 'With "All triggers" or "No trigger", at most one trigger may be momentary (timer, function, event, custom)',
        zh: '选择“所有条件”或“不满足条件”时，定时、功能、事件、自定义这类瞬时触发最多一个',
      },
      holds: ({ condition, triggers }) => condition === 'any' || toRows(triggers).filter(isMomentary).length <= 1,
    },
    {
      field: 'condition',
      words: {
        en: '"No trigger" needs at least one trigger with a state: attribute, online or offline',
        zh: '“不满足条件”至少需要一个持续状态的触发器：属性、设备上线或设备下线',
      },
      holds: ({ condition, triggers }) =>
        condition !== 'none' ||
        !toRows(triggers)
          .filter((row) => !isWindow(row))
          .every(isMomentary),
    },
  ],
})

/** One run of a linkage: its trigger, and the result of each action. */
export const linkageRun = defineEntity({
  name: 'linkageRun',
  path: 'linkage-runs',
  area: 'scada',
  scope: 'project',
  title: 'cause',
  origin: 'server',
  words: { one: { en: 'Linkage run', zh: '联动执行记录' }, many: { en: 'Linkage runs', zh: '联动执行记录' } },
  fields: {
    at: instant({ en: 'Time', zh: '执行时间' }, { readOnly: true, required: true }),
    linkage: ref({ en: 'Scene linkage', zh: '场景联动' }, 'linkage', { readOnly: true, onRemove: 'empty' }),
    device: text({ en: 'Set off by', zh: '触发设备' }, { readOnly: true, maxLength: 128, isDevice: true }),
    cause: text({ en: 'Trigger', zh: '触发原因' }, { readOnly: true, required: true, maxLength: 500 }),
    result: choice({ en: 'Result', zh: '结果' }, { readOnly: true, required: true, options: results }),
    tookMs: number({ en: 'Duration', zh: '耗时' }, { readOnly: true, min: 0, digits: 0, unit: 'ms' }),
    steps: rows(
      { en: 'Actions', zh: '执行动作' },
      {
        device: text({ en: 'Device', zh: '设备' }, { readOnly: true, maxLength: 128, isDevice: true }),
        what: text({ en: 'Action', zh: '动作' }, { readOnly: true, maxLength: 500 }),
        outcome: choice(
          { en: 'Result', zh: '结果' },
          {
            readOnly: true,
            options: [
              { value: 'done', words: { en: 'Done', zh: '成功' }, tone: 'good' },
              { value: 'failed', words: { en: 'Failed', zh: '失败' }, tone: 'alarm' },
              { value: 'skipped', words: { en: 'Not executed', zh: '未执行' }, tone: 'idle' },
            ],
          },
        ),
        reason: text({ en: 'Remark', zh: '说明' }, { readOnly: true, maxLength: 500 }),
      },
      { readOnly: true, max: 20 },
    ),
  },
  list: {
    columns: ['at', 'linkage', 'device', 'cause', 'result', 'tookMs', 'steps'],
    search: ['cause', 'device'],
    filters: ['linkage', 'result', 'at'],
    sort: { by: 'at', order: 'desc' },
  },
})

/** Returns true if actions of this kind send commands to devices. */
export const isDeviceAction = (kind: unknown): boolean => kind === 'device' || kind === 'facility' || kind === 'product'
