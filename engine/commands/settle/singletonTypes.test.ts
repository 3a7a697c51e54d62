import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DrawingDocument, groupType, readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { CommandBus } from '../index.ts'
import type { Id, TypeLookup } from '../../document/index.ts'
import type { Catalog } from '../base/catalog.ts'
import type { Result } from '../index.ts'

/** Two singleton types in addition to the plain types. */
const single = { size: { width: 90, height: 60 }, fields: {}, isSingle: true }
const types: TypeLookup & Catalog = new Map([...testTypes, ['sky', single], ['sea', single]])
const box = { type: 'box', x: 0, y: 0, width: 10, height: 10 }
const sky = { ...box, type: 'sky' }
/** A symbol that contains a singleton component, and a symbol that contains it through a nested instance. */
const station = {
  id: 'station',
  name: 'Station',
  width: 10,
  height: 10,
  params: [],
  components: [
    { id: 'weather', ...sky },
    { id: 'mast', ...box, x: 20 },
  ],
}
const place = { x: 0, y: 0, width: 10, height: 10, angleDeg: 0, flipX: false, flipY: false }
const yard = {
  id: 'yard',
  name: 'Yard',
  width: 10,
  height: 10,
  params: [],
  components: [
    { id: 'shed', ...box },
    { id: 'in', ...box, type: 'group', link: { symbol: 'station', place } },
  ],
}

function open(components: readonly object[], symbols: readonly object[] = []) {
  const read = readDrawing({ version: 1, name: 'Test', symbols, components }, types)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const document = new DrawingDocument(read.value.drawing)
  const bus = new CommandBus(document, types)
  const notices: string[] = []
  bus.onOmitted((problems) => notices.push(...problems.map(({ path }) => path)))
  bus.onRefused(({ code }) => notices.push(code))
  const count = (type: string) => [...document.all()].filter((one) => one.type === type).length
  return {
    document,
    bus,
    notices,
    count,
    warnings: read.value.warnings,
    ids: (...names: string[]) => names as Id[],
  }
}

const getCode = (result: Result) => (result.ok ? 'done' : result.code)
const instance = (id: string, symbol = 'station') => ({ id, ...box, type: 'group', link: { symbol, place } })

