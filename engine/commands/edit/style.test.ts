import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import { DrawingDocument, makeComponent, newDrawing, type Component } from '../../document/index.ts'
import { CommandBus, getStyle } from '../index.ts'

const box = { x: 0, y: 0, width: 100, height: 50 }
const part = (name: string, type: string, rest: object = {}): Component =>
  makeComponent({ ...box, name, type, ...rest })

function bench(...source: readonly Component[]) {
  const document = new DrawingDocument({
    ...newDrawing('test'),
    components: source.map((one, i) => ({ ...one, rank: `a${i}` })),
  })
  const bus = new CommandBus(document, catalog)
  const at = (name: string): Component => [...document.all()].find((one) => one.name === name) ?? expect.fail(name)
  const paste = (from: string, ...to: readonly string[]) =>
    bus.run('paste-style', { ids: to.map((name) => at(name).id), style: getStyle(at(from), catalog) })
  return { document, bus, at, paste }
}

describe('pasting a style', () => {
  it('applies common properties within the limits of each type, including defaults, in one step', () => {
    const { at, paste, bus } = bench(
      part('from', 'rect', {
        opacity: 0.4,
        props: { backgroundColor: 'linear(90,#ff0000,#00ff00)', borderWidth: 3, text: 'Pump', fontSize: 30 },
        extras: { shadowLength: 8, prompt: 'A pump' },
      }),
      part('text', 'text', {
        props: { text: 'Tank', fontColor: '#123456', borderColor: '#ff00ff' },
        bindings: [{ prop: 'text', tag: 'a/b/c', via: { kind: 'value' } }],
      }),
      part('line', 'line', { props: { lineColor: '#00ff00' } }),
      part('gauge', 'gauge', { props: { max: 8, unit: 'bar' }, extras: { prompt: 'Mine' } }),
    )
    const before = ['text', 'line', 'gauge'].map(at)
    expect(paste('from', 'text', 'line', 'gauge').ok).toBe(true)
    expect(at('text')).toMatchObject({ opacity: 0.4, bindings: before[0]?.bindings, extras: { shadowLength: 8 } })
    expect(at('text').props).toEqual(expect.objectContaining({ text: 'Tank', borderWidth: 3, fontSize: 30 }))
    // The source has the default border colour, so the target is reset to its own default.
    expect(at('text').props['borderColor']).not.toBe('#ff00ff')
    expect([at('line').opacity, at('line').props]).toEqual([0.4, { lineColor: '#00ff00' }])
    expect(at('gauge')).toMatchObject({
      props: { max: 8, unit: 'bar', borderWidth: 3 },
      extras: { shadowLength: 8, prompt: 'Mine' },
    })
    bus.history.undo()
    expect(['text', 'line', 'gauge'].map(at)).toEqual(before)
    expect(bus.history.canUndo).toBe(false)
  })

  it('never changes the type, texts, data sources or bindings of a component', () => {
    for (const { type, fields, defaults } of catalog.list) {
      const odd: Record<string, number | boolean> = {}
      for (const [name, field] of Object.entries(fields)) {
        if (field.kind === 'number') odd[name] = field.max
        if (field.kind === 'flag') odd[name] = !field.default
      }
      const { at, paste } = bench(part('from', type, { props: odd }), part('to', type))
      paste('from', 'to')
      for (const [name, field] of Object.entries(fields)) {
        const isUnaffected = field.group === 'text' ? field.kind === 'text' : field.group !== 'style'
        if (isUnaffected)
          expect([type, name, at('to').props[name] ?? defaults[name]]).toEqual([type, name, defaults[name]])
      }
    }
    const { at, paste } = bench(
      part('from', 'symbol', { props: { symbol: 'valve', bodyColor: '#ff0000' } }),
      part('to', 'symbol'),
    )
    const before = at('to').props['symbol']
    paste('from', 'to')
    expect([at('to').props['symbol'], at('to').props['bodyColor']]).toEqual([before, '#ff0000'])
  })

  it('omits values that the other type rejects, and applies to the members of a group', () => {
    const group = part('group', 'group')
    const { at, paste } = bench(part('from', 'rect', { props: { borderWidth: 2 } }), group, {
      ...part('member', 'rect'),
      parent: group.id,
    })
    expect(paste('from', 'group').ok).toBe(true)
    expect([at('member').props['borderWidth'], at('group').opacity]).toEqual([2, 1])
    const source = getStyle(at('from'), catalog)
    const wrong = bench(part('to', 'rect'))
    expect(
      wrong.bus.run('paste-style', {
        ids: [wrong.at('to').id],
        style: { ...source, props: { borderWidth: 'thick', backgroundColor: 'red', nothing: 7, radius: 5 } },
      }).ok,
    ).toBe(true)
    expect(wrong.at('to').props).toEqual({ radius: 5 })
  })
})
