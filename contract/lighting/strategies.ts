import { defineEntity } from '../entity/define.ts'
import type { EntityValues } from '../entity/field.ts'
import { choice, choices, flag, number, ref, refs, rows, text } from '../entity/field.ts'
import { dateFields, dateRules } from './dateRanges.ts'
import { percent, weekdays } from './shared.ts'

interface RepeatedPoint {
  /** Path of the field with the time. */
  readonly path: string
  readonly time: string
  readonly firstRow: number
}

/** Points with a time that an earlier row has. */
function findRepeatedPoints(values: EntityValues): readonly RepeatedPoint[] {
  const first = new Map<string, number>()
  return (Array.isArray(values['points']) ? values['points'] : []).flatMap((point: unknown, index) => {
    const { event, at, offset }: Readonly<Record<string, unknown>> =
      typeof point === 'object' && point !== null ? { ...point } : {}
    const isSun = event === 'sunrise' || event === 'sunset'
    const time = isSun ? `${event} ${Number(offset ?? 0)} min` : String(at)
    const firstRow = first.get(time)
    if (firstRow !== undefined) return [{ path: `points.${index}.${isSun ? 'offset' : 'at'}`, time, firstRow }]
    first.set(time, index + 1)
    return []
  })
}

/** A named set of days, such as holidays, on which other timetables apply. */
export const lightCalendar = defineEntity({
  name: 'lightCalendar',
  path: 'light-calendars',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  words: { one: { en: 'Holiday calendar', zh: '节假日日历' }, many: { en: 'Holiday calendars', zh: '节假日日历' } },
  fields: {
    name: text(
      { en: 'Name', zh: '名称' },
      { required: true, emptyWords: { en: 'Please enter the name of the calendar', zh: '请输入日历名称' } },
    ),
    priority: number(
      { en: 'Priority', zh: '优先级' },
      {
        required: true,
        integer: true,
        min: 1,
        max: 99,
        digits: 0,
        default: 10,
        help: {
          en: 'If several timetables apply on a day, the one with the highest priority wins.',
          zh: '同一天有多个策略时，优先级数值最大者生效',
        },
      },
    ),
    days: rows(
      { en: 'Days', zh: '日期' },
      { label: text({ en: 'Label', zh: '名称' }, { maxLength: 50 }), ...dateFields },
      {
        max: 100,
        required: true,
        emptyWords: { en: 'Please enter at least one day', zh: '请至少填写一个日期' },
        help: { en: 'MM-DD: each year. YYYY-MM-DD: once', zh: 'MM-DD 为每年，YYYY-MM-DD 为当年' },
      },
    ),
  },
  list: {
    columns: ['name', 'project', 'priority', 'days', 'updatedBy', 'updatedAt'],
    search: ['name'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  rules: [dateRules('days')],
})

/**
 * Lamp settings by time of day: up to six time points. The last one applies past midnight until the first. Weekdays,
 * dates and calendars restrict the days on which it applies; on these it can replace another timetable.
 */
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
        event: choice(
          { en: 'At', zh: '时刻' },
          {
            required: true,
            default: 'clock',
            options: [
              { value: 'clock', words: { en: 'Clock time', zh: '钟点' } },
              { value: 'sunset', words: { en: 'Sunset', zh: '日落' } },
              { value: 'sunrise', words: { en: 'Sunrise', zh: '日出' } },
            ],
          },
        ),
        at: text(
          { en: 'Time', zh: '时间' },
          { required: true, format: 'time', maxLength: 5, when: { field: 'event', is: ['clock'] } },
        ),
        offset: number(
          { en: 'Offset', zh: '偏移' },
          {
            integer: true,
            min: -240,
            max: 240,
            digits: 0,
            unit: 'min',
            default: 0,
            when: { field: 'event', is: ['sunset', 'sunrise'] },
            help: { en: 'Negative: before', zh: '负数为提前' },
          },
        ),
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
    dates: rows({ en: 'Dates', zh: '日期范围' }, dateFields, {
      max: 12,
      noneWords: { en: 'All year', zh: '全年' },
      help: { en: 'MM-DD: each year. Empty: all year', zh: 'MM-DD 为每年，留空则全年执行' },
    }),
    calendars: refs({ en: 'Calendars', zh: '日历' }, 'lightCalendar', {
      max: 20,
      help: { en: 'Only on the days of these calendars', zh: '仅在所选日历的日期执行' },
    }),
    replaces: ref({ en: 'Replaces', zh: '替换策略' }, 'timetable', {
      onRemove: 'empty',
      help: {
        en: 'On its days, this timetable applies wherever that one is used. The calendar with the highest priority wins.',
        zh: '在其执行日期内，所有使用该策略的区域与回路改按本策略运行；多个策略同日时，日历优先级最高者生效',
      },
    }),
    isDefault: flag({ en: 'Project default', zh: '项目默认' }),
  },
  list: {
    columns: ['name', 'project', 'points', 'days', 'calendars', 'replaces', 'isDefault', 'updatedBy', 'updatedAt'],
    search: ['name'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  single: 'isDefault',
  rules: [
    {
      field: 'points',
      words: { en: 'Each time may occur only once', zh: '时间点不能重复' },
      holds: (values) => findRepeatedPoints(values).length === 0,
      faults: (values) =>
        findRepeatedPoints(values).map(({ path, time, firstRow }) => ({
          path,
          words: {
            en: `${time} is already used in row ${firstRow}; each time may occur only once`,
            zh: `时间 ${time} 与第 ${firstRow} 行重复，时间点不能重复`,
          },
        })),
    },
    dateRules('dates'),
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
