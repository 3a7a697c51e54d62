import { catalog } from '@mimic/engine/catalog'
import { commonValues } from '@mimic/engine/commands'
import { makeComponent, readBindings, ProblemList } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { bindableFields, freshVia, viaKindsOf } from './bindable.ts'
import { idleFields, meaningsOf } from './meanings.ts'

it('several types share the fields that all of them have', () => {
  const all = catalog.list.map(({ type }) => makeComponent({ type, name: type }))
  const fieldsOf = (components: typeof all): string[] => [...commonValues(components, catalog)?.props.keys() ?? []]
  for (const one of all) expect(fieldsOf([one])).toEqual(Object.keys(catalog.get(one.type)?.fields ?? {}))
  for (const { fields } of catalog.list) expect(Object.keys(fields)).toEqual(expect.arrayContaining(fieldsOf(all)))
})

it('every way that the dialog begins with is one that the drawing accepts', () => {
  for (const { type, fields } of catalog.list) {
    for (const [prop, field] of bindableFields(makeComponent({ type, name: type }))) {
      for (const kind of viaKindsOf(field)) {
        const problems = new ProblemList()
        readBindings([{ prop, tag: 'p/d/x', via: freshVia(field, kind) }], fields, '', problems)
        expect(problems.list, `${type}.${prop} by ${kind}`).toEqual([])
      }
    }
  }
})

const symbol = (id: string, more = {}) => makeComponent({ type: 'symbol', name: id, props: { symbol: id, ...more } })

it('offers of a symbol what it draws: a level where there is one, letters where there are some', () => {
  expect([idleFields([symbol('pump')]), [...bindableFields(symbol('pump')).keys()]]).toEqual([expect.arrayContaining(['level', 'inscription']), expect.not.arrayContaining(['level'])])
  const tank = catalog.list.flatMap(({ variants }) => variants ?? []).find(({ id }) => id.startsWith('tank'))?.id ?? ''
  expect([idleFields([symbol(tank)]).includes('level'), bindableFields(symbol(tank)).has('level')]).toEqual([false, true])
  // What one of several has is offered; what is bound stays to be seen.
  expect(idleFields([symbol('pump'), symbol(tank)])).not.toContain('level')
  expect(bindableFields({ ...symbol('pump'), bindings: [{ prop: 'level', tag: 'p/d/x', via: { kind: 'value' } }] }).has('level')).toBe(true)
})

it('names the states of each symbol, of a lamp and of a switch, both where two kinds differ', () => {
  for (const { variants } of catalog.list) {
    for (const { id, props } of variants ?? []) {
      if (props['symbol'] === undefined) continue
      const named = meaningsOf([symbol(id)], 'state')
      expect([id, named?.map(({ value }) => value), named?.every(({ words }) => words.en !== '' && words.zh !== '')]).toEqual([id, [0, 1, 2, 3, -1], true])
    }
  }
  const words = (...components: readonly ReturnType<typeof symbol>[]) => meaningsOf(components, 'state')?.slice(0, 2).map(({ words: { en } }) => en)
  expect([words(symbol('pump')), words(symbol('valve'))]).toEqual([['stopped', 'running'], ['closed', 'open']])
  expect(words(symbol('pump'), symbol('valve'))).toEqual(['stopped / closed', 'running / open'])
  const lamp = makeComponent({ type: 'lamp', name: 'lamp', props: { stateType: 'device' } })
  expect(meaningsOf([lamp], 'value')?.map(({ words: { zh } }) => zh)).toEqual(['未激活', '已禁用', '离线', '在线', '状态未知'])
  expect([meaningsOf([symbol('pump'), lamp], 'value'), meaningsOf([symbol('pump')], 'level')]).toEqual([undefined, undefined])
})
