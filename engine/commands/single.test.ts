import { expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { DrawingDocument, newDrawing, readDrawing, writeDrawing } from '../document/index.ts'
import { CommandBus } from './index.ts'

const lone = catalog.list.find(({ isSingle }) => isSingle)
if (!lone) throw new Error('no type of which a drawing has one')
const { type } = lone

it('lets a drawing have one of some types, whatever way a second one comes, and another once it is gone', () => {
  const document = new DrawingDocument(newDrawing())
  const bus = new CommandBus(document, catalog)
  const added = bus.run('add', { type, x: 0, y: 0 })
  expect(added.ok).toBe(true)
  const ids = [...document.components.keys()]
  const whole = writeDrawing(document.toDrawing())
  const refusals = [bus.run('add', { type, x: 9, y: 9 }), bus.run('copy-add', { ids }), bus.run('paste', { drawing: whole })]
  expect(refusals.map((result) => (result.ok ? 'done' : result.code))).toEqual(['command.single', 'command.single', 'command.single'])
  expect(document.components.size).toBe(1)
  expect(bus.run('del', { ids }).ok && bus.run('add', { type, x: 9, y: 9 }).ok).toBe(true)
})

it('copies the rest without it', () => {
  const document = new DrawingDocument(newDrawing())
  const bus = new CommandBus(document, catalog)
  const other = catalog.list.find(({ isSingle }) => !isSingle)?.type
  bus.run('add', { type, x: 0, y: 0 })
  bus.run('add', { type: other, x: 0, y: 0 })
  const copied = bus.run('copy-add', { ids: [...document.components.keys()] })
  expect(copied).toMatchObject({ ok: true, warnings: [{ code: 'command.single' }] })
  expect(copied.ok && copied.created?.map((id) => document.get(id)?.type)).toEqual([other])
  expect(document.components.size).toBe(3)
})

it('lets the whole drawing be replaced by one that has its own', () => {
  const document = new DrawingDocument(newDrawing())
  const bus = new CommandBus(document, catalog)
  bus.run('add', { type, x: 0, y: 0 })
  const other = readDrawing(writeDrawing(document.toDrawing()).replaceAll([...document.components.keys()][0] ?? '', 'another-one'), catalog)
  expect(bus.run('import', { drawing: writeDrawing(other.value?.drawing ?? newDrawing()) }).ok).toBe(true)
})
