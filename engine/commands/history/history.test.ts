import { describe, expect, it } from 'vitest'
import { writeDrawing } from '../../document/index.ts'
import { createBench, street } from '../testing.ts'
import type { Id } from '../../document/index.ts'

function typist() {
  let nowMs = 0
  const bench = createBench(street, { now: () => nowMs })
  return {
    ...bench,
    wait: (ms: number) => {
      nowMs += ms
    },
    type: (caption: string) => bench.bus.run('set-props', { ids: ['over'], props: { caption } }),
  }
}

describe('typing', () => {
  it('into one field merges while the pauses are short', () => {
    const { bus, get, type, wait } = typist()
    for (const caption of ['P', 'Pu', 'Pum', 'Pump']) {
      type(caption)
      wait(500)
    }
    bus.history.undo()
    expect(get('over').props).toEqual({})
    expect(bus.history.canUndo).toBe(false)
    bus.history.redo()
    expect(get('over').props).toEqual({ caption: 'Pump' })
  })

  it('starts a new step after a pause, after undo, in another field and on another component', () => {
    const { bus, type, wait } = typist()
    const steps = (): number => {
      let count = 0
      while (bus.history.undo()) count++
      for (let i = 0; i < count; i++) bus.history.redo()
      return count
    }
    type('a')
    wait(501)
    type('b')
    expect(steps()).toBe(2)
    type('c')
    expect(steps()).toBe(3)
    bus.run('set-props', { ids: ['over'], props: { border: 3 } })
    bus.run('set-props', { ids: ['left'], props: { border: 3 } })
    bus.run('set-props', { ids: ['left'], common: { visible: false } })
    bus.run('set-props', { ids: ['left'], common: { visible: true } })
    expect(steps()).toBe(7)
    for (const name of ['T', 'Tu', 'Tun']) bus.run('rename', { name })
    expect(steps()).toBe(8)
    bus.run('move', { ids: ['over'], dx: 1, dy: 0 })
    bus.run('move', { ids: ['over'], dx: 1, dy: 0 })
    expect(steps()).toBe(10)
  })

  it('that ends where it began leaves no step', () => {
    const { bus } = typist()
    bus.run('rename', { name: 'x' })
    bus.run('rename', { name: 'Test' })
    expect(bus.history.canUndo).toBe(false)
  })
})

