import type { Rule } from '../entity/define.ts'
import { type EntityValues, text } from '../entity/field.ts'

/** Inner fields of a range of days. Without an end: a single day. */
export const dateFields = {
  from: text({ en: 'From', zh: '自' }, { required: true, format: 'date', maxLength: 10 }),
  to: text({ en: 'To', zh: '至' }, { format: 'date', maxLength: 10 }),
}

/** Both ends of a range have the same form, and a range of one year does not end before it starts. */
export const dateRules = (field: string): Rule => ({
  field,
  words: { en: 'Each range must end after it starts', zh: '日期范围的结束不能早于开始' },
  holds: (values) => findWrongEnds(values[field]).length === 0,
  faults: (values) =>
    findWrongEnds(values[field]).map((index) => ({
      path: `${field}.${index}.to`,
      words: { en: 'Not before the start, and in the same form', zh: '不早于开始日期，且格式相同' },
    })),
})

function findWrongEnds(rows: EntityValues[string] | undefined): readonly number[] {
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown, index) => {
    const { from, to }: Readonly<Record<string, unknown>> = typeof row === 'object' && row !== null ? { ...row } : {}
    if (typeof from !== 'string' || typeof to !== 'string') return []
    return from.length === to.length && (from.length === 5 || from <= to) ? [] : [index]
  })
}
