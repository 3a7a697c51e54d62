import { defineEntity } from '../entity/define.ts'
import type { EntityValues } from '../entity/field.ts'
import { choices, flag, number, rows, text } from '../entity/field.ts'
import { findDuplicates } from '../entity/duplicates.ts'
import { percent, weekdays } from './shared.ts'

/** Times that occur twice in a timetable. */
const findDuplicateTimes = (values: EntityValues) => findDuplicates(values, ['points'], 'at')

/** Lamp settings by time of day: up to six time points. The last one applies past midnight until the first. */
export const timetable = defineEntity({
  name: 'timetable',
  path: 'timetables',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  words: {
    one: { en: 'Timetable strategy', zh: '时间表策略' },
    many: { en: 'Timetable strategies', zh: '时间表策略' },
  },
  fields: {
    name: text(
      { en: 'Schedule name', zh: '策略名称' },
      { required: true, emptyWords: { en: 'Please enter the schedule name', zh: '请输入策略名称' } },
    ),
    points: rows(
      { en: 'Time points', zh: '时间点' },
      {
        at: text({ en: 'Time', zh: '时间' }, { required: true, format: 'time', maxLength: 5 }),
        dimming: percent('Dimming ratio', '调光比例', true),
        dimming2: percent('Head 2', '副灯', false, {
          en: 'Second head of double-head lamps. Empty: as the first.',
          zh: '双头灯的副灯，留空与主灯相同',
        }),
        colorTemperature: percent('Colour temperature ratio', '色温比例', true),
      },
      {
        max: 6,
        required: true,
        emptyWords: { en: 'Please enter at least one time point', zh: '请至少填写一个时间点' },
      },
    ),
    days: choices(
      { en: 'Weekdays', zh: '星期' },
      {
        options: weekdays,
        noneWords: { en: 'Every day', zh: '每天' },
        help: { en: 'Empty: every day', zh: '不选则每天执行' },
      },
    ),
    isDefault: flag({ en: 'Project default', zh: '项目默认' }),
  },
  list: {
    columns: ['name', 'project', 'points', 'days', 'isDefault', 'updatedBy', 'updatedAt'],
    search: ['name'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  single: 'isDefault',
  rules: [
    {
      field: 'points',
      words: { en: 'Each time may occur only once', zh: '时间点不能重复' },
      holds: (values) => findDuplicateTimes(values).length === 0,
      faults: (values) =>
        findDuplicateTimes(values).map(({ path, value, firstRow }) => ({
          path,
          words: {
            en: `${value} is already used in row ${firstRow}; each time may occur only once`,
            zh: `时间 ${value} 与第 ${firstRow} 行重复，时间点不能重复`,
          },
        })),
    },
  ],
})

/** Up to eight light scenes. An area recalls one by its number, which sends the scene's values to each lamp. */
export const lightScene = defineEntity({
  name: 'lightScene',
  path: 'light-scenes',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  words: { one: { en: 'Scene strategy', zh: '场景策略' }, many: { en: 'Scene strategies', zh: '场景策略' } },
  fields: {
    name: text(
      { en: 'Name', zh: '策略名称' },
      { required: true, emptyWords: { en: 'Please enter the strategy name', zh: '请输入策略名称' } },
    ),
    scenes: rows(
      { en: 'Scenes', zh: '场景' },
      {
        label: text({ en: 'Label', zh: '名称' }, { maxLength: 30 }),
        dimming: percent('Dimming', '调光', true),
        dimming2: percent('Head 2', '副灯', false, {
          en: 'Second head of double-head lamps. Empty: as the first.',
          zh: '双头灯的副灯，留空与主灯相同',
        }),
        colorTemperature: percent('Colour temperature', '色温', true),
      },
      { max: 8, required: true, emptyWords: { en: 'Please enter at least one scene', zh: '请至少填写一个场景' } },
    ),
  },
  list: {
    columns: ['name', 'project', 'scenes', 'updatedBy', 'updatedAt'],
    search: ['name'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
})

const segment = (en: string, zh: string) =>
  number(
    { en, zh },
    {
      required: true,
      min: 0,
      max: 100,
      integer: true,
      digits: 0,
      unit: '%',
      emptyWords: { en: `Please enter the brightness of ${en}`, zh: `请输入${zh}亮度` },
    },
  )

/** Luminance of a tunnel's six segments in driving direction, by the luminance outside. */
export const brightness = defineEntity({
  name: 'brightness',
  path: 'brightness-strategies',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  words: { one: { en: 'Brightness strategy', zh: '亮度策略' }, many: { en: 'Brightness strategies', zh: '亮度策略' } },
  fields: {
    name: text(
      { en: 'Name', zh: '策略名称' },
      { required: true, emptyWords: { en: 'Please enter the strategy name', zh: '请输入策略名称' } },
    ),
    threshold1: segment('Threshold 1', '入口段 1'),
    threshold2: segment('Threshold 2', '入口段 2'),
    transition1: segment('Transition 1', '过渡段 1'),
    transition2: segment('Transition 2', '过渡段 2'),
    interior: segment('Interior', '中间段'),
    exit: segment('Exit', '出口段'),
    designLuminance: number(
      { en: 'Design luminance outside', zh: '洞外设计亮度' },
      {
        required: true,
        min: 100,
        max: 20_000,
        digits: 0,
        unit: 'cd/m²',
        default: 4000,
        help: {
          en: 'Luminance outside at which the segments have the brightness above',
          zh: '洞外达到该亮度时各段采用上述亮度',
        },
      },
    ),
    least: number(
      { en: 'Minimum brightness', zh: '最低亮度' },
      { required: true, min: 0, max: 100, integer: true, digits: 0, unit: '%', default: 10 },
    ),
    lightTraffic: number(
      { en: 'Brightness in light traffic', zh: '小交通量亮度比例' },
      {
        min: 30,
        max: 100,
        integer: true,
        digits: 0,
        unit: '%',
        help: {
          en: 'Percentage of the brightness above at 350 vehicles per hour and lane or fewer; 100 % from 1,200 (two-way tube: 180 and 650). Empty: traffic is ignored.',
          zh: '单向交通 ≤350 辆/(h·车道) 时采用的亮度比例，≥1200 时采用全部亮度（双向交通为 180 与 650），其间线性变化；留空则不随交通量调节',
        },
      },
    ),
  },
  list: {
    columns: ['name', 'project', 'threshold1', 'threshold2', 'transition1', 'transition2', 'interior', 'exit'],
    search: ['name'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
})
