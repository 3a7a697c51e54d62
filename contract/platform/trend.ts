import { defineEntity } from '../entity/define.ts'
import { flag, instant, text } from '../entity/field.ts'

/**
 * A saved trend: tags, axes and period. Its creator and the managers of the project may change it; a private one is
 * visible only to its creator. `definition` is read by `parseTrendDefinition`.
 */
export const trend = defineEntity({
  name: 'trend',
  path: 'trends',
  area: 'platform',
  scope: 'project',
  title: 'name',
  roles: { write: 'operator', remove: 'operator' },
  words: { one: { en: 'Saved trend', zh: '已存趋势' }, many: { en: 'Saved trends', zh: '已存趋势' } },
  begin: {
    en: 'A saved trend keeps tags, axes and period. Open "Trends", choose tags and select "Save".',
    zh: '已存趋势保存点位、坐标轴和时间段。打开“趋势”，选择点位后点击“保存”。',
  },
  fields: {
    name: text({ en: 'Name', zh: '名称' }, { required: true, maxLength: 100 }),
    isPublic: flag(
      { en: 'Shared', zh: '共享' },
      {
        help: {
          en: 'All members of the project see a shared trend. A private one is visible only to you and super administrators.',
          zh: '共享的趋势对项目所有成员可见，私有的仅本人和超级管理员可见。',
        },
      },
    ),
    description: text({ en: 'Description', zh: '描述' }, { format: 'lines', maxLength: 500 }),
    definition: text({ en: 'Definition (JSON)', zh: '定义（JSON）' }, { format: 'json', maxLength: 20_000 }),
  },
  list: {
    columns: ['name', 'project', 'isPublic', 'description', 'createdBy', 'updatedAt'],
    search: ['name', 'description'],
    filters: ['isPublic'],
    sort: { by: 'updatedAt', order: 'desc' },
  },
  privacy: 'isPublic',
  authored: true,
  recycles: true,
})

/**
 * A note at a time or period of a project's trends, or of one tag. Its creator and the managers of the project may change
 * it.
 */
export const trendNote = defineEntity({
  name: 'trendNote',
  path: 'trend-annotations',
  area: 'platform',
  scope: 'project',
  title: 'note',
  roles: { write: 'operator', remove: 'operator' },
  words: { one: { en: 'Trend annotation', zh: '趋势批注' }, many: { en: 'Trend annotations', zh: '趋势批注' } },
  begin: {
    en: 'Annotations explain what happened at a time. Add them on the page "Trends".',
    zh: '批注说明某个时间发生了什么。请在“趋势”页面添加。',
  },
  fields: {
    note: text({ en: 'Text', zh: '内容' }, { required: true, maxLength: 500 }),
    at: instant({ en: 'Time', zh: '时间' }, { required: true }),
    until: instant(
      { en: 'Until', zh: '结束时间' },
      { help: { en: 'For a period; empty for a point in time', zh: '用于时间段；时间点请留空' } },
    ),
    tag: text(
      { en: 'Point', zh: '点位' },
      {
        format: 'tag',
        maxLength: 191,
        noneWords: { en: 'All points of the project', zh: '项目的所有点位' },
        help: { en: 'Empty: shown in all trends of the project', zh: '留空则显示在项目的所有趋势中' },
      },
    ),
    isPublic: flag(
      { en: 'Shared', zh: '共享' },
      {
        default: true,
        help: {
          en: 'A private annotation is visible only to you and super administrators.',
          zh: '私有批注仅本人和超级管理员可见。',
        },
      },
    ),
  },
  list: {
    columns: ['note', 'at', 'until', 'tag', 'project', 'isPublic', 'createdBy'],
    search: ['note', 'tag'],
    filters: ['at', 'isPublic'],
    sort: { by: 'at', order: 'desc' },
  },
  rules: [
    {
      field: 'until',
      words: { en: 'Please enter a time after the start', zh: '结束时间应晚于开始时间' },
      holds: ({ at, until }) => typeof at !== 'number' || typeof until !== 'number' || until > at,
    },
  ],
  privacy: 'isPublic',
  authored: true,
})
