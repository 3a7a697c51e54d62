import { expect, it } from 'vitest'
import { entities } from '../../contract/entities.ts'
import { filterWords } from './filterWords.ts'
import { getFilters, getSpanField } from './screenConfig.ts'

it('every filter by yes and no asks for it in both languages, and of a moment whether there is one', () => {
  const asked = entities.flatMap((entity) => getFilters({ entity }).flatMap((name) => {
    const field = entity.fields[name]
    return field && name !== getSpanField({ entity }) && (field.kind === 'flag' || field.kind === 'instant') ? [filterWords(field)] : []
  }))
  expect([...new Set(asked.map(({ en, zh }) => `${en}: ${zh}`))].toSorted()).toEqual([
    'Abandoned or not: 是否废弃', 'Cleared or not: 有无恢复时间', 'Default of the project or not: 是否项目默认', 'Enabled or not: 是否启用',
    'Estimated or not: 是否估算', 'Public or not: 是否公开', 'Switched on or not: 是否开启',
  ])
})
