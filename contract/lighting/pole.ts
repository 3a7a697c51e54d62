import { defineEntity } from '../entity/define.ts'
import { choice, live, number, ref, text } from '../entity/field.ts'
import { installation } from './installation.ts'
import { poleKinds } from './lampTypes.ts'
import { channels, device, latitude, longitude, percent, protocols } from './shared.ts'

/** A single lamp: a street light pole, or a luminaire of a tunnel or hall. */
export const pole = defineEntity({
  name: 'pole',
  path: 'poles',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Pole', zh: '单灯' }, many: { en: 'Poles', zh: '单灯' } },
  fields: {
    address: text(
      { en: 'ID', zh: '编号' },
      {
        required: true,
        format: 'address',
        maxLength: 32,
        emptyWords: { en: 'Please enter the ID of the pole', zh: '请输入单灯编号' },
      },
    ),
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the pole', zh: '请输入单灯名称' } },
    ),
    area: ref({ en: 'Area', zh: '区域' }, 'area', {
      required: true,
      emptyWords: { en: 'Please choose the area', zh: '请选择区域' },
    }),
    cabinet: ref({ en: 'Cabinet', zh: '所属配电箱' }, 'cabinet', {
      required: true,
      emptyWords: { en: 'Please choose the parent cabinet', zh: '请选择所属配电箱' },
    }),
    section: ref({ en: 'Tunnel section', zh: '隧道段' }, 'tunnelSection', { onRemove: 'empty', variants: ['tunnel'] }),
    channel: choice(
      { en: 'Communication channel', zh: '通信信道' },
      {
        options: channels,
        required: true,
        emptyWords: { en: 'Please choose the communication channel', zh: '请选择通信信道' },
      },
    ),
    kind: choice(
      { en: 'Pole type', zh: '单灯类型' },
      {
        required: true,
        emptyWords: { en: 'Please choose the type of the pole', zh: '请选择单灯类型' },
        options: [
          { value: 1, words: { en: 'Single CCT dim', zh: '单色温调光' } },
          { value: 2, words: { en: 'Dual CCT dim', zh: '双色温调光' } },
          { value: 3, words: { en: 'Dual lamps (double head) dim', zh: '双灯（双头）调光' } },
        ],
      },
    ),
    protocol: choice(
      { en: 'Protocol', zh: '协议' },
      { options: protocols, required: true, emptyWords: { en: 'Please choose the protocol', zh: '请选择协议' } },
    ),
    // 1 is reserved.
    workMode: choice(
      { en: 'Work mode', zh: '工作模式' },
      {
        required: true,
        default: 0,
        emptyWords: { en: 'Please choose the work mode', zh: '请选择工作模式' },
        options: [
          { value: 0, words: { en: 'Timetable', zh: '时间表' } },
          { value: 2, words: { en: 'Scene', zh: '场景' } },
        ],
        help: {
          en: 'Timetable: follows the timetable of its area or, in a tunnel with a brightness strategy, the daylight outside. Scene: manual control only.',
          zh: '时间表：按区域时间表运行，隧道绑定亮度策略时随洞外亮度调节；场景：仅手动控制',
        },
      },
    ),
    factoryNumber: text({ en: 'Factory number', zh: '出厂编号' }, { maxLength: 64, note: true }),
    ratedPower: number(
      { en: 'Rated power', zh: '额定功率' },
      {
        min: 1,
        max: 10_000,
        unit: 'W',
        digits: 0,
        help: {
          en: 'If set, excess power and dimming failures raise alarms.',
          zh: '填写后可对功率超限和调光失效进行告警',
        },
      },
    ),
    longitude,
    latitude,
    dimming: percent('Dimming ratio', '调光比例', false, {
      en: 'Programs, scenes and areas reach this lamp with this percentage of their level. Empty or 0: 100 %.',
      zh: '策略、场景与区域命令按该比例下发至本灯，留空或 0 为 100 %',
    }),
    dimming2: {
      ...percent('Dimming ratio of head 2', '副灯调光比例', false, {
        en: 'The same for the second head. Empty: as the first head.',
        zh: '副灯的调光比例，留空与主灯相同',
      }),
      when: { field: 'kind', is: [poleKinds.double] },
    },
    colorTemperature: percent('Colour temperature ratio', '色温比例', false, {
      en: 'Dual CCT only: fixed share of the cool channel. Empty: as the program commands.',
      zh: '仅双色温灯：固定的冷光占比，留空则按策略下发',
    }),
    device,
    level: live({ en: 'Level', zh: '当前亮度' }, { point: 'dimming', unit: '%', digits: 0 }),
    level2: live({ en: 'Level of head 2', zh: '副灯亮度' }, { point: 'dimming2', unit: '%', digits: 0 }),
    color: live({ en: 'Colour temperature', zh: '当前色温' }, { point: 'colorTemperature', unit: '%', digits: 0 }),
    voltage: live({ en: 'Voltage', zh: '电压' }, { point: 'voltage', unit: 'V' }),
    current: live({ en: 'Current', zh: '电流' }, { point: 'current', unit: 'A', digits: 2 }),
    power: live({ en: 'Power', zh: '功率' }, { point: 'power', unit: 'W' }),
    temperature: live({ en: 'Temperature', zh: '温度' }, { point: 'temperature', unit: '°C' }),
  },
  list: {
    columns: ['name', 'address', 'section', 'area', 'level', 'power', 'installation', 'cabinet', 'workMode', 'kind'],
    search: ['name', 'address', 'factoryNumber'],
    filters: ['cabinet', 'area', 'kind', 'workMode', 'installation'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['cabinet', 'address']],
  lifecycle: installation,
})
