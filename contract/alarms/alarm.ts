import { defineEntity } from '../entity/define.ts'
import { choice, instant, number, ref, rows, text, type Words } from '../entity/field.ts'

const faults = [
  ['offline', 'Offline', '离线'],
  ['lampFailure', 'Lamp failure', '灯具故障'],
  ['unexpectedOn', 'Lamp on by day', '白天亮灯'],
  ['dimmingFailure', 'Dimming failure', '调光故障'],
  ['current', 'Abnormal current', '电流异常'],
  ['voltage', 'Abnormal voltage', '电压异常'],
  ['power', 'Abnormal power', '功率异常'],
  ['temperature', 'Overtemperature', '温度过高'],
  ['leakage', 'Leakage', '漏电'],
  ['supplyLoss', 'Supply loss', '停电'],
  ['breaker', 'Breaker tripped', '断路器跳闸'],
  ['contactor', 'Contactor error', '接触器故障'],
  ['doorOpen', 'Door open', '箱门打开'],
  ['communication', 'No communication', '通信故障'],
  ['limit', 'Limit exceeded', '越限'],
  ['limitHighHigh', 'High-high limit', '高高限'],
  ['limitHigh', 'High limit', '高限'],
  ['limitLow', 'Low limit', '低限'],
  ['limitLowLow', 'Low-low limit', '低低限'],
  ['state', 'State alarm', '状态告警'],
  ['linkage', 'Linkage alarm', '联动告警'],
  ['script', 'Script alarm', '脚本告警'],
] as const

/** Types of the alarm's source: the kinds of facilities, and others. */
const owners = [
  ['cabinet', 'Cabinet', '配电箱'],
  ['loop', 'Loop', '回路'],
  ['pole', 'Pole', '单灯'],
  ['sensor', 'Sensor', '传感器'],
  ['thirdParty', 'Third-party device', '第三方设备'],
  ['other', 'Other', '其他'],
] as const

/** Type of an alarm's source. */
export type AlarmOwner = (typeof owners)[number][0]

/** Values of `owner` except `cabinet`. */
export const deviceOwners: readonly string[] = owners.map(([value]) => value).filter((value) => value !== 'cabinet')

const note = text({ en: 'Note', zh: '备注' }, { format: 'lines', maxLength: 500 })

/**
 * One occurrence of a fault. Confirming is final; a new occurrence creates a new alarm. A shelved alarm requires no
 * action until its time has elapsed.
 */
