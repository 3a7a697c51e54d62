import { expect, it } from 'vitest'
import { defineEntity } from '../../contract/entity/define.ts'
import { number, text } from '../../contract/entity/field.ts'
import { entities } from '../../contract/entities.ts'
import { findReaders, mayRead } from '../../scripts/fields/findReaders.ts'
import { codeOnly, isScript, isTest, listed, listFiles } from './sources.ts'

const advice =
  'no code reads this field: implement it, remove it, or declare it with `note: true`, which the form shows. `npm run fields` lists readers.'
const needless = 'code reads this field: remove `note`.'

it('a field has a reader, or is declared as a note', () => {
  const files = listFiles((path) => isScript(path) && !isTest(path)).map(({ path, text: source }) => ({
    path,
    code: codeOnly(source),
  }))
  const found = findReaders(entities, files.filter(mayRead))
  expect(
    listed(
      found
        .filter(({ isNote, readers }) => !isNote && readers.length === 0)
        .map(({ entity, field }) => `${entity}.${field}: ${advice}`),
    ),
  ).toBe('')
  expect(
    listed(
      found
        .filter(({ isNote, readers }) => isNote && readers.includes('declaration'))
        .map(({ entity, field }) => `${entity}.${field}: ${needless}`),
    ),
  ).toBe('')
})

it('finds fields that are only written, listed or declared', () => {
  const lamp = defineEntity({
    name: 'lamp',
    path: 'lamps',
    area: 'lighting',
    scope: 'project',
    title: 'name',
    words: { one: { en: 'Lamp', zh: '灯' }, many: { en: 'Lamps', zh: '灯' } },
    fields: {
      name: text({ en: 'Name', zh: '名称' }),
      ratedPower: number({ en: 'Rated power', zh: '额定功率' }),
      colour: text({ en: 'Colour', zh: '颜色' }),
      maker: text({ en: 'Maker', zh: '厂商' }),
      remark: text({ en: 'Remark', zh: '备注' }, { note: true }),
    },
    list: { columns: ['name'], search: [], filters: [], sort: { by: 'name', order: 'asc' } },
  })
  const files = [
    { path: 'server/energy.ts', code: 'sql`select rated_power from lighting_lamp`' },
    { path: 'server/paint.ts', code: 'const { colour } = lamp' },
    { path: 'server/demo/make.ts', code: "insert({ maker: 'none', remark: '' })" },
    { path: 'console/help/lamps.ts', code: "lamp.maker, 'maker'" },
    { path: 'contract/lighting/lamp.ts', code: "defineEntity({ name: 'lamp', maker })" },
  ]
  expect(
    findReaders([lamp], files.filter(mayRead)).map(({ field, isNote, readers }) => [field, isNote, ...readers]),
  ).toEqual([
    ['name', false, 'declaration'],
    ['ratedPower', false, 'server/energy.ts'],
    ['colour', false, 'server/paint.ts'],
    ['maker', false],
    ['remark', true],
  ])
})
