import { catalog } from '@mimic/engine/catalog'
import { drawingVersion, excerpt, readDrawing, writeDrawing } from '@mimic/engine/document'
import { describe, expect, it } from 'vitest'
import { DialogState } from './dialogState.ts'
import { opened, place } from './testDesigner.ts'
import type { DesignerStore } from './designerStore.ts'
import type { DrawingSession } from './drawingSession.ts'

/** Opens a symbol of a saved drawing for editing. */
async function editing() {
  const first = await opened()
  place(first.store)
  const { store } = first
  store.session?.run('make-symbol', {
    ids: [...store.session.document.components.keys()],
    name: 'Pump',
    params: [{ name: 'label', kind: 'text', default: 'P' }],
  })
  await store.save()
  const { dialogState, drawing } = createDialogState(store)
  dialogState.editSymbol(drawing, drawing.document.symbols[0]?.id ?? never())
  return { ...first, dialogState, drawing, session: dialogState.editing?.session ?? never() }
}

function createDialogState(store: DesignerStore): {
  readonly dialogState: DialogState
  readonly drawing: DrawingSession
} {
  return {
    dialogState: new DialogState(false, (symbol, session, isRestored) => store.keepSymbol(symbol, session, isRestored)),
    drawing: store.session ?? never(),
  }
}

const nameIt = (session: DrawingSession, name: string) =>
  session.run('set-props', { ids: [...session.document.components.keys()], common: { name } })
const memberName = ({ document }: DrawingSession) =>
  document.children(document.children(null)[0]?.id ?? never())[0]?.name

describe('edits of an open symbol', () => {
  it('survives the tab, with its undo, though the drawing itself was saved', async () => {
    const first = await editing()
    nameIt(first.session, '{label} casing')
    first.session.run('add', { type: 'rect', x: 0, y: 0 })
    await first.store.close()

    const { store } = await opened(first)
    expect(store.offer).toMatchObject({
      revision: 2,
      symbol: { id: first.dialogState.editing?.symbol.id, drawing: { name: 'Pump' } },
    })
    const offer = store.offer ?? never()
    let dialogState: DialogState | null = null
    expect(
      store.restore(offer, (_, symbol) => {
        dialogState = createDialogState(store).dialogState
        dialogState.reopenSymbol(store.session ?? never(), symbol)
      }),
    ).toEqual([])
    const { editing: reopened } = (dialogState ?? never()) as DialogState
    expect([...(reopened?.session.document.components.values() ?? [])].map(({ name }) => name)).toContain(
      '{label} casing',
    )
    expect([reopened?.session.count, reopened?.session.canUndo]).toEqual([2, true])
    reopened?.session.run('undo', {})
    expect(reopened?.session.count).toBe(1)
    expect(((dialogState ?? never()) as DialogState).takeOver(store.session ?? never()).ok).toBe(true)
    expect(memberName(store.session ?? never())).toBe('P casing')
    await store.close()
    expect(await first.storage.of('ann', 'd1')).toMatchObject([{ symbol: null }])
  })

  it('is offered once more when the restored work is lost again', async () => {
    const first = await editing()
    nameIt(first.session, 'Casing')
    await first.store.close()
    const second = await opened(first)
    second.store.restore(
      second.store.offer ?? never(),
      (drawing, symbol) => void createDialogState(second.store).dialogState.reopenSymbol(drawing, symbol),
    )
    await second.store.close()
    const drafts = await first.storage.of('ann', 'd1')
    expect(drafts).toMatchObject([{ symbol: { drawing: { components: [{ name: 'Casing' }] } } }])
  })

  it('are written again with their drawing after another tab removes the draft', async () => {
    const { store, storage, session, server } = await editing()
    nameIt(session, 'Casing')
    store.flushDraft()
    const other = await opened({ storage, server })
    other.store.discard(other.store.offer ?? never())
    await other.store.close()
    nameIt(session, 'Cover')
    await store.close()
    expect(await storage.of('ann', 'd1')).toMatchObject([{ symbol: { drawing: { components: [{ name: 'Cover' }] } } }])
  })

  it('are removed from the draft when the symbol is applied or discarded', async () => {
    for (const end of ['takeOver', 'leaveSymbol'] as const) {
      const { store, dialogState, drawing, session, storage } = await editing()
      nameIt(session, 'Casing')
      dialogState[end](drawing)
      await store.close()
      const drafts = await storage.of('ann', 'd1')
      expect(drafts.map(({ symbol }) => symbol)).toEqual(end === 'takeOver' ? [null] : [])
    }
  })

  it('writes nothing while nothing is edited', async () => {
    const { store, dialogState, storage } = await editing()
    store.flushDraft()
    dialogState.leaveSymbol()
    await store.close()
    expect(await storage.of('ann', 'd1')).toEqual([])
  })

  it('stays kept when the page is left', async () => {
    const { store, dialogState, drawing, session, storage } = await editing()
    nameIt(session, 'Casing')
    dialogState.abandonSymbol(drawing)
    await store.close()
    expect(await storage.of('ann', 'd1')).toMatchObject([{ symbol: { drawing: { components: [{ name: 'Casing' }] } } }])
  })

  it('is not reopened in a drawing that has no such symbol; the draft stays to be offered', async () => {
    const first = await editing()
    nameIt(first.session, 'Casing')
    await first.store.close()
    const { store } = await opened(first)
    const offer = store.offer ?? never()
    const symbol = offer.symbol ?? never()
    const { dialogState } = createDialogState(store)
    expect(
      dialogState.reopenSymbol(store.session ?? never(), {
        ...symbol,
        id: first.drawing.document.components.keys().next().value ?? never(),
      }),
    ).toBe(false)
    expect(dialogState.editing).toBeNull()
    await store.close()
    expect(await first.storage.of('ann', 'd1')).toHaveLength(1)
  })
})

