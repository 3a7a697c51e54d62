import { defineEntity } from '../entity/define.ts'
import type { EntityValues } from '../entity/field.ts'
import { choice, instant, number, pictures, ref, rows, text } from '../entity/field.ts'
import { ownerProject } from '../entity/owner.ts'
import { plantDevice, latitude, longitude, remark } from '../entity/commonFields.ts'
import { duplicatePath, findDuplicates } from '../entity/duplicates.ts'
import { deviceAlarms, productAlarms, tagAlarmFaults } from '../alarms/tagAlarm.ts'

const alarmRuleWords = { en: 'Some alarms contradict each other', zh: '部分告警互相矛盾' }

/** A device of a product, with its data besides live values. */
export const device = defineEntity({
  name: 'device',
  path: 'devices',
  area: 'platform',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Device', zh: '设备' }, many: { en: 'Devices', zh: '设备' } },
  begin: {
    en: 'A device belongs to a product, which defines the points it reports: create the product first. The telemetry device is the name used in MQTT topics.',
    zh: '设备属于某个产品，产品说明其上报的内容，请先建立产品。遥测设备是其实时数据所用的名称。',
  },
  fields: {
    name: text(
      { en: 'Name', zh: '设备名称' },
      { required: true, emptyWords: { en: 'Please enter the device name', zh: '请输入设备名称' } },
    ),
    serial: text(
      { en: 'Serial number', zh: '设备编号' },
      {
        required: true,
        fixed: true,
        format: 'code',
        maxLength: 64,
        emptyWords: { en: 'Please enter the serial number', zh: '请输入设备编号' },
      },
    ),
    product: ref({ en: 'Product', zh: '所属产品' }, 'product', {
      required: true,
      emptyWords: { en: 'Please choose the product', zh: '请选择产品' },
    }),
    firmware: ref({ en: 'Firmware', zh: '固件' }, 'firmware', { onRemove: 'empty' }),
    plantDevice,
    messageKey: text(
      { en: 'Name in messages', zh: '报文标识' },
      {
        maxLength: 256,
        help: {
          en: 'How topics or messages name this device if its product has a payload mapping, for example plug_4C11AE. Empty: the serial number.',
          zh: '产品配置了报文映射时，主题或消息中标识该设备的名称，如 plug_4C11AE。留空则使用设备编号。',
        },
      },
    ),
    signal: number(
      { en: 'Signal', zh: '信号强度' },
      {
        readOnly: true,
        min: -200,
        max: 0,
        digits: 0,
        unit: 'dBm',
        help: {
          en: 'Reported by the device as the point signal, rssi, wifiSignal or signalStrength',
          zh: '由设备以点位 signal、rssi、wifiSignal 或 signalStrength 上报',
        },
      },
    ),
    activatedAt: instant({ en: 'Activated', zh: '激活时间' }, { readOnly: true }),
    lastOnlineAt: instant({ en: 'Last online', zh: '最后在线时间' }, { readOnly: true }),
    address: text({ en: 'Address', zh: '所在地址' }, { maxLength: 200 }),
    longitude,
    latitude,
    picture: pictures({ en: 'Picture', zh: '图片' }, { max: 1 }),
    alarms: deviceAlarms,
    remark,
  },
  rules: [
    {
      field: 'alarms',
      words: alarmRuleWords,
      holds: (values) => tagAlarmFaults(values, 'alarms').length === 0,
      faults: (values) => tagAlarmFaults(values, 'alarms'),
    },
  ],
  list: {
    columns: ['name', 'serial', 'product', 'project', 'status', 'signal', 'firmware', 'lastOnlineAt', 'address'],
    search: ['name', 'serial', 'address'],
    filters: ['status', 'product'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['serial']],
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '设备状态' },
    initial: 1,
    states: [
      { value: 1, words: { en: 'Not activated', zh: '未激活' }, tone: 'idle' },
      { value: 2, words: { en: 'Disabled', zh: '禁用' }, tone: 'warning' },
      { value: 3, words: { en: 'Online', zh: '在线' }, tone: 'good' },
      { value: 4, words: { en: 'Offline', zh: '离线' }, tone: 'idle' },
    ],
    moves: {
      disable: {
        words: { en: 'Disable', zh: '禁用' },
        from: [1, 3, 4],
        to: 2,
        confirm: {
          en: 'Messages of a disabled device are ignored, and it accepts no commands.',
          zh: '禁用后不再接收该设备数据，也不能控制。',
        },
      },
      enable: {
        words: { en: 'Enable', zh: '启用' },
        from: [2],
        to: 4,
        isForward: true,
        confirm: {
          en: 'The device is received again and accepts commands.',
          zh: '启用后将重新接收该设备数据，并可控制。',
        },
      },
      comeOnline: { words: { en: 'Came online', zh: '上线' }, from: [1, 4], to: 3, hidden: true },
      goOffline: { words: { en: 'Went offline', zh: '离线' }, from: [3], to: 4, hidden: true },
    },
  },
})

