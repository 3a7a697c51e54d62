import { defineEntity } from '../entity/define.ts'
import { choice, instant, pictures, text } from '../entity/field.ts'

const person = (en: string, zh: string, isRequired = false) =>
  text({ en, zh }, { maxLength: 50, required: isRequired, note: true })
const phone = (en: string, zh: string) => text({ en, zh }, { format: 'phone', maxLength: 20, note: true })
const note = text(
  { en: 'Remark', zh: '说明' },
  { format: 'lines', maxLength: 1000, required: true, emptyWords: { en: 'Please enter a remark', zh: '请输入说明' } },
)

/** A repair order, from its report to its completion. */
export const workOrder = defineEntity({
  name: 'workOrder',
  path: 'work-orders',
  area: 'lighting',
  scope: 'project',
  title: 'number',
  words: { one: { en: 'Work order', zh: '工单' }, many: { en: 'Work orders', zh: '工单' } },
  fields: {
    number: text(
      { en: 'Number', zh: '工单编号' },
      {
        required: true,
        fixed: true,
        format: 'code',
        maxLength: 40,
        emptyWords: { en: 'Please enter the work order number', zh: '请输入工单编号' },
      },
    ),
    level: choice(
      { en: 'Level', zh: '级别' },
      {
        required: true,
        default: 2,
        options: [
          { value: 1, words: { en: 'Low', zh: '低' }, tone: 'idle' },
          { value: 2, words: { en: 'Normal', zh: '普通' }, tone: 'idle' },
          { value: 3, words: { en: 'Urgent', zh: '紧急' }, tone: 'alarm' },
        ],
      },
    ),
    source: choice(
      { en: 'Source', zh: '来源' },
      {
        required: true,
        default: 'manual',
        options: [
          { value: 'alarm', words: { en: 'Alarm', zh: '告警' } },
          { value: 'inspection', words: { en: 'Inspection', zh: '巡检' } },
          { value: 'manual', words: { en: 'Manual', zh: '手工录入' } },
        ],
      },
    ),
    classification: choice(
      { en: 'Classification', zh: '分类' },
      {
        required: true,
        default: 'repair',
        dictionary: 'work_order_class',
        options: [
          { value: 'repair', words: { en: 'Repair', zh: '维修' } },
          { value: 'maintenance', words: { en: 'Maintenance', zh: '保养' } },
          { value: 'inspection', words: { en: 'Inspection', zh: '巡检' } },
        ],
      },
    ),
    device: text({ en: 'Device', zh: '设备' }, { maxLength: 128, isDevice: true }),
    submitter: person('Submitter', '提交人'),
    submitterPhone: phone("Submitter's phone", '提交人电话'),
    handler: person('Handler', '处理人'),
    handlerPhone: phone("Handler's phone", '处理人电话'),
    content: text(
      { en: 'Content', zh: '内容' },
      {
        required: true,
        format: 'lines',
        maxLength: 2000,
        emptyWords: { en: 'Please enter the content', zh: '请输入工单内容' },
      },
    ),
    photos: pictures({ en: 'Photos', zh: '照片' }),
    dispatchedAt: instant({ en: 'Dispatched', zh: '派单时间' }, { readOnly: true }),
    receivedAt: instant({ en: 'Received', zh: '接单时间' }, { readOnly: true }),
    processedAt: instant({ en: 'Processed', zh: '处理时间' }, { readOnly: true }),
  },
  list: {
    columns: ['number', 'level', 'status', 'content', 'device', 'handler', 'createdAt', 'classification', 'submitter'],
    search: ['number', 'device', 'content', 'handler'],
    filters: ['status', 'level', 'classification', 'source'],
    sort: { by: 'createdAt', order: 'desc' },
  },
  unique: [['number']],
  roles: { write: 'operator', remove: 'manager' },
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '状态' },
    initial: 'waiting',
    closed: ['ended'],
    states: [
      { value: 'waiting', words: { en: 'To be dispatched', zh: '待派单' }, tone: 'warning' },
      { value: 'dispatched', words: { en: 'Dispatched', zh: '已派单' }, tone: 'underway' },
      { value: 'processed', words: { en: 'Processed', zh: '已处理' }, tone: 'good' },
      { value: 'ended', words: { en: 'Ended', zh: '已结束' }, tone: 'idle' },
      { value: 'abnormal', words: { en: 'Abnormal', zh: '异常' }, tone: 'alarm' },
    ],
    moves: {
      dispatch: {
        words: { en: 'Dispatch', zh: '派单' },
        from: ['waiting', 'abnormal'],
        to: 'dispatched',
        role: 'manager',
        done: { en: 'Dispatched', zh: '派单成功' },
        fields: {
          handler: person('Handler', '处理人', true),
          handlerPhone: phone("Handler's phone", '处理人电话'),
          remark: text({ en: 'Remark', zh: '说明' }, { format: 'lines', maxLength: 1000 }),
        },
      },
      // Receiving an order is recorded on the dispatched state and has no state of its own (specification, section 4).
      receive: {
        words: { en: 'Receive', zh: '接单' },
        from: ['dispatched'],
        to: 'dispatched',
        done: { en: 'Received', zh: '接单成功' },
      },
      complete: {
        words: { en: 'Complete processing', zh: '完成处理' },
        from: ['dispatched'],
        to: 'processed',
        fields: { remark: note },
        done: { en: 'Processing completed', zh: '处理完成' },
      },
      refuse: { words: { en: 'Refuse', zh: '拒绝' }, from: ['dispatched'], to: 'abnormal', fields: { remark: note } },
      terminate: {
        words: { en: 'Terminate', zh: '终止' },
        from: ['waiting', 'dispatched', 'abnormal'],
        to: 'ended',
        role: 'manager',
        fields: { remark: note },
      },
      end: {
        words: { en: 'Accept and end', zh: '验收结束' },
        from: ['processed'],
        to: 'ended',
        isForward: true,
        role: 'manager',
        fields: { remark: text({ en: 'Remark', zh: '说明' }, { format: 'lines', maxLength: 1000 }) },
      },
      resubmit: { words: { en: 'Resubmit', zh: '重新提交' }, from: ['abnormal'], to: 'waiting' },
    },
  },
})
