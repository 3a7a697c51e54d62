import { describe, expect, it } from 'vitest'
import { opened, place } from './testDesigner.ts'

type Opened = Awaited<ReturnType<typeof opened>>

async function savedWork(): Promise<Opened> {
  const first = await opened()
  place(first.store)
  place(first.store)
  first.store.session?.run('undo', {})
  await first.store.save()
  await first.store.close()
  return first
}

describe('undo after a save and a reload', () => {
  it('works in both directions and reports the server state as saved', async () => {
    const { store } = await opened(await savedWork())
    expect([store.offer, store.state, store.session?.count]).toEqual([null, 'saved', 1])
    store.session?.run('redo', {})
    expect([store.session?.count, store.state]).toEqual([2, 'unsaved'])
    store.session?.run('undo', {})
    expect(store.state).toBe('saved')
    store.session?.run('undo', {})
    expect([store.session?.count, store.session?.canUndo, store.state]).toEqual([0, false, 'unsaved'])
    store.session?.run('redo', {})
    expect([store.session?.count, store.state]).toEqual([1, 'saved'])
  })

  it('can also redo steps that were undone back to the saved state', async () => {
    const first = await opened()
    place(first.store)
    await first.store.save()
    place(first.store)
    first.store.session?.run('undo', {})
    await first.store.close()
    const { store } = await opened(first)
    expect([store.offer, store.session?.canRedo]).toEqual([null, true])
  })

  it('outlives an upgrade that leaves the drawing as it is but for its version', async () => {
    const first = await opened()
    place(first.store)
    first.store.session?.run('undo', {})
    await first.store.save()
    await first.store.close()
    const kept = await first.storage.savedSteps('ann', 'd1')
    // Hash of this empty drawing computed by version 5.
    if (kept) await first.storage.keepSteps({ ...kept, hash: '145/7924073367700464' })
    expect((await opened(first)).store.session?.canRedo).toBe(true)
  })

  it('is refused when the server has another revision, or another drawing under the same one', async () => {
    const saved = await savedWork()
    saved.server.revision += 1
    const newer = await opened(saved)
    expect(newer.store.session?.canUndo).toBe(false)
    await newer.store.close()
    saved.server.revision -= 1
    saved.server.drawing = { ...saved.server.drawing, name: 'Set back' }
    expect((await opened(saved)).store.session?.canUndo).toBe(false)
  })

  it('belongs to its account and drawing', async () => {
    const saved = await savedWork()
    expect(await saved.storage.savedSteps('bob', 'd1')).toBeNull()
    expect(await saved.storage.savedSteps('ann', 'd2')).toBeNull()
    expect((await saved.storage.savedSteps('ann', 'd1'))?.revision).toBe(2)
  })

  it('keeps the newest hundred steps', async () => {
    const first = await opened()
    for (let i = 0; i < 120; i++) place(first.store)
    await first.store.save()
    await first.store.close()
    const { store } = await opened(first)
    while (store.session?.canUndo) store.session.run('undo', {})
    expect(store.session?.count).toBe(20)
  })

  it('opens the drawing even if the stored steps cannot be read', async () => {
    const saved = await savedWork()
    const storage = { ...saved.storage, savedSteps: () => Promise.reject(new Error('broken')) }
    const { store } = await opened({ ...saved, storage })
    expect([store.opening.kind, store.session?.count, store.session?.canUndo]).toEqual(['ready', 1, false])
  })

  it('a copy under another name leaves no steps of a drawing that was not saved', async () => {
    const first = await opened()
    place(first.store)
    await first.store.saveAsCopy('Mine')
    await first.store.close()
    expect((await opened(first)).store.session?.canUndo).toBe(false)
  })
})