const identifier = text({ en: 'Identifier', zh: '标识符' }, { required: true, format: 'scriptId', maxLength: 63 })
const label = text({ en: 'Name', zh: '名称' }, { required: true, maxLength: 50 })
const type = choice(
  { en: 'Data type', zh: '数据类型' },
  {
    required: true,
    default: 'decimal',
    options: [
      { value: 'integer', words: { en: 'Integer', zh: '整数' } },
      { value: 'decimal', words: { en: 'Decimal', zh: '小数' } },
      { value: 'bool', words: { en: 'Yes or no', zh: '布尔' } },
      { value: 'enum', words: { en: 'Enumeration', zh: '枚举' } },
      { value: 'string', words: { en: 'Text', zh: '字符串' } },
      { value: 'array', words: { en: 'Array', zh: '数组' } },
      { value: 'object', words: { en: 'Object', zh: '对象' } },
    ],
  },
)
const yesNo = (en: string, zh: string) => ({ kind: 'flag', words: { en, zh }, required: true, default: false }) as const

/** The lists of a thing model. Identifiers must be unique across all of them. */
const modelLists = {
  properties: rows(
    { en: 'Properties', zh: '属性' },
    {
      identifier,
      label,
      type,
      unit: text({ en: 'Unit', zh: '单位' }, { maxLength: 16 }),
      min: number({ en: 'Min', zh: '最小值' }),
      max: number({ en: 'Max', zh: '最大值' }),
      isWritable: yesNo('Writable', '可写'),
    },
    { max: 200 },
  ),
  functions: rows(
    { en: 'Functions', zh: '功能' },
    {
      identifier,
      label,
      input: text({ en: 'Input', zh: '输入参数' }, { maxLength: 500 }),
      output: text({ en: 'Output', zh: '输出参数' }, { maxLength: 500 }),
    },
    { max: 100 },
  ),
  events: rows(
    { en: 'Events', zh: '事件' },
    {
      identifier,
      label,
      level: choice(
        { en: 'Level', zh: '级别' },
        {
          required: true,
          default: 'info',
          options: [
            { value: 'info', words: { en: 'Information', zh: '信息' } },
            { value: 'alert', words: { en: 'Warning', zh: '告警' } },
            { value: 'error', words: { en: 'Fault', zh: '故障' } },
          ],
        },
      ),
    },
    { max: 100 },
  ),
}
/** Identifiers that occur twice in a thing model. */
const findDuplicateIdentifiers = (values: EntityValues) => findDuplicates(values, Object.keys(modelLists), 'identifier')

const propertyNames = ({ properties }: EntityValues): ReadonlySet<string> =>
  new Set(
    (Array.isArray(properties) ? properties : []).flatMap((row: unknown) =>
      typeof row === 'object' && row !== null && 'identifier' in row && typeof row.identifier === 'string'
        ? [row.identifier]
        : [],
    ),
  )
const findAlarmFaults = (values: EntityValues) => tagAlarmFaults(values, 'alarms', propertyNames(values))

