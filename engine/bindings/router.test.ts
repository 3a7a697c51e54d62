import { describe, expect, it } from 'vitest'
import type { Action, Binding, Component, Id } from '../document/model/component.ts'
import { number, text } from '../schema/index.ts'
import { Router, TagTable } from './index.ts'

const words = { en: 'Thing', zh: '物' }
const types = {
  get: (type: string) =>
    type === 'tank'
      ? { fields: { level: number(words, { default: 50 }), fixed: text(words, { bindable: false }) } }
      : undefined,
}
const component = (
  name: string,
  bindings: readonly Binding[],
  options: { action?: Action; type?: string } = {},
): Component => ({
  id: name as Id,
  type: options.type ?? 'tank',
  name,
  rank: 'a',
  parent: null,
  x: 1,
  y: 2,
  width: 30,
  height: 40,
  angleDeg: 0,
  flipX: false,
  flipY: false,
  opacity: 1,
  visible: true,
  locked: false,
  copies: null,
  props: {},
  bindings,
  animation: null,
  action: options.action ?? null,
  extras: {},
  link: null,
})
const by = (prop: string, tag: string, source?: string): Binding => ({
  prop,
  tag,
  via: source === undefined ? { kind: 'value' } : { kind: 'expression', source },
})

describe('the router', () => {
  it('lists every tag of a drawing once, with the components it drives', () => {
    const table = new TagTable()
    const router = new Router(
      [
        component('a', [
          by('level', 'p/d/one'),
          by('x', 'p/d/one'),
          by('y', 'p/d/two', 'value + {p/d/one} + {p/d/three}'),
        ]),
        component('b', [by('level', 'p/d/three')], { action: { kind: 'switch', tag: 'p/d/lamp', on: 1, off: 0 } }),
        component('c', []),
      ],
      table,
      types,
    )
    expect(router.tags).toEqual(['p/d/one', 'p/d/two', 'p/d/three', 'p/d/lamp'])
    const names = (tag: string) => {
      const moved: unknown[] = []
      router.eachMovedBy(table.indexOf(tag), (place) => moved.push(router.components[place]?.id))
      return moved
    }
    expect(['p/d/one', 'p/d/two', 'p/d/three', 'p/d/lamp', 'p/d/other'].map(names)).toEqual([
      ['a'],
      ['a'],
      ['a', 'b'],
      [],
      [],
    ])
  })

  it('applies only supported bindings to a group and reports the others', () => {
    const table = new TagTable()
    const group = {
      ...component(
        'g',
        ['width', 'height', 'flipX', 'flipY', 'x', 'visible'].map((prop) => by(prop, 'p/d/one')),
      ),
      type: 'group',
    }
    const router = new Router([group], table, types)
    expect(router.problems.map(({ path, code }) => [path, code])).toEqual(
      ['width', 'height', 'flipX', 'flipY'].map((prop) => [`g.${prop}`, 'binding.group']),
    )
    expect(router.components[0]?.routes.map(({ prop }) => prop)).toEqual(['x', 'visible'])
  })

  it('applies bindings of the prompt and shadow of any component, from their own values', () => {
    const driven = ['prompt', 'promptMode', 'shadowLength', 'shadowColor', 'promptSide'].map((prop) =>
      by(prop, 'p/d/one'),
    )
    const router = new Router(
      [
        { ...component('a', driven), extras: { prompt: 'Pump', shadowLength: 4 } },
        { ...component('g', driven), type: 'group' },
      ],
      new TagTable(),
      types,
    )
    expect(router.components.map(({ routes }) => routes.map(({ prop, own }) => [prop, own]))).toEqual([
      [
        ['prompt', 'Pump'],
        ['promptMode', 'short'],
        ['shadowLength', 4],
        ['shadowColor', '#00000059'],
      ],
      [
        ['prompt', ''],
        ['promptMode', 'short'],
      ],
    ])
    expect(router.problems.map(({ path, code }) => [path, code])).toEqual([
      ['a.promptSide', 'binding.property'],
      ['g.shadowLength', 'binding.group'],
      ['g.shadowColor', 'binding.group'],
      ['g.promptSide', 'binding.property'],
    ])
  })

  it('reports invalid bindings and applies the others', () => {
    const router = new Router(
      [
        component('a', [
          by('missing', 'p/d/one'),
          by('fixed', 'p/d/one'),
          by('level', 'p/d/two', '1 +'),
          by('constructor', 'p/d/one'),
          by('y', 'p/d/three'),
        ]),
        component('b', [by('x', 'p/d/four'), by('level', 'p/d/four')], { type: 'from-the-future' }),
      ],
      new TagTable(),
      types,
    )
    expect(router.problems.map(({ path, code }) => [path, code])).toEqual([
      ['a.missing', 'binding.property'],
      ['a.fixed', 'binding.property'],
      ['a.level', 'expression.syntax'],
      ['a.constructor', 'binding.property'],
      ['b.level', 'binding.property'],
    ])
    expect(router.tags).toEqual(['p/d/two', 'p/d/three', 'p/d/four'])
  })
})