export const alarm = defineEntity({
  name: 'alarm',
  path: 'alarms',
  area: 'lighting',
  scope: 'project',
  title: 'message',
  origin: 'server',
  words: { one: { en: 'Alarm', zh: '告警' }, many: { en: 'Alarms', zh: '告警' } },
  fields: {
    event: text({ en: 'Event ID', zh: '事件编号' }, { readOnly: true, maxLength: 64 }),
    fault: choice(
      { en: 'Fault type', zh: '故障类型' },
      { required: true, readOnly: true, options: faults.map(([value, en, zh]) => ({ value, words: { en, zh } })) },
    ),
    level: choice(
      { en: 'Level', zh: '级别' },
      {
        required: true,
        readOnly: true,
        default: 2,
        options: [
          { value: 1, words: { en: 'Low', zh: '低' }, tone: 'idle' },
          { value: 2, words: { en: 'Medium', zh: '中' }, tone: 'warning' },
          { value: 3, words: { en: 'High', zh: '高' }, tone: 'alarm' },
        ],
      },
    ),
    // Type of the facility at the time of the fault. Stored, because the device may be assigned to another facility
    // later.
    owner: choice(
      { en: 'Device type', zh: '设备类型' },
      { readOnly: true, default: 'other', options: owners.map(([value, en, zh]) => ({ value, words: { en, zh } })) },
    ),
    device: text({ en: 'Device', zh: '设备' }, { readOnly: true, maxLength: 128, isDevice: true }),
    point: text({ en: 'Point', zh: '点位' }, { readOnly: true, maxLength: 128 }),
    message: text({ en: 'Message', zh: '内容' }, { readOnly: true, required: true, maxLength: 500 }),
    at: instant({ en: 'Time', zh: '发生时间' }, { readOnly: true, required: true }),
    clearedAt: instant({ en: 'Cleared', zh: '恢复时间' }, { readOnly: true }),
    value: number({ en: 'Value', zh: '数值' }, { readOnly: true, min: -1e12, max: 1e12 }),
    limit: number({ en: 'Limit', zh: '限值' }, { readOnly: true, min: -1e12, max: 1e12 }),
    count: number({ en: 'Occurrences', zh: '次数' }, { readOnly: true, integer: true, digits: 0, min: 1, default: 1 }),
    confirmedBy: text({ en: 'Acknowledged by', zh: '确认人' }, { readOnly: true }),
    confirmedAt: instant({ en: 'Acknowledged at', zh: '确认时间' }, { readOnly: true }),
    shelvedUntil: instant({ en: 'Shelved until', zh: '搁置至' }, { readOnly: true }),
    workOrder: ref({ en: 'Work order', zh: '工单' }, 'workOrder', { readOnly: true, onRemove: 'empty' }),
    // Distinguishes alarms of one device and fault besides the point: the linkage that raised it.
    source: text({ en: 'Source', zh: '来源' }, { readOnly: true, maxLength: 128 }),
    urgency: number(
      { en: 'Urgency', zh: '紧急程度' },
      { readOnly: true, min: 0, max: 9, digits: 0, help: { en: 'Order of the list', zh: '列表顺序' } },
    ),
    // Acknowledging, shelving and work orders are in the row's events.
    journal: rows(
      { en: 'Journal', zh: '发生记录' },
      {
        at: instant({ en: 'Time', zh: '时间' }, { readOnly: true }),
        change: choice(
          { en: 'Change', zh: '变化' },
          {
            readOnly: true,
            options: [
              { value: 'raised', words: { en: 'Raised', zh: '产生' }, tone: 'alarm' },
              { value: 'cleared', words: { en: 'Cleared', zh: '恢复' }, tone: 'good' },
              { value: 'returned', words: { en: 'Raised again', zh: '再次产生' }, tone: 'alarm' },
            ],
          },
        ),
        value: number({ en: 'Value', zh: '数值' }, { readOnly: true, min: -1e12, max: 1e12 }),
      },
      { readOnly: true, max: 100 },
    ),
  },
  list: {
    columns: [
      'at',
      'level',
      'status',
      'message',
      'fault',
      'clearedAt',
      'owner',
      'project',
      'device',
      'workOrder',
      'confirmedBy',
    ],
    search: ['message', 'device', 'event'],
    filters: ['status', 'owner', 'fault', 'level', 'at', 'clearedAt'],
    sort: { by: 'urgency', order: 'desc' },
  },
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '状态' },
    initial: 'unconfirmed',
    states: [
      { value: 'unconfirmed', words: { en: 'Unacknowledged', zh: '未确认' }, tone: 'alarm' },
      { value: 'confirmed', words: { en: 'Acknowledged', zh: '已确认' }, tone: 'good' },
      { value: 'shelved', words: { en: 'Shelved', zh: '已搁置' }, tone: 'idle' },
    ],
    moves: {
      confirm: {
        words: { en: 'Acknowledge', zh: '确认' },
        from: ['unconfirmed', 'shelved'],
        to: 'confirmed',
        role: 'operator',
        done: { en: 'Alarm acknowledged', zh: '告警已确认' },
        fields: { note },
      },
      submitOrder: {
        words: { en: 'Create work order', zh: '提交工单' },
        from: ['unconfirmed', 'confirmed', 'shelved'],
        to: 'confirmed',
        role: 'operator',
        done: { en: 'Work order created', zh: '工单已提交' },
        fields: {
          workOrder: ref({ en: 'Work order', zh: '工单' }, 'workOrder', {
            onRemove: 'empty',
            help: {
              en: 'Assign an open work order. Leave empty to create a new one.',
              zh: '可选择未结束的工单，留空则新建',
            },
          }),
          content: text({ en: 'Content', zh: '内容' }, { format: 'lines', maxLength: 2000 }),
          urgency: choice(
            { en: 'Level', zh: '级别' },
            {
              required: true,
              default: 2,
              options: [
                { value: 1, words: { en: 'Low', zh: '低' } },
                { value: 2, words: { en: 'Normal', zh: '普通' } },
                { value: 3, words: { en: 'Urgent', zh: '紧急' } },
              ],
            },
          ),
        },
      },
      shelve: {
        words: { en: 'Shelve', zh: '搁置' },
        from: ['unconfirmed'],
        to: 'shelved',
        role: 'manager',
        done: { en: 'Alarm shelved', zh: '告警已搁置' },
        fields: {
          minutes: number(
            { en: 'Duration', zh: '时长' },
            { required: true, integer: true, min: 1, max: 1440, digits: 0, unit: 'min', default: 60 },
          ),
          note: { ...note, required: true, emptyWords: { en: 'Please enter a reason', zh: '请填写原因' } },
        },
      },
      unshelve: { words: { en: 'Unshelve', zh: '取消搁置' }, from: ['shelved'], to: 'unconfirmed', role: 'manager' },
    },
  },
})

/**
 * Order of alarms in lists: active ones by level, unacknowledged before acknowledged ones of the same level; then
 * shelved and cleared ones.
 */
export function getUrgency({ level, status, clearedAt }: Readonly<Record<string, unknown>>): number {
  if (typeof clearedAt === 'number') return 0
  if (status === 'shelved') return 1
  return (level === 1 || level === 3 ? level : 2) * 2 + (status === 'confirmed' ? 0 : 1)
}

/** Returns the label of a fault code, or undefined for unknown codes. */
export const faultWords = (fault: unknown): Words | undefined =>
  alarm.fields.fault.options.find(({ value }) => value === fault)?.words

/** Returns the label of an alarm level, or undefined for unknown levels. */
export const levelWords = (level: unknown): Words | undefined =>
  alarm.fields.level.options.find(({ value }) => value === level)?.words