describe('types that exist once per drawing', () => {
  it('rejects a second one on every path, and allows a new one after deletion', () => {
    const { bus, document, ids, count } = open([{ id: 'a', ...sky }])
    const refusals = [
      bus.run('add', { type: 'sky', x: 9, y: 9 }),
      bus.run('copy-add', { ids: ids('a') }),
      bus.run('paste', { drawing: writeDrawing(document.toDrawing()) }),
    ]
    expect(refusals.map(getCode)).toEqual(['command.single', 'command.single', 'command.single'])
    expect(refusals[0]).toMatchObject({ problems: [{ path: 'a' }] })
    expect([document.components.size, bus.history.canUndo]).toEqual([1, false])
    expect(getCode(bus.run('add', { type: 'sea', x: 9, y: 9 }))).toBe('done')
    expect([bus.run('del', { ids: ids('a') }), bus.run('add', { type: 'sky', x: 9, y: 9 })].map(getCode)).toEqual([
      'done',
      'done',
    ])
    expect(count('sky')).toBe(1)
  })

  it('copies the other components without it, omits a group that contained nothing else, and warns', () => {
    const { bus, document, notices, ids, count } = open([
      { id: 'other', ...box },
      { id: 'frame', ...box, type: 'group' },
      { id: 'a', ...sky, parent: 'frame' },
    ])
    const copied = bus.run('copy-add', { ids: ids('other', 'frame') })
    expect(copied).toMatchObject({ ok: true, warnings: [{ code: 'command.single', path: 'a' }] })
    expect(copied.ok && copied.created?.map((id) => document.get(id)?.type)).toEqual(['box'])
    expect([count('sky'), count('group'), notices]).toEqual([1, 1, ['a']])
    bus.run('undo')
    expect(document.components.size).toBe(3)
  })

  it('a drag of copies leaves it where it is; a drag of nothing else is refused when it ends', () => {
    const { bus, document, notices, count } = open([
      { id: 'other', ...box },
      { id: 'a', ...sky },
    ])
    const [other, lone] = [...document.all()]
    const drag = (names: readonly (typeof other)[]) => {
      const gesture = bus.gesture('copy')
      for (const x of [1, 2])
        gesture.update((tx) => {
          for (const [i, one] of names.entries())
            if (one) tx.add({ ...one, id: `copy${i}${names.length}` as Id, rank: `${one.rank}V`, x })
        })
      return gesture
    }
    drag([other, lone]).commit()
    expect([count('box'), count('sky'), notices]).toEqual([2, 1, ['a']])
    drag([lone]).commit()
    drag([lone]).cancel()
    expect([count('sky'), notices]).toEqual([1, ['a', 'command.single']])
  })

  it('an instance of a symbol that has one, itself or by another symbol, comes whole or not at all', () => {
    const { bus, document, notices, ids, count } = open([instance('first')], [station, yard])
    expect(count('sky')).toBe(1)
    const answers = [
      bus.run('add-instance', { symbol: 'station', x: 50, y: 50 }),
      bus.run('add-instance', { symbol: 'yard', x: 50, y: 50 }),
      bus.run('copy-add', { ids: ids('first') }),
    ]
    expect(answers.map(getCode)).toEqual(['command.single', 'command.single', 'command.single'])
    expect([count('sky'), count('box')]).toEqual([1, 1])
    bus.run('del', { ids: ids('first') })
    expect([getCode(bus.run('add-instance', { symbol: 'yard', x: 50, y: 50 })), count('sky'), count('box')]).toEqual([
      'done',
      1,
      2,
    ])
    const text = writeDrawing(document.toDrawing())
    bus.run('add', { type: 'box', x: 1, y: 1 })
    notices.length = 0
    expect(bus.run('paste', { drawing: writeDrawing(document.toDrawing()) })).toMatchObject({
      ok: true,
      warnings: [{ code: 'command.single' }],
    })
    expect([count('sky'), count('box'), notices.length]).toEqual([1, 4, 1])
    expect(bus.run('import', { drawing: text })).toEqual({ ok: true, warnings: [] })
    expect([count('sky'), count('box')]).toEqual([1, 2])
  })

  it('a symbol that would give it to two instances stays as it is; one that is made of it has it', () => {
    const bare = { ...station, components: [{ id: 'mast', ...box, x: 20 }] }
    const twice = open([instance('first'), instance('second')], [bare])
    const before = writeDrawing(twice.document.toDrawing())
    expect(getCode(twice.bus.run('update-symbol', { symbol: 'station', components: station.components }))).toBe(
      'command.single',
    )
    expect([writeDrawing(twice.document.toDrawing()), twice.notices]).toEqual([before, ['command.single']])
    const once = open([instance('first')], [bare])
    expect([
      getCode(once.bus.run('update-symbol', { symbol: 'station', components: station.components })),
      once.count('sky'),
    ]).toEqual(['done', 1])
    const loose = open([
      { id: 'a', ...sky },
      { id: 'b', ...box },
    ])
    expect([
      getCode(loose.bus.run('make-symbol', { ids: loose.ids('a', 'b'), name: 'Made' })),
      loose.count('sky'),
    ]).toEqual(['done', 1])
    expect(
      getCode(
        loose.bus.run('detach', { ids: [...loose.document.all()].filter(({ link }) => link).map(({ id }) => id) }),
      ),
    ).toBe('done')
  })

  it('opens a file with two of them with a warning, and omits the second one with a warning on import', () => {
    const two = {
      version: 1,
      name: 'Two',
      components: [
        { id: 'a', ...sky },
        { id: 'b', ...box },
        { id: 'c', ...sky },
        { id: 'd', ...box, type: 'sea' },
      ],
    }
    const opened = open(two.components)
    expect([opened.count('sky'), opened.warnings]).toEqual([
      2,
      [expect.objectContaining({ path: 'components.2', code: 'drawing.single' })],
    ])
    expect(
      [
        opened.bus.run('move', { ids: opened.ids('c'), dx: 5, dy: 5 }),
        opened.bus.run('group', { ids: opened.ids('b', 'c') }),
      ].map(getCode),
    ).toEqual(['done', 'done'])
    const empty = open([])
    expect(empty.bus.run('import', { drawing: two })).toMatchObject({
      ok: true,
      warnings: [{ code: 'command.single', path: 'a' }],
    })
    expect([empty.count('sky'), empty.count('sea'), empty.count('box')]).toEqual([1, 1, 1])
    expect(open([instance('first'), instance('second')], [station]).warnings).toEqual([
      expect.objectContaining({ path: 'components', code: 'drawing.single' }),
    ])
  })

  it('whatever is done to a drawing, in any order, and undo and redo go through it', () => {
    const steps = fc.constantFrom(
      'copy',
      'paste',
      'station',
      'yard',
      'sky',
      'sea',
      'delete',
      'group',
      'symbol',
      'detach',
      'undo',
      'redo',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(steps, fc.nat()), { maxLength: 25 }), (done) => {
        const { bus, document, count } = open(
          [
            { id: 'a', ...box },
            { id: 'b', ...box },
          ],
          [station, yard],
        )
        const start = writeDrawing(document.toDrawing())
        for (const [step, pick] of done) {
          const roots = document.children(null)
          const ids = [roots[pick % roots.length], roots[(pick + 1) % roots.length]].flatMap((one) =>
            one ? [one.id] : [],
          )
          if (step === 'copy') bus.run('copy-add', { ids })
          else if (step === 'paste') bus.run('paste', { drawing: writeDrawing(document.toDrawing()) })
          else if (step === 'station' || step === 'yard') bus.run('add-instance', { symbol: step, x: 5, y: 5 })
          else if (step === 'sky' || step === 'sea') bus.run('add', { type: step, x: 5, y: 5 })
          else if (step === 'delete') bus.run('del', { ids })
          else if (step === 'group') bus.run('group', { ids })
          else if (step === 'symbol') bus.run('make-symbol', { ids, name: 'Made' })
          else if (step === 'detach')
            bus.run('detach', {
              ids: [...document.all()].filter(({ link, parent }) => link && parent === null).map(({ id }) => id),
            })
          else bus.run(step)
          expect([count('sky') <= 1, count('sea') <= 1]).toEqual([true, true])
          expect(
            [...document.all()].every(({ id, type }) => type !== groupType || document.children(id).length > 0),
          ).toBe(true)
          expect(readDrawing(writeDrawing(document.toDrawing()), types).value?.drawing.components).toEqual(
            document.paintOrder(),
          )
        }
        const end = writeDrawing(document.toDrawing())
        while (bus.history.canUndo) bus.run('undo')
        expect(writeDrawing(document.toDrawing())).toBe(start)
        while (bus.history.canRedo) bus.run('redo')
        expect(done.some(([step]) => step === 'undo') || writeDrawing(document.toDrawing()) === end).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
