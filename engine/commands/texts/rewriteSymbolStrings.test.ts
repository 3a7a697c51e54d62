import { describe, expect, it } from 'vitest'
import { newDrawing, readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { find } from '../index.ts'
import { createBench, pumpSymbols } from '../testing.ts'
import type { Component, Id } from '../../document/index.ts'
import type { FindQuery } from '../index.ts'

const all = ['names', 'texts', 'tags'] as const

function plant() {
  const bench = createBench([{ id: 'plain', name: 'Pump house' }], {}, pumpSymbols)
  const put = (symbol: string, params: object): Id => {
    const created = bench.bus.run('add-instance', { symbol, x: 300, y: 100, name: symbol, params })
    if (!created.ok || !created.created?.[0]) throw new Error(JSON.stringify(created))
    return created.created[0]
  }
  const pump = put('pump', { pump: 'works/pump-1', label: 'Pump A' })
  const station = put('station', { label: 'East' })
  const text = (): string => writeDrawing(bench.document.toDrawing())
  const seen = (query: Partial<FindQuery> & { find: string }) =>
    find(bench.document, { in: all, ...query }, testTypes).map(
      ({ id, symbol, path, at }) =>
        `${symbol ?? '-'} ${id === pump ? 'P' : id === station ? 'S' : id} ${path} ${at.length}`,
    )
  const members = (id: Id): Component[] => bench.document.descendants(id)
  return { ...bench, pump, station, text, seen, members }
}

/** The shown components must equal those read from the saved file. */
function checkFile({ document, text }: ReturnType<typeof plant>): void {
  const read = readDrawing(text(), testTypes)
  expect(read.problems).toBeUndefined()
  expect(read.value?.drawing.components).toEqual(document.paintOrder())
  expect(writeDrawing(read.value?.drawing ?? newDrawing())).toBe(text())
}

describe('find in a drawing with symbols', () => {
  it('sees names, texts, tags and parameters where they are written, not in the members that symbols make', () => {
    expect(plant().seen({ find: 'pump' })).toEqual([
      '- plain name 1',
      '- P name 1',
      '- P link.params.pump 1',
      '- P link.params.label 1',
      'pump pump name 1',
      'pump pump params.1.default 1',
    ])
    expect(plant().seen({ find: 'plant' })).toEqual(['pump body bindings.1.tag 1'])
    expect(plant().seen({ find: 'works' })).toEqual([
      '- P link.params.pump 1',
      'station station params.0.default 1',
      'station two link.params.pump 1',
    ])
  })

  it('takes no parameter’s name for a word, but finds a whole placeholder', () => {
    expect(plant().seen({ find: 'label' })).toEqual([])
    expect(plant().seen({ find: '{label}', in: ['names'] })).toEqual(['pump body name 1'])
    expect(plant().seen({ find: 'body' })).toEqual(['pump body name 1'])
  })

  it('finds overrides and parameters of instances', () => {
    const { bus, members, pump, station, seen } = plant()
    bus.run('set-props', { ids: [members(pump)[0]?.id], props: { caption: 'Mine' } })
    bus.run('set-params', { ids: [members(station)[0]?.id], params: { label: 'Mine too' } })
    expect(seen({ find: 'mine' })).toEqual([
      '- P link.overrides.body.props.caption 1',
      '- S link.overrides.one.params.label 1',
    ])
  })

  it('skips symbols on request and searches only the given components', () => {
    expect(plant().seen({ find: 'pump', symbols: false })).toHaveLength(4)
    const bench = plant()
    expect(bench.seen({ find: 'body', ids: [bench.pump] })).toEqual([`- ${bench.members(bench.pump)[0]?.id} name 1`])
  })
})

describe('find-replace in a drawing with symbols', () => {
  it('replaces in symbols, parameters and the drawing in one step; instances follow and get no overrides', () => {
    const bench = plant()
    const { bus, document, members, pump, station, text, get } = bench
    const start = text()
    const shown = document.paintOrder()
    const number = find(document, { find: 'pump', in: all }, testTypes).reduce((sum, { at }) => sum + at.length, 0)
    expect(bus.run('find-replace', { find: 'pump', replace: 'fan', in: [...all] })).toEqual({ ok: true, count: number })
    expect(document.symbols[0]).toMatchObject({
      id: 'pump',
      name: 'fan',
      params: [{ name: 'pump' }, { name: 'label', default: 'fan' }, {}, {}, {}],
    })
    expect(get(pump).link).toMatchObject({
      symbol: 'pump',
      params: { pump: 'works/fan-1', label: 'fan A' },
      overrides: {},
    })
    expect(members(pump)[0]).toMatchObject({
      name: 'fan A body',
      bindings: [{ tag: 'works/fan-1/speed' }, {}],
      action: { tag: 'works/fan-1/run' },
    })
    expect(members(station).map(({ name }) => name)).toContain('fan body')
    checkFile(bench)
    bus.run('undo')
    expect(text()).toBe(start)
    expect(document.paintOrder()).toEqual(shown)
    bus.run('redo')
    expect(members(pump)[0]?.name).toBe('fan A body')
    checkFile(bench)
  })

  it('reaches one hit alone, in a symbol, in a parameter and in the drawing', () => {
    const query = { find: 'pump', in: all }
    const hits = find(plant().document, query, testTypes)
    for (const [i] of hits.entries()) {
      const bench = plant()
      const hit = find(bench.document, query, testTypes)[i]
      if (!hit) throw new Error('every plant has the same hits')
      const { id, symbol, path, nth, at } = hit
      expect(bench.bus.run('find-replace', { ...query, replace: 'fan', hits: [{ id, symbol, path, nth }] })).toEqual({
        ok: true,
        count: at.length,
      })
      expect(find(bench.document, query, testTypes)).toEqual(
        find(plant().document, query, testTypes)
          .filter((_, other) => other !== i)
          .map((each): unknown => ({ ...each, id: expect.any(String) as unknown })),
      )
      checkFile(bench)
    }
  })

  it('reaches words within a symbol and leaves its placeholders', () => {
    const bench = plant()
    const { bus, document, members, pump } = bench
    expect(bus.run('find-replace', { find: 'l', replace: 'm', in: ['texts', 'names'], matchCase: true })).toMatchObject(
      { ok: true },
    )
    expect(document.symbols[0]?.components[0]).toMatchObject({
      name: '{label} body',
      props: { caption: '{label} {x}' },
    })
    expect(bus.run('find-replace', { find: ' body', replace: ' case', in: ['names'] })).toEqual({ ok: true, count: 1 })
    expect(members(pump)[0]?.name).toBe('Pump A case')
    checkFile(bench)
  })

  it('writes an instance’s overrides where they are', () => {
    const bench = plant()
    const { bus, members, pump, get } = bench
    bus.run('set-props', { ids: [members(pump)[0]?.id], props: { caption: 'Mine' } })
    expect(bus.run('find-replace', { find: 'Mine', replace: 'Ours', in: ['texts'] })).toEqual({ ok: true, count: 1 })
    expect(get(pump).link?.overrides).toEqual({ body: { props: { caption: 'Ours' } } })
    checkFile(bench)
  })

  it('among named components changes the instance’s parameters, and members only where these do not do it', () => {
    const bench = plant()
    const { bus, members, pump, get } = bench
    expect(
      bus.run('find-replace', { find: 'Pump A', replace: 'Fan', in: ['names', 'texts'], ids: [pump] }),
    ).toMatchObject({ ok: true })
    expect(get(pump).link).toMatchObject({ params: { label: 'Fan' }, overrides: {} })
    expect(members(pump)[0]?.name).toBe('Fan body')
    checkFile(bench)
  })

  it.each([
    ['a tag in a symbol that is none', { find: 'plant/main', replace: 'Plant Main', in: ['tags'] }],
    ['a name in a symbol too long', { find: 'body', replace: 'b'.repeat(300), in: ['names'] }],
    ['a parameter that is no tag', { find: 'works/', replace: '', in: ['tags'] }],
  ])('rejects the whole replacement if it would leave %s', (_, args) => {
    const { bus, text } = plant()
    const start = text()
    expect(bus.run('find-replace', args)).toMatchObject({ ok: false, code: 'command.arguments' })
    expect(text()).toBe(start)
  })
})
