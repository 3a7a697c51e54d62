import { defineEntity } from '../entity/define.ts'
import { flag, instant, number, ref, text } from '../entity/field.ts'

const commandedPercent = (en: string, zh: string) =>
  number({ en, zh }, { readOnly: true, min: 0, max: 100, integer: true, unit: '%' })

/** A group of poles that is controlled as a whole. Broadcasts to the group carry its number (1 to 99). */
export const area = defineEntity({
  name: 'area',
  path: 'areas',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Area', zh: '区域' }, many: { en: 'Areas', zh: '区域' } },
  fields: {
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the area', zh: '请输入区域名称' } },
    ),
    number: number(
      { en: 'Area number', zh: '区域号' },
      {
        required: true,
        integer: true,
        min: 1,
        max: 99,
        digits: 0,
        emptyWords: { en: 'Please enter the area number', zh: '请输入区域号' },
      },
    ),
    description: text({ en: 'Description', zh: '描述' }, { format: 'lines', maxLength: 500 }),
    timetable: ref({ en: 'Timetable', zh: '时间表策略' }, 'timetable'),
    scene: ref({ en: 'Scene strategy', zh: '场景策略' }, 'lightScene'),
    luminaire: text({ en: 'Luminaire', zh: '灯具型号' }),
    power: number(
      { en: 'Rated power', zh: '额定功率' },
      {
        min: 0,
        max: 10_000,
        unit: 'W',
        help: {
          en: 'Power of each lamp without a rated power of its own, for the figures',
          zh: '单灯未填写额定功率时，指标按此功率计算',
        },
      },
    ),
    spacing: number({ en: 'Spacing', zh: '灯间距' }, { min: 0, max: 1000, unit: 'm' }),
    height: number({ en: 'Mounting height', zh: '安装高度' }, { min: 0, max: 100, unit: 'm' }),
    // Last command sent to the lamps of the area, manually or by timetable, and its time. No other code writes it.
    dimming: commandedPercent('Dimming ratio', '调光比例'),
    colorTemperature: commandedPercent('Colour temperature ratio', '色温比例'),
    isOn: flag({ en: 'Switched on', zh: '开启' }, { readOnly: true }),
    commandedAt: instant({ en: 'Last light command', zh: '照明指令时间' }, { readOnly: true }),
    colorCommandedAt: instant({ en: 'Last colour command', zh: '色温指令时间' }, { readOnly: true }),
  },
  list: {
    columns: ['name', 'number', 'project', 'timetable', 'scene', 'dimming', 'colorTemperature', 'isOn'],
    search: ['name'],
    filters: ['timetable', 'scene', 'isOn'],
    sort: { by: 'number', order: 'asc' },
  },
  unique: [['number']],
})

/** A floor of a factory or hall, and the drawing that shows it. */
export const floor = defineEntity({
  name: 'floor',
  path: 'floors',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Floor', zh: '楼层' }, many: { en: 'Floors', zh: '楼层' } },
  fields: {
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the floor', zh: '请输入楼层名称' } },
    ),
    number: number(
      { en: 'Floor number', zh: '楼层号' },
      { required: true, integer: true, min: -99, max: 999, digits: 0 },
    ),
    building: text({ en: 'Building', zh: '楼栋' }),
    drawing: text(
      { en: 'Drawing', zh: '关联图纸' },
      { format: 'drawing', maxLength: 64, help: { en: 'Drawing of this floor', zh: '展示该楼层的图纸' } },
    ),
    description: text({ en: 'Description', zh: '描述' }, { format: 'lines', maxLength: 500 }),
  },
  list: {
    columns: ['name', 'number', 'building', 'drawing', 'description'],
    search: ['name', 'building'],
    sort: { by: 'number', order: 'asc' },
  },
  unique: [['building', 'number']],
})