/** Clipboard text of another drawing: an instance of a symbol with components of these names. */
function foreign(id: string, ...names: readonly string[]): string {
  const components = names.map((name, i) => ({
    id: `part${i}`,
    type: 'rect',
    name,
    x: 20 * i,
    y: 0,
    width: 10,
    height: 10,
  }))
  const symbols = [{ id, name: 'Fan', width: 100, height: 50, components }]
  return JSON.stringify({
    version: drawingVersion,
    name: 'Other',
    symbols,
    components: [{ id: 'i', type: 'group', x: 0, y: 0, width: 100, height: 50, link: { symbol: id } }],
  })
}

const getSymbols = ({ document }: DrawingSession) =>
  document.symbols.map(({ name, components }) => [name, components.map((one) => one.name)])

describe('content added to an open symbol', () => {
  it('comes into the drawing with it: a pasted instance of a symbol that the drawing lacks, and one of a symbol that it has otherwise', async () => {
    const { store, dialogState, drawing, session } = await editing()
    expect(drawing.run('paste', { drawing: foreign('fan', 'blade') })).toEqual([])
    dialogState.leaveSymbol()
    dialogState.editSymbol(drawing, drawing.document.symbols[0]?.id ?? never())
    const again = dialogState.editing?.session ?? never()
    expect(again.run('paste', { drawing: foreign('motor', 'coil') })).toEqual([])
    // The symbol has changed since it was copied: the copy is added as a second symbol.
    expect(again.run('paste', { drawing: foreign('fan', 'blade', 'guard') })).toEqual([])
    expect(dialogState.takeOver(drawing)).toMatchObject({ ok: true })
    expect(getSymbols(drawing).slice(1)).toEqual([
      ['Fan', ['blade']],
      ['Fan', ['coil']],
      ['Fan (2)', ['blade', 'guard']],
    ])
    const shown = [...drawing.document.all()].map(({ name }) => name)
    expect(['coil', 'guard'].every((name) => shown.includes(name))).toBe(true)
    const read = readDrawing(store.text(), catalog)
    expect([read.problems, read.value?.warnings, read.value?.drawing.components.length]).toEqual([
      undefined,
      [],
      drawing.count,
    ])
    drawing.run('undo', {})
    expect(getSymbols(drawing)).toHaveLength(2)
    expect(session).not.toBe(again)
  })

  it('shares the symbols that the drawing has as they are, and refuses the symbol itself in words', async () => {
    const { store, dialogState, drawing, session } = await editing()
    expect(drawing.run('paste', { drawing: foreign('fan', 'blade') })).toEqual([])
    expect(session.run('paste', { drawing: foreign('fan', 'blade') })).toEqual([])
    expect(dialogState.takeOver(drawing)).toMatchObject({ ok: true })
    expect(drawing.document.symbols.map(({ id }) => id).filter((id) => id === 'fan')).toHaveLength(1)
    dialogState.editSymbol(drawing, drawing.document.symbols[0]?.id ?? never())
    const [own] = drawing.document.children(null)
    const before = dialogState.editing?.session.count
    expect(
      dialogState.editing?.session.run('paste', {
        drawing: writeDrawing(excerpt(drawing.document, own ? [own.id] : [])),
      }),
    ).toMatchObject([{ code: 'drawing.symbolCycle' }])
    expect(dialogState.editing?.session.count).toBe(before)
    await store.close()
  })
})

it('offers an open symbol every symbol of the drawing that does not contain it, and the library', async () => {
  const { dialogState, drawing } = await editing()
  const [pump] = drawing.document.symbols
  drawing.run('paste', { drawing: foreign('fan', 'blade') })
  // A station contains pumps.
  drawing.run('make-symbol', {
    ids: drawing.document
      .children(null)
      .filter(({ link }) => link?.symbol === pump?.id)
      .map(({ id }) => id),
    name: 'Station',
  })
  dialogState.leaveSymbol()
  dialogState.editSymbol(drawing, pump?.id ?? never())
  const session = dialogState.editing?.session ?? never()
  expect(session.symbols.map(({ name }) => name)).toEqual(['Fan'])
  expect(session.run('add-instance', { symbol: 'fan', x: 200, y: 0 })).toEqual([])
  expect(
    session.run('add-from-library', {
      definition: foreign('motor', 'coil'),
      origin: { library: 'entry', revision: 3 },
      x: 0,
      y: 0,
    }),
  ).toEqual([])
  expect(dialogState.takeOver(drawing)).toMatchObject({ ok: true })
  const made = drawing.document.symbols.find(({ id }) => id === pump?.id)
  expect(made?.components.flatMap(({ link }) => link?.symbol ?? [])).toEqual(['fan', 'motor'])
  expect(drawing.document.symbols.find(({ id }) => id === 'motor')?.origin).toEqual({ library: 'entry', revision: 3 })
  const shown = [...drawing.document.all()].map(({ name }) => name)
  expect(['blade', 'coil'].every((name) => shown.includes(name))).toBe(true)
})

function never(): never {
  throw new Error('not there')
}
