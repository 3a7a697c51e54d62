import { remark } from '../entity/commonFields.ts'
import { defineEntity } from '../entity/define.ts'
import { number, ref, text } from '../entity/field.ts'
import { isTagPattern } from '../telemetry/tagPattern.ts'

const days = { required: true, integer: true, min: 1, max: 36_500, digits: 0 } as const

/** Retention of tag history. The most specific matching rule applies; tags without a rule are kept forever. */
export const tagRetention = defineEntity({
  name: 'tagRetention',
  path: 'history-retention',
  area: 'system',
  scope: 'none',
  title: 'pattern',
  imports: true,
  roles: { read: 'manager', write: 'super', remove: 'super' },
  words: { one: { en: 'Retention rule', zh: '历史保留规则' }, many: { en: 'History retention', zh: '历史数据保留' } },
  begin: {
    en: 'A rule sets how long the history of matching tags is kept. Without a rule, history is never deleted.',
    zh: '规则设定其匹配点位的历史数据保留时间。没有规则时，历史数据永不删除。',
  },
  fields: {
    ofProject: ref({ en: 'Project', zh: '项目' }, 'project', {
      noneWords: { en: 'All projects', zh: '所有项目' },
      help: { en: 'Empty: all projects', zh: '留空则为所有项目' },
    }),
    pattern: text(
      { en: 'Tags', zh: '点位' },
      {
        required: true,
        default: '#',
        maxLength: 200,
        help: {
          en: 'device/point, for example pole-1/power. + matches one level, # at the end matches the rest: +/power, pole-1/#, #. The most specific rule applies; a project rule precedes one for all projects.',
          zh: '设备/点位，如 pole-1/power。+ 代表一级名称，末尾的 # 代表全部，如 +/power、pole-1/#、#。以最具体的规则为准，指定项目的规则优先于所有项目的规则。',
        },
      },
    ),
    rawDays: number(
      { en: 'Raw values', zh: '原始值' },
      {
        ...days,
        default: 365,
        unit: 'd',
        help: { en: 'Number of days. Older values are deleted.', zh: '保留天数，更早的数据将被删除' },
      },
    ),
    minuteDays: number(
      { en: 'Minute aggregates', zh: '分钟聚合' },
      {
        ...days,
        default: 1095,
        unit: 'd',
        help: {
          en: 'Number of days. Minimum, maximum, average, count and share of good quality per minute.',
          zh: '保留天数。每分钟的最小值、最大值、平均值、数量和质量良好率',
        },
      },
    ),
    hourDays: number(
      { en: 'Hour aggregates', zh: '小时聚合' },
      {
        ...days,
        default: 7300,
        unit: 'd',
        help: { en: 'Number of days. The same figures per hour.', zh: '保留天数。每小时的同类数据' },
      },
    ),
    remark,
  },
  list: {
    columns: ['pattern', 'ofProject', 'rawDays', 'minuteDays', 'hourDays', 'remark'],
    search: ['pattern'],
    filters: ['ofProject'],
    sort: { by: 'pattern', order: 'asc' },
  },
  unique: [['ofProject', 'pattern']],
  rules: [
    {
      field: 'pattern',
      words: {
        en: 'Names separated by /; + for exactly one level, # only as the last level',
        zh: '名称之间以 / 分隔；+ 单独占一级，# 单独占一级且只能在末尾',
      },
      holds: ({ pattern }) => typeof pattern !== 'string' || isTagPattern(pattern),
    },
  ],
})
