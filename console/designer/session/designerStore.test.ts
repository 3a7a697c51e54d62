import { catalog } from '@mimic/engine/catalog'
import { drawingVersion, makeComponent, newDrawing, ranksBetween, readDrawing } from '@mimic/engine/document'
import { describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { createBrokenStorage, opened, place } from './testDesigner.ts'
import type { DesignerStore } from './designerStore.ts'
import { DialogState } from './dialogState.ts'
import type { DrawingSession } from './drawingSession.ts'
import type { DraftStorage } from './drafts.ts'

it('opens a drawing of a newer version read-only: it cannot be edited, saved or stored as a draft', async () => {
  const { store, storage } = await opened()
  place(store)
  await store.close()
  const drawing = Object.assign({ ...newDrawing('Pumps') }, { version: drawingVersion + 1, later: 'unknown here' })
  const visit = await opened({ server: { revision: 1, isDown: false, drawing, copies: [] }, storage })
  const { opening } = visit.store
  if (opening.kind !== 'newer') expect.fail(opening.kind)
  expect([opening.newer.version, JSON.parse(opening.newer.text)]).toEqual([drawingVersion + 1, drawing])
  expect([
    visit.store.session,
    visit.store.offer,
    await visit.store.save(),
    await visit.store.saveAsCopy('Copy'),
    visit.server.revision,
    visit.server.copies,
  ]).toEqual([null, null, false, undefined, 1, []])
  await visit.store.close()
  expect((await storage.of('ann', 'd1')).length).toBe(1)
})

it('reports the version of an unreadable newer drawing, recommends an upgrade and never overwrites it', async () => {
  const drawing = Object.assign({ ...newDrawing('Pumps') }, { version: drawingVersion + 1, components: 'woven' })
  const { store, server } = await opened({ server: { revision: 1, isDown: false, drawing, copies: [] } })
  const { opening } = store
  if (opening.kind !== 'failed') expect.fail(opening.kind)
  for (const words of Object.values(opening.newer ?? {}))
    expect(words).toMatch(new RegExp(`${drawingVersion + 1}.*${drawingVersion}`))
  expect([opening.newer?.en, opening.newer?.zh]).toEqual([
    expect.stringContaining('Upgrade'),
    expect.stringContaining('升级'),
  ])
  expect([await store.save(), server.revision]).toEqual([false, 1])
})

describe('saving', () => {
  it("enforces the server's component limit while editing, with the same count as the server", async () => {
    const maxComponents = limits.drawing.components
    const rank = ranksBetween(null, null, maxComponents)
    const components = Array.from({ length: maxComponents }, (_, i) =>
      makeComponent({ type: 'rect', rank: rank[i] ?? '', width: 10, height: 10 }),
    )
    const { store } = await opened({
      server: {
        revision: 1,
        isDown: false,
        drawing: { ...newDrawing('Full'), components: components.slice(1) },
        copies: [],
      },
    })
    expect(store.session?.run('add', { type: 'rect', x: 0, y: 0 })).toEqual([])
    const refused = store.session?.runWithResult('add', { type: 'rect', x: 0, y: 0 })
    expect(refused).toMatchObject({ ok: false, code: 'command.limit', problems: [{ code: 'command.tooMany' }] })
    const file = store.text()
    expect([
      readDrawing(file, catalog, { components: maxComponents }).problems,
      store.session?.runWithResult('import', { drawing: file }).ok,
      store.session?.count,
    ]).toEqual([undefined, true, maxComponents])
    await store.close()
  })

  it('sends no more than the file has, and refuses pictures that would make that more than the server takes', async () => {
    const { store, server } = await opened()
    const counts: number[] = []
    store.session?.bus.onNearLimit((bytes) => counts.push(bytes))
    const picture = `data:image/png;base64,${'A'.repeat(380_000)}`
    const added = Array.from({ length: 30 }, () =>
      store.session?.runWithResult('add', { type: 'image', x: 0, y: 0, props: { source: picture } }),
    )
    const refused = added.filter((each) => !each?.ok)
    expect([refused.length > 0, refused.length < 8, counts.length]).toEqual([true, true, 1])
    expect(refused[0]).toMatchObject({ code: 'command.limit', problems: [{ code: 'command.tooLarge' }] })
    expect(await store.save()).toBe(true)
    expect(JSON.stringify({ drawing: server.drawing }).length).toBeLessThan(limits.drawing.bodyBytes)
    expect(readDrawing(store.text(), catalog).problems).toBeUndefined()
    await store.close()
  })

  it('reports the drawing as saved only after the server acknowledges it with a revision', async () => {
    const { store } = await opened()
    expect(store.state).toBe('saved')
    place(store)
    expect(store.state).toBe('unsaved')
    const saving = store.save()
    expect(store.state).toBe('saving')
    expect(await saving).toBe(true)
    expect([store.state, store.revision]).toEqual(['saved', 2])
  })

  it('keeps changes made during a save unsaved', async () => {
    const { store } = await opened()
    place(store)
    const saving = store.save()
    place(store)
    await saving
    expect(store.state).toBe('unsaved')
  })

  it('reports the drawing as saved again after undo restores the server state', async () => {
    const { store } = await opened()
    place(store)
    store.session?.run('rename', { name: 'Another' })
    store.session?.run('undo', {})
    expect(store.state).toBe('unsaved')
    store.session?.run('undo', {})
    expect(store.state).toBe('saved')
    store.session?.run('redo', {})
    expect(store.state).toBe('unsaved')
  })

  it('a server that does not answer leaves the work unsaved', async () => {
    const { store, server } = await opened()
    place(store)
    server.isDown = true
    expect(await store.save()).toBe(false)
    expect(store.state).toBe('unsaved')
  })
})

describe('conflicting saves', () => {
  it('reports the user and revision of the conflict and keeps the local changes', async () => {
    const { store, server } = await opened()
    place(store)
    server.revision = 5
    expect(await store.save()).toBe(false)
    expect(store.conflict).toEqual({ revision: 5, updatedBy: 'other', updatedAt: 1000 })
    expect([store.state, store.session?.count]).toEqual(['unsaved', 1])
  })

  it('overwrites only the revision that was agreed to', async () => {
    const { store, server } = await opened()
    place(store)
    server.revision = 5
    await store.save()
    expect(await store.save(5)).toBe(true)
    expect([store.state, store.revision, store.conflict]).toEqual(['saved', 6, null])
  })

  it('saves a copy under another name and leaves theirs alone', async () => {
    const { store, server } = await opened()
    place(store)
    server.revision = 5
    await store.save()
    expect(await store.saveAsCopy('Mine')).toEqual({ id: 'copy', hasAll: true })
    expect(server.copies.map((copy) => [copy.name, copy.components.length])).toEqual([['Mine', 1]])
    expect(store.state).toBe('saved')
  })

  it('keeps changes made during the save as a copy unsaved, with their draft', async () => {
    const { store, server, storage } = await opened()
    place(store)
    server.revision = 5
    await store.save()
    const copying = store.saveAsCopy('Mine')
    expect(store.state).toBe('saving')
    place(store)
    expect(await copying).toEqual({ id: 'copy', hasAll: false })
    expect([store.state, store.conflict, server.copies[0]?.components.length]).toEqual(['unsaved', null, 1])
    await store.close()
    expect(await storage.of('ann', 'd1')).toMatchObject([{ revision: 1, drawing: { components: [{}, {}] } }])
  })

  it('two clicks make one copy', async () => {
    const { store, server } = await opened()
    place(store)
    const answers = await Promise.all([store.saveAsCopy('Mine'), store.saveAsCopy('Mine')])
    expect(answers).toEqual([{ id: 'copy', hasAll: true }, undefined])
    expect(server.copies.length).toBe(1)
  })

  it('opens theirs and forgets the draft', async () => {
    const { store, server, storage } = await opened()
    place(store)
    store.flushDraft()
    server.revision = 5
    await store.save()
    await store.loadServerVersion()
    expect([store.session?.count, store.revision, store.state]).toEqual([0, 5, 'saved'])
    expect(await storage.of('ann', 'd1')).toEqual([])
  })
})

describe('drafts', () => {
  it('are offered with their base revision when the drawing is opened again', async () => {
    const first = await opened()
    place(first.store)
    first.store.flushDraft()
    place(first.store)
    await first.store.close()

    const second = await opened(first)
    const { offer } = second.store
    expect(offer).toMatchObject({ revision: 1, drawing: { components: [{}, {}] } })
    expect(offer && second.store.restore(offer)).toEqual([])
    expect([second.store.session?.count, second.store.state, second.store.revision, second.store.offer]).toEqual([
      2,
      'unsaved',
      1,
      null,
    ])
  })

  it('restored over a newer revision, saving asks first', async () => {
    const first = await opened()
    place(first.store)
    await first.store.close()
    first.server.revision = 3
    const { store } = await opened(first)
    if (store.offer) store.restore(store.offer)
    expect(await store.save()).toBe(false)
    expect(store.conflict?.revision).toBe(3)
  })

  it('restored while a save is on its way, it does not take that save for its own', async () => {
    const first = await opened()
    place(first.store)
    await first.store.close()
    const { store, server } = await opened(first)
    store.session?.run('rename', { name: 'Another' })
    const saving = store.save()
    if (store.offer) store.restore(store.offer)
    await saving
    expect([store.state, store.revision, server.revision]).toEqual(['unsaved', 1, 2])
  })

  it('saved before the account ID was known are offered later and moved to that account', async () => {
    const unknown = await opened({ owners: ['ann'] })
    place(unknown.store)
    await unknown.store.close()
    const known = { ...unknown, owners: ['a1', 'ann'] }
    const { store } = await opened(known)
    expect(store.offer?.drawing.components).toHaveLength(1)
    if (store.offer) store.restore(store.offer)
    await store.close()
    expect([(await unknown.storage.of('ann', 'd1')).length, (await unknown.storage.of('a1', 'd1')).length]).toEqual([
      0, 1,
    ])
    expect((await opened(known)).store.offer?.account).toBe('a1')
  })

  it('are rewritten completely if another tab removes them during editing', async () => {
    const { store, storage, ...rest } = await opened()
    place(store)
    store.flushDraft()
    const other = await opened({ storage, ...rest })
    if (other.store.offer) other.store.discard(other.store.offer)
    await other.store.close()
    expect(await storage.of('ann', 'd1')).toEqual([])
    for (let i = 0; i < 3; i++) {
      place(store)
      store.flushDraft()
    }
    store.session?.run('undo', {})
    await store.close()
    const { offer } = (await opened({ storage, ...rest })).store
    expect([offer?.drawing.components.length, offer?.steps.done.length, offer?.steps.undone.length]).toEqual([3, 3, 1])
  })

  it('removed by another tab are not rewritten after a save', async () => {
    const { store, storage } = await opened()
    place(store)
    store.flushDraft()
    await expect.poll(async () => (await storage.of('ann', 'd1')).length).toBe(1)
    for (const { key } of await storage.of('ann', 'd1')) await storage.remove(key)
    place(store)
    await store.save()
    await store.close()
    expect(await storage.of('ann', 'd1')).toEqual([])
  })

  it('the restored draft is removed only when the new one is written', async () => {
    const first = await opened()
    place(first.store)
    await first.store.close()
    const order: string[] = []
    const storage: DraftStorage = {
      ...first.storage,
      begin: async (draft) => {
        await first.storage.begin(draft)
        order.push('written')
      },
      remove: async (key) => {
        order.push('removed')
        await first.storage.remove(key)
      },
    }
    const { store } = await opened({ ...first, storage })
    if (store.offer) store.restore(store.offer)
    await store.close()
    expect(order).toEqual(['written', 'removed'])
    expect(await storage.of('ann', 'd1')).toMatchObject([{ drawing: { components: [{}] } }])
  })

  it('stays where the browser refuses the new one, and where it cannot be removed nothing fails', async () => {
    const first = await opened()
    place(first.store)
    await first.store.close()
    let counts = 0
    const storage: DraftStorage = { ...createBrokenStorage(), of: (account, id) => first.storage.of(account, id) }
    const { store } = await opened({
      ...first,
      storage,
      onRefused: () => {
        counts += 1
      },
    })
    const { offer } = store
    if (offer) store.restore(offer)
    if (offer) store.discard(offer)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    expect([counts, (await first.storage.of('ann', 'd1')).length]).toEqual([1, 1])
  })

  it('a save ends the draft', async () => {
    const { store, storage } = await opened()
    place(store)
    store.flushDraft()
    await store.save()
    await store.close()
    expect(await storage.of('ann', 'd1')).toEqual([])
  })

  it('discarded, it is not offered again', async () => {
    const first = await opened()
    place(first.store)
    await first.store.close()
    const second = await opened(first)
    if (second.store.offer) second.store.discard(second.store.offer)
    await second.store.close()
    expect((await opened(first)).store.offer).toBeNull()
  })

  it('that cannot be stored are reported once without blocking further edits', async () => {
    let counts = 0
    const { store } = await opened({
      storage: createBrokenStorage(),
      onRefused: () => {
        counts += 1
      },
    })
    place(store)
    store.flushDraft()
    await Promise.resolve()
    place(store)
    store.flushDraft()
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    expect(counts).toBe(1)
    expect(store.session?.count).toBe(2)
  })

  it('are counted on only where the browser keeps them: else a closing tab asks, even after the session has ended', async () => {
    const stored = await opened()
    place(stored.store)
    stored.store.flushDraft()
    const full = await opened({ storage: createBrokenStorage() })
    place(full.store)
    full.store.flushDraft()
    const none = await opened({ hasNoStorage: true })
    place(none.store)
    await expect.poll(() => [stored, full, none].map(({ store }) => store.keepsDraft)).toEqual([true, false, false])
  })
})

describe('symbols', () => {
  it('are saved without the members of their instances, which the server makes itself', async () => {
    const { store, server } = await opened()
    makeSymbol(store)
    await store.save()
    expect([server.drawing.symbols?.length, server.drawing.components.length, store.session?.count]).toEqual([1, 1, 2])
    expect((await opened({ server })).store.session?.count).toBe(2)
  })

  it('come back with the draft, instances and all', async () => {
    const first = await opened()
    place(first.store)
    first.store.flushDraft()
    makeSymbol(first.store)
    await first.store.close()
    const { store } = await opened(first)
    expect(store.offer && store.restore(store.offer)).toEqual([])
    expect([store.session?.symbols.length, store.session?.count]).toEqual([1, 2])
  })

  it('renamed are unsaved work', async () => {
    const { store } = await opened()
    makeSymbol(store)
    await store.save()
    store.session?.run('rename-symbol', { symbol: store.session.symbols[0]?.id, name: 'Another' })
    expect(store.state).toBe('unsaved')
    store.session?.run('undo', {})
    expect(store.state).toBe('saved')
  })
})

describe('an edited symbol', () => {
  it('changes its instances when it is taken over, in one step, and not before', async () => {
    const { store } = await opened()
    makeSymbol(store)
    const drawing = store.session
    const dialogState = new DialogState()
    if (!drawing) throw new Error('not opened')
    const [member] = instancesMembers(drawing)
    dialogState.editSymbol(drawing, drawing.document.symbols[0]?.id ?? never())
    const { session } = dialogState.editing ?? never()
    session.run('set-props', { ids: [...session.document.components.keys()], common: { name: 'Changed' } })
    expect(instancesMembers(drawing)[0]).toBe(member)
    expect(dialogState.takeOver(drawing).ok).toBe(true)
    expect([instancesMembers(drawing)[0]?.name, dialogState.editing]).toEqual(['Changed', null])
    drawing.run('undo', {})
    expect(instancesMembers(drawing)[0]?.name).toBe(member?.name)
  })
})

function makeSymbol(store: DesignerStore): void {
  if (store.session?.count === 0) place(store)
  expect(
    store.session?.run('make-symbol', { ids: [...store.session.document.components.keys()], name: 'Pump' }),
  ).toEqual([])
}

function instancesMembers({ document }: DrawingSession) {
  return document.children(document.children(null)[0]?.id ?? never())
}

function never(): never {
  throw new Error('not there')
}
