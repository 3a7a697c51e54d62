import { describe, expect, it } from 'vitest'
import { quality, TagTable } from '../bindings/index.ts'
import { catalog, resolveProps } from '../components/catalog.ts'
import { initialProps } from '../components/initialProps.ts'
import { makeComponent } from '../document/index.ts'
import { listPrimitives } from '../paint/brush/listBrush.ts'
import type { Component, ComponentPatch, Id } from '../document/index.ts'
import { Player } from './player.ts'
import { applyFeeds, snapshotAt } from './snapshot.ts'

const tag = 'factory/tank-01/level'
const level = toId('level')

function toId(id: string): Id {
  return id as Id
}

function tank(part: ComponentPatch = {}): Component {
  return makeComponent({ id: level, type: 'tank', bindings: [{ prop: 'value', tag, via: { kind: 'value' } }], ...part })
}

function house(value: number, mark: 0 | 1 | 2 | 3): TagTable {
  const tags = new TagTable()
  tags.write(tags.indexOf(tag), value, mark, 1)
  return tags
}

describe('snapshotAt', () => {
  it('equals the state of the runner for good, stale and never received values', () => {
    const text = makeComponent({
      id: toId('text'),
      type: 'text',
      bindings: [
        { prop: 'text', tag: 'factory/a/b', via: { kind: 'expression', source: 'format({factory/tank-01/level}, 1)' } },
      ],
    })
    const tags = house(12.5, quality.good)
    const played = new Map<Id, unknown>()
    new Player([tank(), text], tags, catalog, (id) => {
      const live: Record<string, unknown> = {}
      return {
        set: (prop, value) => {
          live[prop] = value
        },
        show: (mark) => played.set(id, [{ ...live }, mark]),
      }
    }).play()
    const { overrides, qualities } = snapshotAt({ components: [tank(), text] }, catalog, tags)
    expect(new Map([...overrides].map(([id, live]) => [id, [live, qualities.get(id)]]))).toEqual(played)
    expect(overrides.get(level)).toEqual({ value: 12.5 })
    expect([...qualities.values()]).toEqual([quality.good, quality.stale])
  })

  it("shows no example of the designer's where a value has never come, and the last that made sense where one is of no use", () => {
    const bound = (type: string, prop: string) =>
      makeComponent({
        id: toId(type),
        type,
        props: { [prop]: '[1,2,3]' },
        bindings: [{ prop, tag: 'factory/a/b', via: { kind: 'value' } }],
      })
    const { overrides, qualities } = snapshotAt(
      { components: [bound('text', 'text'), bound('chart-bar', 'data')] },
      catalog,
      new TagTable(),
    )
    expect([...overrides]).toEqual([
      ['text', { text: '—' }],
      ['chart-bar', { data: '' }],
    ])
    expect([...qualities.values()]).toEqual([quality.stale, quality.stale])
    const tags = house(12.5, quality.good)
    const shown: unknown[] = []
    const player = new Player([tank()], tags, catalog, () => ({
      set: (_prop, value) => shown.push(value),
      show: (mark) => shown.push(mark),
    }))
    player.play()
    tags.write(tags.indexOf(tag), NaN, quality.bad, 2)
    player.play()
    expect(shown).toEqual([12.5, quality.good, 12.5, quality.bad])
  })

  it('shows no level, reading or state that was never measured', () => {
    const bound = (type: string, ...props: string[]) =>
      makeComponent({
        id: toId(type),
        type,
        bindings: props.map((prop) => ({ prop, tag: 'factory/a/b', via: { kind: 'value' } })),
      })
    const components = [
      bound('tank', 'value'),
      bound('gauge', 'value'),
      bound('switch', 'value'),
      bound('lamp', 'value'),
      bound('symbol', 'state', 'level'),
      bound('pipe', 'flow'),
    ]
    const { overrides } = snapshotAt({ components }, catalog, new TagTable())
    expect([...overrides.values()]).toEqual([
      { value: NaN },
      { value: NaN },
      { value: NaN },
      { value: -1 },
      { state: -1, level: NaN },
      { flow: 'static' },
    ])
    const shown = components.map(({ id, type }) => {
      const known = catalog.get(type) ?? expect.fail(type)
      return JSON.stringify(listPrimitives(known, resolveProps(known, {}, overrides.get(id))))
    })
    for (const list of shown) expect(list).not.toMatch(/"liquid"|60%|OFF/)
    expect(shown[0]).toContain('—%')
  })

  it('leaves dirty tags for the renderer', () => {
    const tags = house(1, quality.good)
    snapshotAt({ components: [tank()] }, catalog, tags)
    expect(tags.drain(() => undefined)).toBe(1)
  })

  it('names bindings that cannot play, and every tag that is needed', () => {
    const state = snapshotAt(
      {
        components: [
          tank({
            bindings: [{ prop: 'value', tag, via: { kind: 'expression', source: '1 +' } }],
            action: { kind: 'write', tag: 'factory/a/set', value: 1 },
          }),
        ],
      },
      catalog,
      new TagTable(),
    )
    expect(state.problems).toMatchObject([{ path: 'level.value', code: 'expression.syntax' }])
    expect(state.requiredTags).toEqual(['factory/a/set', tag])
  })
})

describe('applyFeeds', () => {
  it.each([
    ['alarm-list', /^2 alarms/],
    ['table', /^3 rows/],
  ])('shows no sample contents of the %s before any data is received, nor by default', (name, sample) => {
    const type = catalog.get(name)
    const own = {
      ...initialProps(type ?? {}, type?.variants?.[0] ?? null, 'en'),
      ...(name === 'table' && { url: '/rows' }),
    }
    const component = makeComponent({ id: level, type: name, props: own })
    const { overrides, qualities } = applyFeeds(
      [component],
      catalog,
      snapshotAt({ components: [] }, catalog, new TagTable()),
      undefined,
      true,
    )
    const getDescription = (props: Component['props'], live?: Component['props']) =>
      type && type.describe?.(resolveProps(type, props, live), 'en')
    expect([getDescription({}), getDescription(own, overrides.get(level)), qualities.get(level)]).toEqual([
      'no data',
      'no data',
      quality.stale,
    ])
    expect(getDescription(own)).toMatch(sample)
  })

  const value = (part: ComponentPatch = {}) => makeComponent({ id: level, type: 'data', ...part })
  const getDescription = (component: Component, isLive: boolean) => {
    const type = catalog.get('data')
    const { overrides, qualities } = applyFeeds(
      [component],
      catalog,
      snapshotAt({ components: isLive ? [component] : [] }, catalog, new TagTable()),
      undefined,
      isLive,
    )
    return [
      type && type.describe?.(resolveProps(type, component.props, overrides.get(level)), 'en'),
      qualities.get(level) ?? quality.good,
    ]
  }

  it('shows the example of an answer to the designer, and never as a value of a running drawing', () => {
    const requesting = value({ props: { url: '/api/values' } })
    const bound = value({ bindings: [{ prop: 'data', tag, via: { kind: 'value' } }] })
    expect([getDescription(requesting, false), getDescription(requesting, true)]).toEqual([
      ['42.5', quality.good],
      ['—', quality.stale],
    ])
    expect([getDescription(value(), true), getDescription(bound, true)]).toEqual([
      ['—', quality.good],
      ['—', quality.stale],
    ])
  })
})
