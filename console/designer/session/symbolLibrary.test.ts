import { type Drawing, type Id, makeId, newDrawing, type SymbolDefinition, writeDrawing } from '@mimic/engine/document'
import { beforeEach, expect, it } from 'vitest'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import { DialogState } from './dialogState.ts'
import { DrawingSession } from './drawingSession.ts'
import { SymbolLibrary } from './symbolLibrary.ts'

/** Mocks a library with one entry. */
function library() {
  const entry = { revision: 0, definition: newDrawing() }
  const summary = () => ({
    id: 'entry',
    name: 'Pump',
    type: 'Pumps',
    isPublic: true,
    revision: entry.revision,
    components: 1,
    params: 0,
    width: 100,
    height: 50,
    createdAt: 0,
    createdBy: 'ann',
    updatedAt: 0,
    updatedBy: 'ann',
    isOwn: true,
  })
  const { fetch, requests } = fakeServer(({ method, url, headers, body }) => {
    if (method === 'GET')
      return good(
        url.includes('/entry')
          ? { ...summary(), definition: entry.definition }
          : { rows: [summary()], total: 1, types: ['Pumps'] },
      )
    if (method === 'PUT' && headers.get('if-match') !== `"${entry.revision}"`)
      return { status: 412, body: { code: 412, msg: '', error: 'library.conflict' } }
    entry.definition = (body as { definition: Drawing }).definition
    entry.revision += 1
    return good(summary())
  })
  return { kept: entry, requests, shelf: new SymbolLibrary(fakeClient(fetch, { now: () => ++now * 10_000 })) }
}

let now = 0
let session: DrawingSession
beforeEach(() => {
  session = new DrawingSession(newDrawing('Hall'))
  session.run('add', { type: 'rect', x: 10, y: 10, width: 100, height: 50 })
  session.run('make-symbol', { ids: [...session.document.components.keys()], name: 'Pump' })
})
const symbol = (of = session) => {
  const [first] = of.document.symbols
  if (!first) throw new Error('there is no symbol')
  return first
}
const named = (name: string): string => `${name} 1`

it('keeps a symbol, which is of its entry from then on, and puts it into another drawing', async () => {
  const { shelf, kept: entry } = library()
  await shelf.saveAsEntry(session, symbol(), { name: 'Pump', type: 'Pumps', isPublic: true })
  expect(symbol().origin).toEqual({ library: 'entry', revision: 1 })
  expect(entry.definition.symbols?.[0]?.origin).toBeUndefined()
  const other = new DrawingSession(newDrawing('Other'))
  expect(await shelf.placeInstance(other, 'entry', { x: 500, y: 300 }, named)).toEqual({})
  expect([...other.document.components.values()].find(({ link }) => link)).toMatchObject({
    name: 'Pump 1',
    x: 450,
    y: 275,
    width: 100,
    height: 50,
  })
  expect(symbol(other).origin).toEqual({ library: 'entry', revision: 1 })
})

it('lists symbols older than their library entry and updates them in one step', async () => {
  const { shelf } = library()
  await shelf.saveAsEntry(session, symbol(), { name: 'Pump', type: 'Pumps', isPublic: true })
  const other = new DrawingSession(newDrawing('Other'))
  await shelf.placeInstance(other, 'entry', { x: 0, y: 0 }, named)
  const before = writeDrawing(other.document.toDrawing())

  session.run('update-symbol', { symbol: symbol().id, width: 200 })
  await shelf.saveRevision(session, symbol())
  expect(symbol().origin?.revision).toBe(2)
  await shelf.loadOrigins(other.symbols)
  expect(shelf.getNewerEntry(symbol(other))?.revision).toBe(2)
  expect((await shelf.placeInstance(other, 'entry', { x: 0, y: 0 }, named)).older?.origin?.revision).toBe(1)
  expect([other.symbols.length, symbol(other).width]).toEqual([1, 100])
  other.bus.run('undo', {})

  expect(await shelf.updateSymbol(other, symbol(other).id)).toBe(true)
  expect([symbol(other).width, symbol(other).origin?.revision, shelf.getNewerEntry(symbol(other))]).toEqual([
    200,
    2,
    undefined,
  ])
  other.bus.run('undo', {})
  expect(writeDrawing(other.document.toDrawing())).toBe(before)
})

