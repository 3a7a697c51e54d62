import { describe, expect, it } from 'vitest'
import { createMemoryStorage, opened, place } from './testDesigner.ts'
import { restoreSteps } from './draftHistory.ts'

describe('a restored draft', () => {
  it('can be undone and redone as before, edit by edit', async () => {
    const first = await opened()
    const { session } = first.store
    place(first.store)
    first.store.flushDraft()
    session?.run('rename', { name: 'Another' })
    place(first.store)
    first.store.flushDraft()
    session?.run('undo', {})
    first.store.flushDraft()
    await first.store.close()

    const { store } = await opened(first)
    const seen = () => [
      store.session?.document.name,
      store.session?.count,
      store.session?.canUndo,
      store.session?.canRedo,
    ]
    if (store.offer) store.restore(store.offer)
    expect(seen()).toEqual(['Another', 1, true, true])
    store.session?.run('redo', {})
    expect(seen()).toEqual(['Another', 2, true, false])
    for (let i = 0; i < 3; i++) store.session?.run('undo', {})
    expect(seen()).toEqual(['Pumps', 0, false, true])
    await store.close()

    // The second restore uses the draft that the first one rewrote.
    const third = await opened(first)
    if (third.store.offer) third.store.restore(third.store.offer)
    third.store.session?.run('redo', {})
    expect([third.store.session?.count, third.store.session?.canUndo]).toEqual([1, true])
  })

  it('writes each step to storage once', async () => {
    const storage = createMemoryStorage()
    const fresh: number[] = []
    const { store } = await opened({
      storage: {
        ...storage,
        begin: (draft) => {
          fresh.push(draft.kept.fresh.length)
          return storage.begin(draft)
        },
        append: (step) => {
          fresh.push(step.kept?.fresh.length ?? 0)
          return storage.append(step)
        },
      },
    })
    for (let i = 0; i < 3; i++) {
      place(store)
      store.flushDraft()
    }
    store.session?.run('undo', {})
    store.flushDraft()
    store.session?.run('rename', { name: 'Another' })
    store.session?.run('undo', {})
    store.flushDraft()
    store.flushDraft()
    await store.close()
    expect(fresh).toEqual([1, 1, 1, 0, 1])
    expect((await storage.of('ann', 'd1'))[0]?.steps).toMatchObject({
      done: [{ label: 'add' }, { label: 'add' }],
      undone: [{ label: 'rename' }],
    })
  })

  it('keeps the newest hundred steps', async () => {
    const first = await opened()
    for (let i = 0; i < 120; i++) place(first.store)
    await first.store.close()
    const { store } = await opened(first)
    if (store.offer) store.restore(store.offer)
    while (store.session?.canUndo) store.session.run('undo', {})
    expect(store.session?.count).toBe(20)
  })

  it('with a step that was tampered with still brings the drawing', async () => {
    const first = await opened()
    place(first.store)
    await first.store.close()
    const { store } = await opened(first)
    const [draft] = await first.storage.of('ann', 'd1')
    if (draft)
      expect(
        store.restore({ ...draft, steps: { done: [{ label: 'add', diff: { added: [{ id: 'x' }] } }], undone: [] } }),
      ).toEqual([])
    expect([store.session?.count, store.session?.canUndo]).toEqual([1, false])
  })

  it('drops invalid steps and those beyond a missing step', () => {
    expect(restoreSteps([undefined, null, { fresh: [1], done: [], undone: [] }, { fresh: 'x', done: 1 }])).toEqual({
      done: [],
      undone: [],
    })
    expect(
      restoreSteps([
        {
          fresh: [
            [0, 'a'],
            [2, 'c'],
            [3, 'd'],
          ],
          done: [0, 1, 2, 3],
          undone: [3, 4],
        },
      ]),
    ).toEqual({ done: ['c', 'd'], undone: [] })
  })
})
