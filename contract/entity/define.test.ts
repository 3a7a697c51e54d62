import { expect, it } from 'vitest'
import { defineEntity } from './define.ts'
import { instant, text } from './field.ts'

const words = { en: 'word', zh: '词' }
const declare = (search: readonly string[]) => () =>
  defineEntity({
    name: 'gauge',
    path: 'gauges',
    area: 'platform',
    words: { one: words, many: words },
    scope: 'project',
    title: 'name',
    fields: { name: text(words, { required: true }), installedOn: instant(words, { precision: 'day' }) },
    list: { columns: ['name'], search, sort: { by: 'name', order: 'asc' } },
  })

it('rejects a search over a field that is no text, because it would find only milliseconds', () => {
  expect(declare(['name'])).not.toThrow()
  expect(declare(['name', 'installedOn'])).toThrow(/gauge.installedOn is searched/)
})
