import { defineEntity } from '../entity/define.ts'
import { choice, number, ref, rows, text } from '../entity/field.ts'
import { tubes } from './shared.ts'

const metres = (en: string, zh: string, max: number) => number({ en, zh }, { min: 0, max, unit: 'm', digits: 1 })
const tube = {
  from: number({ en: 'From', zh: '起点' }, { min: 0, max: 100_000, unit: 'm', required: true }),
  to: number({ en: 'To', zh: '终点' }, { min: 0, max: 100_000, unit: 'm', required: true }),
  name: text({ en: 'Segment', zh: '段名' }, { required: true, maxLength: 50 }),
}

/** A tunnel with two tubes and their segments, in metres from the left portal. */
export const tunnel = defineEntity({
  name: 'tunnel',
  path: 'tunnels',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Tunnel', zh: '隧道' }, many: { en: 'Tunnels', zh: '隧道' } },
  fields: {
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the tunnel', zh: '请输入隧道名称' } },
    ),
    description: text({ en: 'Description', zh: '描述' }, { format: 'lines', maxLength: 500 }),
    address: text(
      { en: 'Address', zh: '地址' },
      { required: true, maxLength: 200, emptyWords: { en: 'Please enter the address', zh: '请输入地址' } },
    ),
    length: metres('Length', '长度', 100_000),
    laneCount: number(
      { en: 'Lane count', zh: '车道数' },
      {
        integer: true,
        min: 1,
        max: 16,
        digits: 0,
        help: {
          en: 'Traffic is calculated per lane. A lane count set at a traffic sensor takes precedence.',
          zh: '用于计算每车道交通量；车流量传感器已填写车道数时以传感器为准',
        },
      },
    ),
    laneWidth: number(
      { en: 'Lane width', zh: '车道宽度' },
      {
        min: 0,
        max: 20,
        unit: 'm',
        digits: 2,
        help: {
          en: 'With the lane count: carriageway, for the lighting power per square metre',
          zh: '与车道数一起计算车道面积，用于照明功率密度',
        },
      },
    ),
    direction: choice(
      { en: 'Direction', zh: '方向' },
      {
        help: {
          en: 'Traffic in each tube. Both ways: a threshold zone at both ends.',
          zh: '每洞的行车方向；双向行车时两端均为入口段',
        },
        options: [
          { value: 'one', words: { en: 'One way', zh: '单向' } },
          { value: 'both', words: { en: 'Both ways', zh: '双向' } },
        ],
      },
    ),
    designSpeed: number(
      { en: 'Design speed', zh: '设计车速' },
      {
        min: 10,
        max: 140,
        digits: 0,
        unit: 'km/h',
        help: {
          en: 'If set, the details show the required luminance along each tube.',
          zh: '填写后，详情页显示各洞过渡段所需亮度',
        },
      },
    ),
    statisticPeriod: number(
      { en: 'Statistic period', zh: '统计周期' },
      {
        integer: true,
        min: 1,
        max: 1440,
        digits: 0,
        unit: 'min',
        help: {
          en: 'Averaging period for traffic. Empty: 15 minutes. A period set at a traffic sensor takes precedence.',
          zh: '交通量按该周期取平均，留空为 15 分钟；车流量传感器已填写周期时以传感器为准',
        },
      },
    ),
    coefficient: number(
      { en: 'Conversion coefficient', zh: '转换系数' },
      {
        integer: true,
        min: 1,
        max: 100,
        digits: 0,
        default: 1,
        required: true,
        help: {
          en: 'Factor applied to the values of the control sensors of this tunnel, in addition to their own coefficient',
          zh: '与传感器自身系数一并乘到本隧道控制类传感器的测量值上',
        },
      },
    ),
    brightness: ref({ en: 'Brightness strategy', zh: '亮度策略' }, 'brightness', { variants: ['tunnel'] }),
    left: rows({ en: 'Left tube', zh: '左洞' }, tube, { max: 50 }),
    right: rows({ en: 'Right tube', zh: '右洞' }, tube, { max: 50 }),
  },
  list: {
    columns: ['name', 'address', 'length', 'laneCount', 'direction', 'labelling', 'createdBy', 'createdAt'],
    search: ['name', 'address'],
    filters: ['direction', 'labelling'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  lifecycle: {
    field: 'labelling',
    words: { en: 'Device annotation', zh: '设备标注' },
    initial: 'import',
    states: [
      { value: 'import', words: { en: 'Device import', zh: '设备导入' }, tone: 'idle' },
      { value: 'mark', words: { en: 'Map annotation', zh: '地图标注' }, tone: 'underway' },
      { value: 'done', words: { en: 'Annotation complete', zh: '标注完成' }, tone: 'good' },
    ],
    moves: {
      beginMarking: { words: { en: 'Start annotation', zh: '开始标注' }, from: ['import', 'done'], to: 'mark' },
      completeMarking: { words: { en: 'Complete annotation', zh: '完成标注' }, from: ['mark'], to: 'done' },
      importAgain: { words: { en: 'Reimport devices', zh: '重新导入设备' }, from: ['mark', 'done'], to: 'import' },
    },
  },
})

/** A section of a tunnel. Strategies and luminaires are assigned to it. */
export const tunnelSection = defineEntity({
  name: 'tunnelSection',
  path: 'tunnel-sections',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Tunnel section', zh: '隧道段' }, many: { en: 'Tunnel sections', zh: '隧道段' } },
  fields: {
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the tunnel section', zh: '请输入隧道段名称' } },
    ),
    number: number(
      { en: 'Number', zh: '编号' },
      {
        required: true,
        integer: true,
        min: 1,
        max: 999,
        digits: 0,
        emptyWords: { en: 'Please enter the number of the tunnel section', zh: '请输入隧道段编号' },
      },
    ),
    tunnel: {
      kind: 'ref',
      words: { en: 'Tunnel', zh: '隧道' },
      required: true,
      default: null,
      to: 'tunnel',
      onRemove: 'refuse',
      emptyWords: { en: 'Please choose the tunnel', zh: '请选择隧道' },
    },
    tube: choice({ en: 'Tube', zh: '洞' }, { required: true, default: 'left', options: tubes }),
    zone: choice(
      { en: 'Zone', zh: '照明段' },
      {
        options: [
          { value: 'th1', words: { en: 'Threshold 1', zh: '入口段 1' } },
          { value: 'th2', words: { en: 'Threshold 2', zh: '入口段 2' } },
          { value: 'tr1', words: { en: 'Transition 1', zh: '过渡段 1' } },
          { value: 'tr2', words: { en: 'Transition 2', zh: '过渡段 2' } },
          { value: 'in', words: { en: 'Interior', zh: '中间段' } },
          { value: 'ex', words: { en: 'Exit', zh: '出口段' } },
        ],
      },
    ),
  },
  list: {
    columns: ['name', 'number', 'tunnel', 'tube', 'zone'],
    search: ['name'],
    filters: ['tunnel', 'tube', 'zone'],
    sort: { by: 'number', order: 'asc' },
  },
  unique: [['tunnel', 'tube', 'number']],
})
