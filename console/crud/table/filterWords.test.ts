import { expect, it } from 'vitest'
import { entities } from '../../../contract/entities.ts'
import { filterWords } from './filterWords.ts'
import { getFilters, getSpanField } from '../config/screenConfig.ts'

it('every filter by yes and no asks for it in both languages, and of a moment whether there is one', () => {
  const filters = entities.flatMap((entity) =>
    getFilters({ entity }).flatMap((name) => {
      const field = entity.fields[name]
      return field && name !== getSpanField({ entity }) && (field.kind === 'flag' || field.kind === 'instant')
        ? [filterWords(field)]
        : []
    }),
  )
  expect([...new Set(filters.map(({ en, zh }) => `${en}: ${zh}`))].toSorted()).toEqual([
    'Abandoned: 是否废弃',
    'Cleared: 有无恢复时间',
    'Enabled: 是否启用',
    'Estimated: 是否估算',
    'Project default: 是否项目默认',
    'Public: 是否公开',
    'Shared: 是否共享',
    'Switched on: 是否开启',
  ])
})