describe('history', () => {
  it('forgets the oldest beyond so many entries', () => {
    const { bus, get } = createBench(street, { maxEntries: 3 })
    for (let i = 0; i < 5; i++) bus.run('move', { ids: ['over'], dx: 1, dy: 0 })
    while (bus.history.undo());
    expect(get('over').x).toBe(52)
  })

  it('forgets the oldest beyond so many records, never the newest', () => {
    const { bus, document } = createBench(street, { maxRecords: 4 })
    bus.run('move', { ids: ['over', 'under'], dx: 1, dy: 0 })
    bus.run('move', { ids: ['over', 'under'], dx: 1, dy: 0 })
    bus.run('move', { ids: ['over'], dx: 1, dy: 0 })
    expect([bus.history.undo(), bus.history.undo(), bus.history.undo()]).toEqual([true, true, false])
    bus.run('copy-add', { ids: ['panel'] })
    expect(document.size).toBe(street.length + 5)
    expect([bus.history.undo(), bus.history.undo()]).toEqual([true, false])
  })

  it('keeps 64 MB of pictures and no more, whatever the number of steps', { tags: 'full' }, () => {
    const { bus, document } = createBench(street, { mergeWithinMs: -1 })
    const picture = (index: number): string =>
      `data:image/png;base64,${String(index).padStart(4, '0')}${'A'.repeat(1_900_000)}`
    for (let index = 0; index < 500; index++)
      expect(bus.run('set-layer', { backgroundImage: picture(index) }).ok).toBe(true)
    const remaining = new Set(
      bus.history.steps.done.flatMap(({ diff }) => diff.layer ?? []).map(({ backgroundImage }) => backgroundImage),
    )
    const bytes = [...remaining].reduce((sum, text) => sum + text.length * 2, 0)
    expect(bytes).toBeGreaterThan(56 * 1024 * 1024)
    expect(bytes).toBeLessThanOrEqual(64 * 1024 * 1024)
    let steps = 0
    while (bus.history.undo()) steps++
    expect(document.layer.backgroundImage).toBe(picture(499 - steps))
    expect(bus.history.steps.undone).toHaveLength(steps)
    bus.run('set-layer', { backgroundImage: '' })
    // Discarding undone steps also frees their images, so the same number fits again.
    for (let index = 500; index < 500 + steps - 1; index++) bus.run('set-layer', { backgroundImage: picture(index) })
    expect(bus.history.steps.done).toHaveLength(steps)
  })

  it('counts an image once, even if its component is moved and copied many times', () => {
    const { bus, get } = createBench(street, { maxTextBytes: 8_000, mergeWithinMs: -1 })
    const pictured = { fill: '#000000', source: 'x'.repeat(3_000) }
    const show = (source: string): void =>
      bus.gesture('show').update((tx) => {
        tx.patch(get('over').id, { props: { ...pictured, source } })
      }).ok
        ? undefined
        : expect.fail()
    show(pictured.source)
    for (let index = 0; index < 20; index++) bus.run('move', { ids: ['over'], dx: 1, dy: 0 })
    for (let index = 0; index < 20; index++) bus.run('copy-add', { ids: ['over'] })
    expect(bus.history.steps.done).toHaveLength(41)
    show('y'.repeat(3_000))
    bus.run('move', { ids: ['over'], dx: 1, dy: 0 })
    expect(bus.history.steps.done).toHaveLength(1)
  })

  it('discards redo steps after a new command', () => {
    const { bus } = createBench(street)
    bus.run('move', { ids: ['over'], dx: 1, dy: 0 })
    bus.history.undo()
    expect([bus.history.canRedo, bus.history.redoLabel]).toEqual([true, 'move'])
    bus.run('rename', { name: 'x' })
    expect([bus.history.canRedo, bus.history.undoLabel, bus.history.redo()]).toEqual([false, 'rename', false])
  })

  it('notifies its listeners of each change', () => {
    const { bus } = createBench(street)
    let calls = 0
    const stop = bus.history.onChange(() => {
      calls++
    })
    bus.run('rename', { name: 'x' })
    bus.history.undo()
    bus.history.redo()
    bus.run('rename', { name: 'x' })
    bus.history.clear()
    stop()
    bus.run('rename', { name: 'y' })
    expect(calls).toBe(4)
  })

  it('brings the selection back with the drawing', () => {
    const { bus, ids } = createBench(street)
    let selected: readonly Id[] = ids('over', 'under')
    const stop = bus.trackSelection(
      () => selected,
      (now) => {
        selected = now
      },
    )
    bus.run('del', { ids: ['over'] })
    expect(selected).toEqual(['under'])
    const copies = bus.run('copy-add', { ids: ['under'] })
    expect(copies.ok && copies.created).toEqual(selected)
    selected = []
    bus.history.undo()
    expect(selected).toEqual(['under'])
    bus.history.undo()
    expect(selected).toEqual(['over', 'under'])
    bus.history.redo()
    bus.history.redo()
    expect(selected).toEqual(copies.ok && copies.created)
    stop()
    bus.history.undo()
    expect(selected).toEqual(copies.ok && copies.created)
  })
})

