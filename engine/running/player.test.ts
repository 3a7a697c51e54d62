import { expect, it } from 'vitest'
import { quality, TagTable } from '../bindings/index.ts'
import { makeComponent } from '../document/index.ts'
import { number } from '../schema/index.ts'
import { Player } from './player.ts'

const fields = { level: number({ en: 'Level', zh: '液位' }, { default: 50, min: 0, max: 100 }) }

it('shows the spare sensor as good while the first is broken, and by the worse again when an expression does not ask', () => {
  const tags = new TagTable()
  const shown: unknown[] = []
  const bound = (source: string) =>
    makeComponent({
      type: 'tank',
      bindings: [{ prop: 'level', tag: 'p/d/first', via: { kind: 'expression', source } }],
    })
  const components = [bound('isGood(value) ? value : {p/d/spare}'), bound('min(value, {p/d/spare})')]
  const player = new Player(components, tags, { get: () => ({ fields }) }, () => {
    let level: unknown
    return {
      set: (_prop, value) => {
        level = value
      },
      show: (mark) => shown.push([level, mark]),
    }
  })
  const write = (tag: string, value: number, mark: 0 | 1 | 2 | 3) => tags.write(tags.indexOf(tag), value, mark, 1)
  const played = () => {
    shown.length = 0
    player.play()
    return shown
  }
  write('p/d/first', 30, quality.good)
  write('p/d/spare', 40, quality.uncertain)
  expect(played()).toEqual([
    [30, quality.good],
    [30, quality.uncertain],
  ])
  write('p/d/first', 30, quality.bad)
  expect(played()).toEqual([
    [40, quality.uncertain],
    [30, quality.bad],
  ])
  write('p/d/spare', 40, quality.good)
  expect(played()).toEqual([[40, quality.good]])
})

it('shows components driven by one tag in drawing order, each once, however many there are', () => {
  const tags = new TagTable()
  const shown: unknown[] = []
  const bindings = [
    { prop: 'level', tag: 'p/d/all', via: { kind: 'value' } },
    { prop: 'x', tag: 'p/d/all', via: { kind: 'value' } },
  ] as const
  const components = Array.from({ length: 100 }, () => makeComponent({ type: 'tank', bindings }))
  const ownTank = makeComponent({ type: 'tank', bindings: [{ prop: 'level', tag: 'p/d/own', via: { kind: 'value' } }] })
  const player = new Player([ownTank, ...components], tags, { get: () => ({ fields }) }, (id) => ({
    set: () => undefined,
    show: () => shown.push(id),
  }))
  expect(player.play()).toBe(101)
  shown.length = 0
  tags.write(tags.indexOf('p/d/all'), 7, quality.good, 1)
  tags.write(tags.indexOf('p/d/own'), 7, quality.good, 1)
  expect(player.play()).toBe(101)
  expect(shown).toEqual([ownTank, ...components].map(({ id }) => id))
  expect(player.play()).toBe(0)
})