it('puts nothing that would stand within itself into an open symbol: neither its own entry nor one that brings it along, by its id or as another copy', async () => {
  const { shelf } = library()
  const origin = { library: 'pumps', revision: 1 }
  session.run('update-symbol', { symbol: symbol().id, origin })
  session.run('make-symbol', { ids: session.document.children(null).map(({ id }) => id), name: 'Station' })
  const [pump, station] = ['Pump', 'Station'].map((name) => session.document.symbols.find((one) => one.name === name))
  if (!pump || !station) throw new Error('there is no station')
  await shelf.saveAsEntry(session, station, { name: 'Station', type: 'Stations', isPublic: true })
  const putInto = async (edited: SymbolDefinition, more: readonly SymbolDefinition[] = []) => {
    const dialogState = new DialogState()
    dialogState.editSymbol(new DrawingSession({ ...newDrawing('Plant'), symbols: [edited, ...more] }), edited.id)
    const open = dialogState.editing?.session
    if (!open) throw new Error('nothing is edited')
    const before = writeDrawing(open.document.toDrawing())
    const { around } = await shelf.placeInstance(open, 'entry', { x: 0, y: 0 }, named, dialogState.forbiddenSymbols)
    return [around?.name, writeDrawing(open.document.toDrawing()) === before]
  }
  const { origin: _, ...plain } = pump
  const another = { ...pump, id: makeId() }
  expect(await putInto({ ...plain, name: 'Changed' })).toEqual(['Changed', true])
  expect(await putInto({ ...another, name: 'Copy' })).toEqual(['Copy', true])
  expect(await putInto({ ...station, origin: { library: 'entry', revision: 1 } }, [pump])).toEqual(['Station', true])
  // Allowed: the entry does not contain the edited symbol.
  expect(await putInto({ ...plain, id: makeId() })).toEqual([undefined, false])
})

it('cannot overwrite a library entry that another user has saved since', async () => {
  const { shelf, kept: entry } = library()
  await shelf.saveAsEntry(session, symbol(), { name: 'Pump', type: 'Pumps', isPublic: true })
  entry.revision = 5
  await expect(shelf.saveRevision(session, symbol())).rejects.toMatchObject({ error: 'library.conflict' })
  expect(symbol().origin?.revision).toBe(1)
})

it('asks nothing about symbols that are of no library, and follows none', async () => {
  const { shelf, requests } = library()
  await shelf.loadOrigins(session.symbols)
  expect([
    requests.length,
    await shelf.updateSymbol(session, symbol().id),
    await shelf.updateSymbol(session, 'ghost' as Id),
  ]).toEqual([0, false, false])
})

it('updates all outdated symbols in one step and keeps the overrides of their instances', async () => {
  const { shelf } = library()
  await shelf.saveAsEntry(session, symbol(), { name: 'Pump', type: 'Pumps', isPublic: true })
  const other = new DrawingSession(newDrawing('Other'))
  await shelf.placeInstance(other, 'entry', { x: 0, y: 0 }, named)
  await shelf.placeInstance(other, 'entry', { x: 300, y: 0 }, named)
  const [first] = other.document.children(null)
  const [member] = other.document.children(first?.id ?? null)
  other.run('set-props', { ids: [member?.id], props: { backgroundColor: '#ff0000ff' } })
  const before = writeDrawing(other.document.toDrawing())
  expect(await shelf.updateAll(other)).toBeNull()

  session.run('update-symbol', { symbol: symbol().id, width: 200 })
  await shelf.saveRevision(session, symbol())
  await shelf.loadOrigins(other.symbols)
  expect([
    shelf.getOutdatedSymbols(other).length,
    shelf.countOutdatedInstances(other),
    await shelf.updateAll(other),
    shelf.getOutdatedSymbols(other).length,
    shelf.countOutdatedInstances(other),
  ]).toEqual([1, 2, 2, 0, 0])
  expect([symbol(other).width, symbol(other).origin?.revision]).toEqual([200, 2])
  expect(other.document.get(member?.id ?? ('' as Id))?.props['backgroundColor']).toBe('#ff0000ff')
  other.bus.run('undo', {})
  expect(writeDrawing(other.document.toDrawing())).toBe(before)
})

it('distinguishes an update of symbols without instances from a rejected update', async () => {
  const { shelf, kept: entry } = library()
  await shelf.saveAsEntry(session, symbol(), { name: 'Pump', type: 'Pumps', isPublic: true })
  const other = new DrawingSession(newDrawing('Other'))
  await shelf.placeInstance(other, 'entry', { x: 0, y: 0 }, named)
  other.run('del', { ids: other.document.children(null).map(({ id }) => id) })
  session.run('update-symbol', { symbol: symbol().id, width: 200 })
  await shelf.saveRevision(session, symbol())
  await shelf.loadOrigins(other.symbols)
  expect([shelf.countOutdatedInstances(other), await shelf.updateAll(other), symbol(other).width]).toEqual([0, 0, 200])

  await shelf.saveRevision(session, symbol())
  await shelf.loadOrigins(other.symbols)
  entry.definition = newDrawing()
  expect([await shelf.updateAll(other), symbol(other).origin?.revision]).toEqual([null, 2])
})
