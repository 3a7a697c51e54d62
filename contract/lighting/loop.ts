import { defineEntity } from '../entity/define.ts'
import { choice, flag, live, number, ref, text } from '../entity/field.ts'
import { installation } from './installation.ts'
import { device, protocols } from './shared.ts'

/** A circuit of a cabinet, switched or dimmed as a whole. */
export const loop = defineEntity({
  name: 'loop',
  path: 'loops',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Loop', zh: '回路' }, many: { en: 'Loops', zh: '回路' } },
  fields: {
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the loop', zh: '请输入回路名称' } },
    ),
    kind: choice(
      { en: 'Type', zh: '类型' },
      {
        required: true,
        emptyWords: { en: 'Please choose the type of the loop', zh: '请选择回路类型' },
        options: [
          { value: 1, words: { en: 'Single switch', zh: '单路开关' } },
          { value: 2, words: { en: 'Three-phase switch', zh: '三相开关' } },
          { value: 3, words: { en: 'Single dimming', zh: '单路调光' } },
          { value: 4, words: { en: 'Single colour temperature', zh: '单路色温' } },
        ],
      },
    ),
    address: text(
      { en: 'Address', zh: '地址' },
      {
        required: true,
        format: 'address',
        maxLength: 32,
        emptyWords: { en: 'Please enter the address', zh: '请输入地址' },
      },
    ),
    cabinet: ref({ en: 'Cabinet', zh: '所属配电箱' }, 'cabinet', {
      required: true,
      emptyWords: { en: 'Please choose the parent cabinet', zh: '请选择所属配电箱' },
    }),
    group: number(
      { en: 'Group number', zh: '组号' },
      {
        required: true,
        integer: true,
        min: 1,
        max: 99,
        digits: 0,
        emptyWords: { en: 'Please enter the group number', zh: '请输入组号' },
      },
    ),
    protocol: choice(
      { en: 'Protocol', zh: '协议' },
      { options: protocols, required: true, emptyWords: { en: 'Please choose the protocol', zh: '请选择协议' } },
    ),
    workMode: choice(
      { en: 'Work mode', zh: '工作模式' },
      {
        required: true,
        default: 0,
        emptyWords: { en: 'Please choose the work mode', zh: '请选择工作模式' },
        options: [
          { value: 0, words: { en: 'Timetable', zh: '时间表' } },
          { value: 1, words: { en: 'Longitude/latitude', zh: '经纬度' } },
        ],
      },
    ),
    area: ref({ en: 'Area', zh: '区域' }, 'area', {
      onRemove: 'empty',
      help: {
        en: 'Commands, scenes and the timetable of the area also reach this loop.',
        zh: '区域的命令、场景与时间表同样作用于本回路',
      },
    }),
    section: ref({ en: 'Tunnel section', zh: '隧道段' }, 'tunnelSection', {
      onRemove: 'empty',
      help: {
        en: 'In a tunnel with a brightness strategy, a loop without a timetable follows the daylight.',
        zh: '隧道绑定亮度策略时，未单独设置时间表的回路随洞外亮度调节',
      },
    }),
    timetable: ref({ en: 'Timetable', zh: '时间表策略' }, 'timetable', {
      when: { field: 'workMode', is: [0] },
      help: { en: 'Empty: that of the area, or the project default', zh: '留空则使用区域的时间表或项目默认策略' },
    }),
    onOffset: number(
      { en: 'Switch-on offset from sunset', zh: '开灯偏移（日落）' },
      { integer: true, min: -240, max: 240, digits: 0, unit: 'min', default: 0, when: { field: 'workMode', is: [1] } },
    ),
    offOffset: number(
      { en: 'Switch-off offset from sunrise', zh: '关灯偏移（日出）' },
      { integer: true, min: -240, max: 240, digits: 0, unit: 'min', default: 0, when: { field: 'workMode', is: [1] } },
    ),
    ratio: number(
      { en: 'Transformer change ratio', zh: '互感器变比' },
      {
        required: true,
        min: 1,
        max: 10_000,
        default: 1,
        emptyWords: { en: 'Please enter the ratio', zh: '请输入变比' },
      },
    ),
    absorptionCurrent: number(
      { en: 'Absorption current', zh: '吸合电流' },
      {
        min: 0,
        max: 10_000,
        unit: 'A',
        help: {
          en: 'A lower current while on, or a higher one while off, raises a contactor error.',
          zh: '闭合时低于、断开时高于该值即判定接触器故障',
        },
      },
    ),
    ratedCurrent: number(
      { en: 'Rated current', zh: '额定电流' },
      {
        min: 0.1,
        max: 10_000,
        unit: 'A',
        help: { en: 'If set, a current more than 20 % above raises an alarm.', zh: '填写后，超过额定值 20% 即告警' },
      },
    ),
    isReversed: flag({ en: 'Reversed switch (0 on, 1 off)', zh: '反向开关（0 开 1 关）' }),
    device,
    state: live(
      { en: 'Switch state', zh: '开关状态' },
      {
        point: 'switch',
        digits: 0,
        invertedBy: 'isReversed',
        options: [
          { value: 0, words: { en: 'Off', zh: '关' } },
          { value: 1, words: { en: 'On', zh: '开' } },
        ],
      },
    ),
    level: live({ en: 'Level', zh: '当前亮度' }, { point: 'dimming', unit: '%', digits: 0 }),
    color: live({ en: 'Colour temperature', zh: '当前色温' }, { point: 'colorTemperature', unit: '%', digits: 0 }),
    outputCurrent: live({ en: 'Output current', zh: '输出电流' }, { point: 'current', unit: 'A', scaledBy: 'ratio' }),
    outputVoltage: live({ en: 'Output voltage', zh: '输出电压' }, { point: 'voltage', unit: 'V' }),
    voltageA: live({ en: 'Phase A voltage', zh: 'A 相电压' }, { point: 'voltageA', unit: 'V' }),
    voltageB: live({ en: 'Phase B voltage', zh: 'B 相电压' }, { point: 'voltageB', unit: 'V' }),
    voltageC: live({ en: 'Phase C voltage', zh: 'C 相电压' }, { point: 'voltageC', unit: 'V' }),
    currentA: live({ en: 'Phase A current', zh: 'A 相电流' }, { point: 'currentA', unit: 'A', scaledBy: 'ratio' }),
    currentB: live({ en: 'Phase B current', zh: 'B 相电流' }, { point: 'currentB', unit: 'A', scaledBy: 'ratio' }),
    currentC: live({ en: 'Phase C current', zh: 'C 相电流' }, { point: 'currentC', unit: 'A', scaledBy: 'ratio' }),
  },
  list: {
    columns: ['name', 'cabinet', 'state', 'outputCurrent', 'installation', 'workMode', 'address', 'group', 'kind'],
    search: ['name', 'address'],
    filters: ['kind', 'cabinet', 'workMode', 'installation'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['cabinet', 'address']],
  lifecycle: installation,
})
