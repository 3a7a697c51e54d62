import { expect, it } from 'vitest'
import { makeComponent } from '../../document/index.ts'
import { choice, color, number, text } from '../../schema/index.ts'
import { commonValues } from '../index.ts'
import type { Catalog } from '../index.ts'

const words = { en: 'x', zh: 'x' }
const size = { width: 1, height: 1 }
const option = (value: string) => ({ value, words })
const catalog: Catalog = new Map<string, NonNullable<ReturnType<Catalog['get']>>>([
  [
    'tank',
    {
      size,
      fields: {
        fill: color(words, { default: '#111111', gradient: true }),
        level: number(words, { default: 5, min: 0, max: 100 }),
        label: text(words, { default: 'Tank' }),
        mode: choice(words, { default: 'a', options: [option('a'), option('b')] }),
        only: number(words, { default: 0 }),
        odd: text(words),
      },
    },
  ],
  [
    'lamp',
    {
      size,
      fields: {
        fill: color(words, { default: '#222222' }),
        level: number(words, { default: 5, min: -10, max: 10 }),
        label: text(words, { maxLength: 9 }),
        mode: choice(words, { default: 'b', options: [option('b'), option('c')] }),
        odd: number(words, { default: 0 }),
      },
    },
  ],
])
const tank = makeComponent({ type: 'tank', name: 'T', x: 5, action: { kind: 'write', tag: 'a/b/c', value: 1 } })

it('one component has all its values in common with itself, defaults too', () => {
  const all = commonValues([tank], catalog)
  expect([...(all?.props.keys() ?? [])]).toEqual(['fill', 'level', 'label', 'mode', 'only', 'odd'])
  expect(all?.props.get('label')).toMatchObject({ isMixed: false, value: 'Tank' })
  expect(all?.common).toMatchObject({
    name: { isMixed: false, value: 'T' },
    animation: { isMixed: false, value: null },
    action: { value: { kind: 'write' } },
  })
  expect(commonValues([], catalog)).toBeNull()
})

it('several components report which values differ, using the default of each type', () => {
  const twin = makeComponent({
    type: 'tank',
    name: 'U',
    x: 5,
    action: { kind: 'write', tag: 'a/b/c', value: 1 },
    props: { level: 7 },
  })
  const two = commonValues([tank, twin], catalog)
  expect(two?.common).toMatchObject({
    name: { isMixed: true },
    x: { isMixed: false, value: 5 },
    action: { isMixed: false },
  })
  expect(two?.props.get('level')).toMatchObject({ isMixed: true })
  const lamp = makeComponent({ type: 'lamp' })
  const both = commonValues([tank, lamp], catalog)
  expect(both?.props.get('fill')).toMatchObject({ isMixed: true })
  expect(both?.props.get('level')).toMatchObject({ isMixed: false, value: 5 })
})

it('components of several types offer only common properties, within limits valid for all', () => {
  const both = commonValues([tank, makeComponent({ type: 'lamp' })], catalog)
  expect([...(both?.props.keys() ?? [])]).toEqual(['fill', 'level', 'label', 'mode'])
  expect(both?.props.get('level')?.field).toMatchObject({ min: 0, max: 10 })
  expect(both?.props.get('label')?.field).toMatchObject({ maxLength: 9 })
  expect(both?.props.get('fill')?.field).toMatchObject({ gradient: false })
  expect(both?.props.get('mode')?.field).toMatchObject({ options: [{ value: 'b' }] })
  expect(commonValues([tank, makeComponent({ type: 'group' })], catalog)?.props.size).toBe(0)
})
