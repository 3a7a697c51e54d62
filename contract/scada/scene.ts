import { defineEntity } from '../entity/define.ts'
import { choice, live, number, pictures, ref, refs, text } from '../entity/field.ts'
import { formulaFault } from '../entity/formula.ts'
import { sceneDevice } from '../telemetry/reservedNames.ts'
import { formatTag, isPoint } from '../telemetry/tags.ts'

/** Lifecycle of scenes, linkages and scripts: enabled or disabled. */
export const enabled = {
  field: 'status',
  words: { en: 'State', zh: '状态' },
  initial: 'disabled',
  states: [
    { value: 'disabled', words: { en: 'Disabled', zh: '停用' }, tone: 'idle' },
    { value: 'enabled', words: { en: 'Enabled', zh: '启用' }, tone: 'good' },
  ],
  moves: {
    enable: { words: { en: 'Enable', zh: '启用' }, from: ['disabled'], to: 'enabled' },
    disable: { words: { en: 'Disable', zh: '停用' }, from: ['enabled'], to: 'disabled' },
  },
} as const

/** A part of a factory with its devices, drawing and cameras. */
export const scene = defineEntity({
  name: 'scene',
  path: 'scenes',
  area: 'scada',
  scope: 'project',
  title: 'name',
  words: { one: { en: 'Scene', zh: '场景' }, many: { en: 'Scenes', zh: '场景' } },
  fields: {
    name: text(
      { en: 'Name', zh: '场景名称' },
      { required: true, emptyWords: { en: 'Please enter the scene name', zh: '请输入场景名称' } },
    ),
    institution: text({ en: 'Institution', zh: '所属机构' }),
    picture: pictures({ en: 'Image', zh: '图片' }, { max: 1 }),
    description: text({ en: 'Description', zh: '描述' }, { format: 'lines', maxLength: 500 }),
    devices: refs({ en: 'Devices', zh: '关联设备' }, 'device', { exclusive: true, max: 500 }),
    drawing: text(
      { en: 'Drawing', zh: '关联组态' },
      { format: 'drawing', maxLength: 64, help: { en: 'Drawing of this scene', zh: '展示该场景的图纸' } },
    ),
    cameras: refs({ en: 'Cameras', zh: '摄像头' }, 'camera', { max: 32 }),
  },
  list: {
    columns: ['name', 'institution', 'project', 'devices', 'status', 'createdBy', 'updatedAt'],
    search: ['name', 'institution'],
    filters: ['status'],
    sort: { by: 'updatedAt', order: 'desc' },
  },
  unique: [['name']],
  lifecycle: enabled,
})

/**
 * Returns the tag of a variable: the referenced tag of a measured variable, otherwise the tag published for its scene.
 */
