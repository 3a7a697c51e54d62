import { describe, expect, it, vi } from 'vitest'
import { DrawingDocument, readDrawing, writeDrawing } from '../../document/index.ts'
import { testTypes } from '../../document/testing.ts'
import { CommandBus } from '../index.ts'
import { createBench, pumpSymbols, street } from '../testing.ts'
import type { Id } from '../../document/index.ts'
import type { Bench } from '../testing.ts'

type Loose = Record<string, unknown> & { id: string }
interface LooseDiff {
  added: Loose[]
  updated: [Loose, Loose][]
  removed: Loose[]
  name?: unknown[]
  layer?: unknown[]
  symbols?: unknown[]
}
interface LooseStep {
  label: unknown
  diff: LooseDiff
  selectionBefore: unknown[]
  selectionAfter: unknown[]
}
interface LooseSteps {
  done: LooseStep[]
  undone: LooseStep[]
}

const serialize = ({ document }: Pick<Bench, 'document'>): string => writeDrawing(document.toDrawing())
const copySteps = ({ bus }: Bench): LooseSteps => JSON.parse(JSON.stringify(bus.steps))

/** Reopens the drawing with these steps. */
function reopen(bench: Bench, steps: unknown) {
  const read = readDrawing(serialize(bench), testTypes)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const document = new DrawingDocument(read.value.drawing)
  const bus = new CommandBus(document, testTypes)
  bus.restoreSteps(steps)
  return { document, bus }
}

/** A drawing after a rename, a move, a deletion of a group and a copy. */
function edited(): Bench {
  const bench = createBench(street)
  bench.bus.run('rename', { name: 'Street' })
  bench.bus.run('move', { ids: ['over'], dx: 5, dy: 0 })
  bench.bus.run('del', { ids: ['panel'] })
  bench.bus.run('copy-add', { ids: ['under'] })
  return bench
}

describe('steps of an earlier visit', () => {
  it('are undone and redone as if the page had never been closed', () => {
    const bench = edited()
    const end = serialize(bench)
    const reopenedBench = reopen(bench, copySteps(bench))
    expect(reopenedBench.bus.history.undoLabel).toBe('copy-add')
    while (reopenedBench.bus.history.undo());
    expect(serialize(reopenedBench)).toBe(serialize(createBench(street)))
    while (reopenedBench.bus.history.redo());
    expect(serialize(reopenedBench)).toBe(end)
  })

  it('restore the selection as far as its components exist', () => {
    const bench = createBench(street)
    let selected: readonly Id[] = bench.ids('over', 'under')
    bench.bus.trackSelection(
      () => selected,
      (now) => {
        selected = now
      },
    )
    bench.bus.run('del', { ids: ['over'] })
    const steps = copySteps(bench)
    steps.done[0]?.selectionBefore.push('ghost', 7, '__proto__')
    const { bus } = reopen(bench, steps)
    bus.trackSelection(
      () => selected,
      (now) => {
        selected = now
      },
    )
    bus.history.undo()
    expect(selected).toEqual(['over', 'under'])
  })

  it('hold a drag that was not yet let go', () => {
    const bench = createBench(street)
    bench.bus.run('rename', { name: 'Street' })
    bench.bus.gesture('move').update((tx) => {
      tx.patch(bench.get('over').id, { x: 99 })
    })
    const { bus, document } = reopen(bench, copySteps(bench))
    bus.history.undo()
    expect([document.get(bench.get('over').id)?.x, bus.history.undoLabel]).toEqual([50, 'rename'])
  })

  it('do not merge with subsequent typing', () => {
    const bench = createBench(street)
    bench.bus.run('rename', { name: 'S' })
    const { bus } = reopen(bench, copySteps(bench))
    bus.run('rename', { name: 'St' })
    expect([bus.history.undo(), bus.history.undo(), bus.history.undo()]).toEqual([true, true, false])
  })

  it('of symbols and their instances fit too', () => {
    const bench = createBench([{ id: 'b' }], {}, pumpSymbols)
    const start = serialize(bench)
    const a = placed(bench, 'station')
    expect(bench.bus.run('move', { ids: [a], dx: 10, dy: 10 })).toMatchObject({ ok: true })
    expect(bench.bus.run('make-symbol', { ids: ['b'], name: 'Box' })).toMatchObject({ ok: true })
    expect(bench.bus.run('update-symbol', { symbol: 'pump', width: 120 })).toMatchObject({ ok: true })
    expect(bench.bus.run('del', { ids: [a] })).toMatchObject({ ok: true })
    const reopenedBench = reopen(bench, copySteps(bench))
    expect(reopenedBench.bus.steps.done.length).toBe(5)
    while (reopenedBench.bus.history.undo());
    expect(serialize(reopenedBench)).toBe(start)
  })
})