describe('a gesture', () => {
  it('is computed from the start, so that many small steps are one large one and one entry', () => {
    const { bus, document, get } = createBench(street)
    const start = writeDrawing(document.toDrawing())
    const gesture = bus.gesture('move')
    for (let i = 1; i <= 1000; i++)
      gesture.update((tx, from) => {
        for (const id of [get('over').id, get('left').id]) tx.patch(id, { x: (from.get(id)?.x ?? 0) + i * 0.1 })
      })
    gesture.commit()
    expect([get('over').x, get('left').x]).toEqual([50 + 1000 * 0.1, 100 + 1000 * 0.1])
    expect(get('panel')).toMatchObject({ x: 150, width: 80 })
    expect(bus.history.undo()).toBe(true)
    expect(writeDrawing(document.toDrawing())).toBe(start)
    expect(bus.history.canUndo).toBe(false)
  })

  it('can add, remove and rearrange components at every step, and keeps only the last state', () => {
    const { bus, document, ids, get } = createBench(street)
    const [over, under, left] = ids('over', 'under', 'left')
    if (!over || !under || !left) throw new Error('three were named')
    const start = writeDrawing(document.toDrawing())
    const gesture = bus.gesture('odd')
    gesture.update((tx) => {
      tx.remove(over)
      tx.update(left, (draft) => {
        draft.props.fill = '#000000'
        draft.parent = null
      })
    })
    expect([document.get(over), get('left').parent]).toEqual([undefined, null])
    gesture.update((tx, from) => {
      expect(from.get(over)?.x).toBe(50)
      expect(from.children(get('panel').id).map(({ id }) => id)).toEqual(['left', 'inner', 'right'])
      tx.remove(under)
      tx.rename('Odd')
      tx.layer((draft) => {
        draft.width = 1
      })
    })
    expect([
      document.get(over)?.x,
      document.get(under),
      get('left').props.fill,
      document.name,
      document.layer.width,
    ]).toEqual([50, undefined, '#112233', 'Odd', 1])
    gesture.cancel()
    expect(writeDrawing(document.toDrawing())).toBe(start)
    expect(bus.history.canUndo).toBe(false)
    expect(gesture.update(() => undefined)).toMatchObject({ ok: false, code: 'command.gestureOver' })
  })

  it('that comes back to the start leaves no entry', () => {
    const { bus, get } = createBench(street)
    const gesture = bus.gesture('move')
    for (const dx of [5, 0])
      gesture.update((tx) => {
        tx.patch(get('over').id, { x: 50 + dx })
      })
    gesture.commit()
    expect(bus.history.canUndo).toBe(false)
  })

  it('keeps its previous state if a step exceeds the limits', () => {
    const { bus, get } = createBench(street)
    const gesture = bus.gesture('move')
    gesture.update((tx) => {
      tx.patch(get('over').id, { x: 60 })
    })
    expect(
      gesture.update((tx) => {
        tx.patch(get('over').id, { x: Number.NaN })
      }),
    ).toMatchObject({ ok: false, code: 'command.limit' })
    gesture.commit()
    expect(get('over').x).toBe(60)
  })

  it('is the first step to be undone, and is committed by a command', () => {
    const { bus, get } = createBench(street)
    bus.run('move', { ids: ['over'], dx: 1, dy: 0 })
    bus.gesture('move').update((tx) => {
      tx.patch(get('over').id, { x: 99 })
    })
    expect([bus.history.undo(), get('over').x, bus.history.canUndo]).toEqual([true, 51, true])
    const gesture = bus.gesture('move')
    gesture.update((tx) => {
      tx.patch(get('over').id, { x: 99 })
    })
    bus.run('move', { ids: ['over'], dx: 1, dy: 0 })
    gesture.commit()
    expect([get('over').x, bus.history.undo(), get('over').x, bus.history.undo(), get('over').x]).toEqual([
      100,
      true,
      99,
      true,
      51,
    ])
  })
})

describe('a transaction', () => {
  it.each<[string, (bench: ReturnType<typeof createBench>) => void]>([
    [
      'put something into what is no group',
      ({ bus, get }) => {
        bus.gesture('x').update((tx) => {
          tx.patch(get('over').id, { parent: get('under').id })
        })
      },
    ],
    [
      'put a group into itself',
      ({ bus, get }) => {
        bus.gesture('x').update((tx) => {
          tx.patch(get('panel').id, { parent: get('inner').id })
        })
      },
    ],
    [
      'change an id',
      ({ bus, get }) => {
        bus.gesture('x').update((tx) => {
          tx.update(get('over').id, (draft) => {
            draft.id = get('under').id
          })
        })
      },
    ],
    [
      'change what is not there',
      ({ bus, get }) => {
        bus.gesture('x').update((tx) => {
          tx.remove(get('over').id)
          tx.patch(get('over').id, { x: 1 })
        })
      },
    ],
    [
      'add what is there',
      ({ bus, get }) => {
        bus.gesture('x').update((tx) => {
          tx.add(get('over'))
        })
      },
    ],
  ])('does not let our own code %s', (_, misuse) => {
    const bench = createBench(street)
    const start = writeDrawing(bench.document.toDrawing())
    let problem: unknown = null
    try {
      misuse(bench)
    } catch (error) {
      problem = error
    }
    expect(problem).toBeInstanceOf(Error)
    expect(writeDrawing(bench.document.toDrawing())).toBe(start)
  })
})