export function variableTag({
  project,
  scene: sceneId,
  identifier,
  origin,
  tag,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (origin === 'tag') return typeof tag === 'string' && tag !== '' ? tag : undefined
  return typeof project === 'string' && typeof sceneId === 'string' && typeof identifier === 'string'
    ? formatTag({ project, device: sceneDevice(sceneId), point: identifier })
    : undefined
}

/** A variable of a scene: entered manually, measured, or computed from others. */
export const variable = defineEntity({
  name: 'variable',
  path: 'scene-variables',
  area: 'scada',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Variable', zh: '变量' }, many: { en: 'Variables', zh: '变量' } },
  fields: {
    scene: ref({ en: 'Scene', zh: '场景' }, 'scene', {
      required: true,
      fixed: true,
      emptyWords: { en: 'Please choose the scene', zh: '请选择场景' },
    }),
    name: text({ en: 'Name', zh: '变量名称' }, { required: true, maxLength: 50 }),
    identifier: text({ en: 'Identifier', zh: '标识符' }, { required: true, format: 'scriptId', maxLength: 50 }),
    origin: choice(
      { en: 'Kind', zh: '变量类型' },
      {
        required: true,
        default: 'input',
        options: [
          { value: 'input', words: { en: 'Entered', zh: '录入型' } },
          { value: 'tag', words: { en: 'Measured', zh: '直采型' } },
          { value: 'operation', words: { en: 'Computed', zh: '运算型' } },
        ],
      },
    ),
    unit: text({ en: 'Unit', zh: '单位' }, { maxLength: 16 }),
    present: live(
      { en: 'Current value', zh: '当前值' },
      { point: 'value', getTag: variableTag, unitBy: 'unit', digits: 3 },
    ),
    valueType: choice(
      { en: 'Type', zh: '数据类型' },
      {
        required: true,
        default: 'number',
        options: [
          { value: 'number', words: { en: 'Numeric', zh: '数值型' } },
          { value: 'text', words: { en: 'Text', zh: '字符型' } },
        ],
      },
    ),
    storage: choice(
      { en: 'Storage', zh: '存储方式' },
      {
        required: true,
        default: 'store',
        options: [
          { value: 'store', words: { en: 'Store', zh: '存储' } },
          { value: 'none', words: { en: 'Do not store', zh: '不存储' } },
        ],
      },
    ),
    access: choice(
      { en: 'Access', zh: '读写' },
      {
        required: true,
        default: 'rw',
        options: [
          { value: 'rw', words: { en: 'Read and write', zh: '读写' } },
          { value: 'r', words: { en: 'Read only', zh: '只读' } },
        ],
      },
    ),
    value: text({ en: 'Default value', zh: '默认值' }, { maxLength: 200, when: { field: 'origin', is: ['input'] } }),
    tag: text(
      { en: 'Variable reference', zh: '变量引用' },
      { required: true, format: 'tag', maxLength: 192, when: { field: 'origin', is: ['tag'] } },
    ),
    formula: text(
      { en: 'Formula', zh: '计算公式' },
      {
        required: true,
        maxLength: 200,
        when: { field: 'origin', is: ['operation'] },
        help: {
          en: 'Operators + - * / % and variables in braces, for example {power} * 2',
          zh: '支持 + - * / %，变量写在花括号中：{power} * 2',
        },
      },
    ),
    cycle: choice(
      { en: 'Calculation period', zh: '计算周期' },
      {
        required: true,
        default: 'periodic',
        when: { field: 'origin', is: ['operation'] },
        options: [
          { value: 'periodic', words: { en: 'Periodic', zh: '周期计算' } },
          { value: 'custom', words: { en: 'Custom time period', zh: '自定义时间段' } },
        ],
      },
    ),
    everyMinutes: number(
      { en: 'Interval', zh: '计算间隔' },
      {
        integer: true,
        min: 1,
        max: 1440,
        digits: 0,
        default: 5,
        unit: 'min',
        when: { field: 'cycle', is: ['periodic'] },
      },
    ),
    span: choice(
      { en: 'Time period', zh: '时间段' },
      {
        required: true,
        default: 'day',
        when: { field: 'cycle', is: ['custom'] },
        options: [
          { value: 'day', words: { en: 'Day', zh: '日' } },
          { value: 'week', words: { en: 'Week', zh: '周' } },
          { value: 'month', words: { en: 'Month', zh: '月' } },
        ],
      },
    ),
    statistic: choice(
      { en: 'Statistic method', zh: '统计方式' },
      {
        options: [
          { value: 'last', words: { en: 'Last', zh: '原值' } },
          { value: 'sum', words: { en: 'Sum', zh: '累计' } },
          { value: 'mean', words: { en: 'Average', zh: '平均值' } },
          { value: 'max', words: { en: 'Maximum', zh: '最大值' } },
          { value: 'min', words: { en: 'Minimum', zh: '最小值' } },
          { value: 'difference', words: { en: 'Increase', zh: '增量' } },
          { value: 'integral', words: { en: 'Total over time (per hour)', zh: '按小时积分' } },
        ],
        help: {
          en: 'Statistic of each variable in the formula over the period. Default: last value.',
          zh: '公式中各变量在计算周期内的取值方式，默认取周期末的原值',
        },
      },
    ),
  },
  list: {
    columns: ['name', 'present', 'identifier', 'scene', 'origin', 'valueType', 'access', 'formula', 'tag'],
    search: ['name', 'identifier'],
    filters: ['scene', 'origin'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['scene', 'identifier']],
  rules: [
    {
      field: 'formula',
      words: { en: 'Formula error', zh: '计算公式错误' },
      holds: ({ origin, formula }) => origin !== 'operation' || formulaFault(formula) !== 'syntax',
    },
    {
      field: 'formula',
      words: { en: 'Please insert a variable', zh: '请插入变量' },
      holds: ({ origin, formula }) => origin !== 'operation' || formulaFault(formula) !== 'variable',
    },
    {
      field: 'value',
      words: { en: 'A numeric variable needs a number', zh: '数值型变量应填写数字' },
      holds: ({ origin, valueType, value }) =>
        origin !== 'input' || valueType !== 'number' || typeof value !== 'string' || isNumber(value),
    },
    {
      field: 'identifier',
      words: { en: 'This identifier is reserved', zh: '该标识符为保留字' },
      holds: ({ origin, identifier }) => origin === 'tag' || typeof identifier !== 'string' || isPoint(identifier),
    },
  ],
})

const isNumber = (typed: string): boolean => typed.trim() === '' || Number.isFinite(Number(typed))