/** A device type. Its thing model defines properties, functions and events. */
export const product = defineEntity({
  name: 'product',
  path: 'products',
  area: 'platform',
  scope: 'none',
  title: 'name',
  imports: true,
  words: { one: { en: 'Product', zh: '产品' }, many: { en: 'Products', zh: '产品' } },
  begin: {
    en: 'A product defines what its devices have in common: properties, functions and events. Create it before devices and firmware.',
    zh: '产品描述同类设备的共性：上报哪些属性，具有哪些功能和事件。先有产品，再建设备和固件。',
  },
  fields: {
    name: text(
      { en: 'Name', zh: '产品名称' },
      { required: true, emptyWords: { en: 'Please enter the product name', zh: '请输入产品名称' } },
    ),
    code: text({ en: 'Code', zh: '产品编码' }, { required: true, fixed: true, format: 'code', maxLength: 64 }),
    category: choice(
      { en: 'Category', zh: '分类' },
      {
        required: true,
        dictionary: 'product_category',
        emptyWords: { en: 'Please choose the category', zh: '请选择分类' },
        options: [
          { value: 'lamp', words: { en: 'Lamp', zh: '单灯' } },
          { value: 'loop', words: { en: 'Loop', zh: '回路' } },
          { value: 'sensor', words: { en: 'Sensor', zh: '传感器' } },
          { value: 'cabinet', words: { en: 'Cabinet', zh: '配电箱' } },
          { value: 'camera', words: { en: 'Camera', zh: '摄像头' } },
          { value: 'gateway', words: { en: 'Gateway', zh: '网关' } },
          { value: 'other', words: { en: 'Other', zh: '其他' } },
        ],
      },
    ),
    nodeType: choice(
      { en: 'Node type', zh: '节点类型' },
      {
        required: true,
        default: 'direct',
        options: [
          { value: 'direct', words: { en: 'Direct device', zh: '直连设备' } },
          { value: 'gateway', words: { en: 'Gateway', zh: '网关设备' } },
          { value: 'child', words: { en: 'Child of a gateway', zh: '网关子设备' } },
        ],
      },
    ),
    transport: choice(
      { en: 'Transport', zh: '传输协议' },
      {
        required: true,
        default: 'mqtt',
        options: [
          { value: 'mqtt', words: { en: 'MQTT', zh: 'MQTT' } },
          { value: 'tcp', words: { en: 'TCP', zh: 'TCP' } },
          { value: 'modbus', words: { en: 'Modbus', zh: 'Modbus' } },
          { value: 'opcua', words: { en: 'OPC UA', zh: 'OPC UA' } },
        ],
      },
    ),
    manufacturer: text({ en: 'Manufacturer', zh: '生产厂商' }, { note: true }),
    picture: pictures({ en: 'Picture', zh: '图片' }, { max: 1 }),
    ownerProject,
    ...modelLists,
    alarms: productAlarms,
    remark,
  },
  list: {
    columns: [
      'name',
      'code',
      'category',
      'ownerProject',
      'nodeType',
      'transport',
      'manufacturer',
      'status',
      'updatedAt',
    ],
    search: ['name', 'code', 'manufacturer'],
    filters: ['category', 'ownerProject', 'status', 'transport'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['code']],
  owner: 'ownerProject',
  rules: [
    {
      field: 'alarms',
      words: alarmRuleWords,
      holds: (values) => findAlarmFaults(values).length === 0,
      faults: findAlarmFaults,
    },
    {
      field: 'properties',
      words: { en: 'Identifiers in a thing model must be unique', zh: '物模型中标识符不能重复' },
      holds: (values) => findDuplicateIdentifiers(values).length === 0,
      faults: (values) =>
        findDuplicateIdentifiers(values).map((each) => {
          const place = duplicatePath(each, modelLists)
          return {
            path: each.path,
            words: {
              en: `Identifier ${each.value} is already used in ${place.en}; identifiers in a thing model must be unique`,
              zh: `标识符 ${each.value} 与${place.zh}重复，物模型中标识符不能重复`,
            },
          }
        }),
    },
  ],
  lifecycle: {
    field: 'status',
    words: { en: 'Status', zh: '状态' },
    initial: 'draft',
    states: [
      { value: 'draft', words: { en: 'In development', zh: '未发布' }, tone: 'idle' },
      { value: 'published', words: { en: 'Published', zh: '已发布' }, tone: 'good' },
    ],
    moves: {
      publish: {
        words: { en: 'Publish', zh: '发布' },
        from: ['draft'],
        to: 'published',
        confirm: {
          en: 'Marks the product as finished. Its devices are not affected.',
          zh: '标记该产品已定型；发布前后设备的工作方式不变。',
        },
      },
      withdraw: {
        words: { en: 'Unpublish', zh: '取消发布' },
        from: ['published'],
        to: 'draft',
        confirm: { en: 'Its devices are not affected.', zh: '该产品下的设备不受影响。' },
      },
    },
  },
})
