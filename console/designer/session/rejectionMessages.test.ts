import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandBus } from '@mimic/engine/commands'
import { catalog } from '@mimic/engine/catalog'
import { DrawingDocument, makeComponent, newDrawing } from '@mimic/engine/document'
import { importAny } from '@mimic/engine/imports'
import { expect, it } from 'vitest'
import { rejectionMessages, formatProblem, formatRejection, formatSurplus } from './rejectionMessages.ts'

it('every refusal of the engine has words in both languages', () => {
  const codes = new Set(
    ['commands', 'document'].flatMap((room) => codesIn(join(import.meta.dirname, '../../../engine', room))),
  )
  expect(
    [...codes].filter((code) => !rejectionMessages[code]?.en || !/\p{Script=Han}/u.test(rejectionMessages[code].zh)),
  ).toEqual([])
})

it('explains in both languages, with the position, why a file of another program cannot be read', async () => {
  const codes = filesIn(join(import.meta.dirname, '../../../engine/imports')).flatMap(
    (file) => readFileSync(file, 'utf8').match(/(?<=')(?:xml|svg|import|fuxa|meta2d)\.[a-zA-Z]+(?=')/g) ?? [],
  )
  expect(codes.length).toBeGreaterThan(15)
  expect(
    codes.filter((code) => !rejectionMessages[code]?.en || !/\p{Script=Han}/u.test(rejectionMessages[code].zh)),
  ).toEqual([])
  const read = await importAny('<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY a SYSTEM "b">]>\n<svg/>', catalog)
  const [message] = (read.problems ?? []).map(formatProblem)
  expect([message?.en, message?.zh]).toEqual([
    expect.stringMatching(/rejected for security.*plain SVG.*\(line 2, column 1\)$/),
    expect.stringMatching(/DOCTYPE.*实体.*安全.*（第 2 行第 1 列）$/),
  ])
})

it('names the components that are to blame, the first of many', () => {
  const components = ['Pump', 'Valve', 'Motor', 'Fan'].map((name) =>
    makeComponent({ type: 'rect', name, width: 10, height: 10, locked: true }),
  )
  const document = new DrawingDocument({ ...newDrawing(), components })
  const refused = new CommandBus(document, catalog).run('del', { ids: components.map(({ id }) => id) })
  expect(refused.ok ? null : formatRejection(refused, document)).toEqual({
    en: 'Locked components cannot be changed: Pump, Valve, Motor…',
    zh: '组件已锁定，不能修改：Pump、Valve、Motor…',
  })
})

it('names the limit that a command exceeds, and explains that a group is mirrored through its members', () => {
  const [free, member] = ['Pump', 'Valve'].map((name, index) =>
    makeComponent({ type: 'rect', name, rank: `a${index}`, width: 10, height: 10 }),
  )
  const document = new DrawingDocument({ ...newDrawing(), components: free && member ? [free, member] : [] })
  const bus = new CommandBus(document, catalog, { limits: { components: 3 } })
  const message = (command: string, args: object) => {
    const refused = bus.run(command, args)
    return refused.ok ? null : formatRejection(refused, document).en
  }
  expect(message('move', { ids: [free?.id], dx: 1e6, dy: 0 })).toBeNull()
  expect(message('move', { ids: [free?.id], dx: 1, dy: 0 })).toBe('Position or size out of range: Pump')
  expect(message('group', { ids: [member?.id] }) ?? message('group', { ids: [free?.id, member?.id] })).not.toMatch(
    /^The drawing/,
  )
  bus.run('undo')
  expect(message('copy-add', { ids: [member?.id] })).toBeNull()
  expect(message('copy-add', { ids: [member?.id] })).toMatch(/^A drawing can contain at most 20,000 components/)
  bus.run('undo')
  bus.run('group', { ids: [member?.id, free?.id] })
  const group = document.children(null).find(({ type }) => type === 'group')
  expect(message('set-props', { ids: [group?.id], common: { flipX: true } })).toMatch(/^A group has no mirror setting/)
  expect([
    document.get(group?.id ?? makeComponent({ type: 'rect' }).id)?.flipX,
    message('set-props', { ids: [group?.id], common: { flipX: false } }),
  ]).toEqual([false, null])
})

it('names surplus single-instance components in an opened drawing, and reports nothing without any', () => {
  const type = catalog.list.find(({ isSingle }) => isSingle)?.type ?? ''
  const createDrawing = (...names: string[]) =>
    new DrawingDocument({
      ...newDrawing(),
      components: names.map((name) => makeComponent({ type, name, rank: name, width: 10, height: 10 })),
    })
  expect(formatSurplus(createDrawing('here'), catalog)).toBeNull()
  expect(formatSurplus(createDrawing('here', 'there'), catalog)).toEqual({
    en: expect.stringMatching(/Delete the others: here, there$/),
    zh: expect.stringMatching(/删除多余的组件：here、there$/),
  })
})

/** Error codes in the sources of a folder, without tests. */
function codesIn(folder: string): string[] {
  return filesIn(folder)
    .filter((path) => !path.endsWith('testing.ts'))
    .flatMap((path) => readFileSync(path, 'utf8').match(/(?<=')(?:command|drawing)\.[a-zA-Z]+(?=')/g) ?? [])
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