describe('steps that do not fit', () => {
  it.each<[string, left: number, (steps: LooseSteps) => void]>([
    [
      'a record that was not left so',
      2,
      (steps) => {
        getChange(steps, 'move')[1].x = 1
      },
    ],
    [
      'a record that no file may hold',
      2,
      (steps) => {
        getChange(steps, 'move')[0].x = 1e300
      },
    ],
    [
      'a key that is none',
      2,
      (steps) => {
        getChange(steps, 'move')[0].onclick = 'alert(1)'
      },
    ],
    [
      'an address that would run',
      2,
      (steps) => {
        getChange(steps, 'move')[0].action = { kind: 'link', url: 'javascript:alert(1)', open: 'window' }
      },
    ],
    [
      'another id',
      2,
      (steps) => {
        getChange(steps, 'move')[0].id = 'other'
      },
    ],
    [
      'a parent that is no group',
      2,
      (steps) => {
        getChange(steps, 'move')[0].parent = 'fixed'
      },
    ],
    [
      'a group in itself',
      1,
      (steps) => {
        removedIn(steps, 'panel').parent = 'inner'
      },
    ],
    [
      'members without their group',
      1,
      (steps) => {
        getDiff(steps, 'del').removed = getDiff(steps, 'del').removed.filter(({ id }) => id !== 'panel')
      },
    ],
    [
      'a rank that another has',
      1,
      (steps) => {
        removedIn(steps, 'right').rank = removedIn(steps, 'left').rank
      },
    ],
    [
      'a rank that another had before',
      2,
      (steps) => {
        getChange(steps, 'move')[0].rank = removedIn(steps, 'panel').rank
      },
    ],
    [
      'no rank',
      1,
      (steps) => {
        delete removedIn(steps, 'left').rank
      },
    ],
    [
      'one twice',
      1,
      (steps) => {
        getDiff(steps, 'del').removed.push(removedIn(steps, 'left'))
      },
    ],
    [
      'one that is there',
      1,
      (steps) => {
        getDiff(steps, 'del').removed.push({ ...getChange(steps, 'move')[1] })
      },
    ],
    [
      'another name',
      3,
      (steps) => {
        getDiff(steps, 'rename').name = ['Test', 'Other']
      },
    ],
    [
      'a layer that is none',
      2,
      (steps) => {
        getDiff(steps, 'move').layer = [{}, {}]
      },
    ],
    [
      'symbols that are none',
      2,
      (steps) => {
        getDiff(steps, 'move').symbols = [[{ id: 'x' }], []]
      },
    ],
    [
      'no diff',
      1,
      (steps) => {
        Object.assign(steps.done[2] ?? {}, { diff: null })
      },
    ],
  ])('are left out with all before them, and the drawing stays whole: %s', (_, left, spoil) => {
    const bench = edited()
    const end = serialize(bench)
    const steps = copySteps(bench)
    spoil(steps)
    const reopenedBench = reopen(bench, steps)
    expect(serialize(reopenedBench)).toBe(end)
    expect(reopenedBench.bus.steps.done.length).toBe(left)
    while (reopenedBench.bus.history.undo());
    const text = serialize(reopenedBench)
    expect(writeDrawing(readDrawing(text, testTypes).value?.drawing ?? never())).toBe(text)
    while (reopenedBench.bus.history.redo());
    expect(serialize(reopenedBench)).toBe(end)
  })

  it('are left out where a member is not as its symbol makes it', () => {
    const bench = createBench([], {}, pumpSymbols)
    const a = placed(bench, 'pump')
    bench.bus.run('del', { ids: [a] })
    const steps = copySteps(bench)
    expect(reopen(bench, steps).bus.history.canUndo).toBe(true)
    const member = getDiff(steps, 'del').removed.find(({ parent }) => parent === a)
    if (member) member.name = 'forged'
    expect(reopen(bench, steps).bus.history.canUndo).toBe(false)
  })

  it.each([[null], ['x'], [{ done: 1 }], [{ done: [null, 1, 'x', []], undone: [{}] }]])(
    'are none at all: %j',
    (input) => {
      const { bus } = reopen(createBench(street), input)
      expect([bus.history.canUndo, bus.history.canRedo]).toEqual([false, false])
    },
  )

  it('never throw, even where reading them does', () => {
    const errorSpy = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const steps = copySteps(edited())
    const diff = new Proxy(
      {},
      {
        get: () => {
          throw new Error('hostile')
        },
      },
    )
    const { bus } = reopen(edited(), { ...steps, done: [{ ...steps.done[3], diff }] })
    expect([bus.history.canUndo, errorSpy.mock.calls.length]).toEqual([false, 1])
    errorSpy.mockRestore()
  })
})

function placed({ bus }: Bench, symbol: string): Id {
  const created = bus.run('add-instance', { symbol, x: 0, y: 0 })
  return (created.ok ? created.created?.[0] : undefined) ?? never()
}

function getDiff({ done }: LooseSteps, label: string): LooseDiff {
  return done.find((step) => step.label === label)?.diff ?? never()
}

function getChange(steps: LooseSteps, label: string): [Loose, Loose] {
  return getDiff(steps, label).updated[0] ?? never()
}

function removedIn(steps: LooseSteps, id: string): Loose {
  return getDiff(steps, 'del').removed.find((component) => component.id === id) ?? never()
}

function never(): never {
  throw new Error('not there')
}
