import { newDrawing, type Drawing } from '@mimic/engine/document'
import { describe, expect, it } from 'vitest'
import { fakeClient, fakeServer, good, type Answer, type Request } from '../../testing/fakes.ts'
import { DesignerStore } from './designerStore.ts'
import { draftOf, type Draft, type DraftShelf, type Head, type Step } from './drafts.ts'

describe('saving', () => {
  it('says saved only when the server has acknowledged, with its revision', async () => {
    const { store } = await opened()
    expect(store.state).toBe('saved')
    place(store)
    expect(store.state).toBe('unsaved')
    const saving = store.save()
    expect(store.state).toBe('saving')
    expect(await saving).toBe(true)
    expect([store.state, store.revision]).toEqual(['saved', 2])
  })

  it('what is edited while the save is on its way stays unsaved', async () => {
    const { store } = await opened()
    place(store)
    const saving = store.save()
    place(store)
    await saving
    expect(store.state).toBe('unsaved')
  })

  it('undo back to what the server has is saved again', async () => {
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

describe('someone else saved first', () => {
  it('is told who and which revision, and nothing is lost', async () => {
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

  it('what is edited while the copy is on its way stays unsaved, with its draft', async () => {
    const { store, server, shelf } = await opened()
    place(store)
    server.revision = 5
    await store.save()
    const copying = store.saveAsCopy('Mine')
    expect(store.state).toBe('saving')
    place(store)
    expect(await copying).toEqual({ id: 'copy', hasAll: false })
    expect([store.state, store.conflict, server.copies[0]?.components.length]).toEqual(['unsaved', null, 1])
    await store.close()
    expect(await shelf.of('ann', 'd1')).toMatchObject([{ revision: 1, drawing: { components: [{}, {}] } }])
  })

  it('two clicks make one copy', async () => {
    const { store, server } = await opened()
    place(store)
    const answers = await Promise.all([store.saveAsCopy('Mine'), store.saveAsCopy('Mine')])
    expect(answers).toEqual([{ id: 'copy', hasAll: true }, undefined])
    expect(server.copies.length).toBe(1)
  })

  it('opens theirs and forgets the draft', async () => {
    const { store, server, shelf } = await opened()
    place(store)
    store.flushDraft()
    server.revision = 5
    await store.save()
    await store.loadTheirs()
    expect([store.session?.count, store.revision, store.state]).toEqual([0, 5, 'saved'])
    expect(await shelf.of('ann', 'd1')).toEqual([])
  })
})

describe('drafts', () => {
  it('what was not saved is offered when the drawing is opened again, with the revision it began from', async () => {
    const first = await opened()
    place(first.store)
    first.store.flushDraft()
    place(first.store)
    await first.store.close()

    const second = await opened(first)
    const { offer } = second.store
    expect(offer).toMatchObject({ revision: 1, drawing: { components: [{}, {}] } })
    expect(offer && second.store.restore(offer)).toEqual([])
    expect([second.store.session?.count, second.store.state, second.store.revision, second.store.offer]).toEqual([2, 'unsaved', 1, null])
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

  it('the restored draft is removed only when the new one is written', async () => {
    const first = await opened()
    place(first.store)
    await first.store.close()
    const order: string[] = []
    const shelf: DraftShelf = {
      ...first.shelf,
      begin: async (draft) => {
        await first.shelf.begin(draft)
        order.push('written')
      },
      remove: async (key) => {
        order.push('removed')
        await first.shelf.remove(key)
      },
    }
    const { store } = await opened({ ...first, shelf })
    if (store.offer) store.restore(store.offer)
    await store.close()
    expect(order).toEqual(['written', 'removed'])
    expect(await shelf.of('ann', 'd1')).toMatchObject([{ drawing: { components: [{}] } }])
  })

  it('stays where the browser refuses the new one, and where it cannot be removed nothing fails', async () => {
    const first = await opened()
    place(first.store)
    await first.store.close()
    let told = 0
    const shelf: DraftShelf = { ...brokenShelf(), of: (account, id) => first.shelf.of(account, id) }
    const { store } = await opened({ ...first, shelf, onRefused: () => { told += 1 } })
    const { offer } = store
    if (offer) store.restore(offer)
    if (offer) store.discard(offer)
    await new Promise((resolve) => { setImmediate(resolve) })
    expect([told, (await first.shelf.of('ann', 'd1')).length]).toEqual([1, 1])
  })

  it('a save ends the draft', async () => {
    const { store, shelf } = await opened()
    place(store)
    store.flushDraft()
    await store.save()
    await store.close()
    expect(await shelf.of('ann', 'd1')).toEqual([])
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

  it('a browser that keeps nothing is told once and edited on', async () => {
    let told = 0
    const { store } = await opened({ shelf: brokenShelf(), onRefused: () => { told += 1 } })
    place(store)
    store.flushDraft()
    await Promise.resolve()
    place(store)
    store.flushDraft()
    await new Promise((resolve) => { setImmediate(resolve) })
    expect(told).toBe(1)
    expect(store.session?.count).toBe(2)
  })
})

interface Given {
  readonly server?: FakeDrawings
  readonly shelf?: DraftShelf
  readonly onRefused?: () => void
}

interface FakeDrawings {
  revision: number
  isDown: boolean
  drawing: Drawing
  readonly copies: Drawing[]
}

async function opened({ server = { revision: 1, isDown: false, drawing: newDrawing('Pumps'), copies: [] }, shelf = memoryShelf(), onRefused = () => undefined }: Given = {}) {
  const { fetch } = fakeServer((request) => answerOf(server, request))
  const store = new DesignerStore('d1', { client: fakeClient(fetch), account: 'ann', openShelf: () => Promise.resolve(shelf), onDraftRefused: onRefused })
  await store.open()
  return { store, server, shelf }
}

function place(store: DesignerStore): void {
  expect(store.session?.run('add', { type: 'rect', x: 10, y: 10 })).toEqual([])
}

function answerOf(server: FakeDrawings, { method, headers, body }: Request): Answer {
  if (server.isDown) throw new TypeError('no network')
  const summary = { id: 'd1', project: 'street', name: server.drawing.name, components: 0, width: 1600, height: 900, updatedAt: 1000, updatedBy: 'other' }
  if (method === 'GET') return good({ ...summary, drawing: server.drawing, revision: server.revision })
  const { drawing } = body as { drawing: Drawing }
  if (method === 'POST') {
    server.copies.push(drawing)
    return good({ ...summary, id: 'copy', revision: 1, warnings: [] })
  }
  if (headers.get('if-match') !== `"${server.revision}"`) {
    return { status: 412, body: { code: 412, msg: '', error: 'drawing.conflict', detail: { revision: server.revision, updatedBy: 'other', updatedAt: 1000 } } }
  }
  server.drawing = drawing
  server.revision += 1
  return good({ ...summary, revision: server.revision, warnings: [] })
}

function memoryShelf(): DraftShelf {
  const heads = new Map<string, Head>()
  const steps = new Map<string, Step[]>()
  return {
    async begin({ drawing, ...draft }: Draft) {
      heads.set(draft.key, structuredClone({ ...draft, owner: `${draft.account}/${draft.drawingId}`, base: drawing }))
      steps.set(draft.key, [])
    },
    async append(key, sequence, at, diff) {
      steps.get(key)?.push(structuredClone({ key, sequence, at, diff }))
    },
    async remove(key) {
      heads.delete(key)
    },
    async of(account, drawingId) {
      return [...heads.values()].filter((head) => head.owner === `${account}/${drawingId}`).map((head) => draftOf(head, steps.get(head.key) ?? []))
    },
    close: () => undefined,
  }
}

function brokenShelf(): DraftShelf {
  const refuse = () => Promise.reject(new Error('quota'))
  return { begin: refuse, append: refuse, remove: refuse, of: () => Promise.resolve([]), close: () => undefined }
}
