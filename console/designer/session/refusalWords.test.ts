import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandBus } from '@mimic/engine/commands'
import { catalog } from '@mimic/engine/catalog'
import { DrawingDocument, makeComponent, newDrawing } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { refusalWords, wordsOfRefusal } from './refusalWords.ts'

it('every refusal of the engine has words in both languages', () => {
  const codes = new Set(['commands', 'document'].flatMap((room) => codesIn(join(import.meta.dirname, '../../../engine', room))))
  expect([...codes].filter((code) => !refusalWords[code]?.en || !/\p{Script=Han}/u.test(refusalWords[code].zh))).toEqual([])
})

it('names the components that are to blame, the first of many', () => {
  const components = ['Pump', 'Valve', 'Motor', 'Fan'].map((name) => makeComponent({ type: 'rect', name, width: 10, height: 10, locked: true }))
  const document = new DrawingDocument({ ...newDrawing(), components })
  const refused = new CommandBus(document, catalog).run('del', { ids: components.map(({ id }) => id) })
  expect(refused.ok ? null : wordsOfRefusal(refused, document)).toEqual({
    en: 'Locked components stay as they are: Pump, Valve, Motor…', zh: '组件已锁定，不能修改：Pump、Valve、Motor…',
  })
})

/** The codes that a room's sources name, tests aside. */
function codesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'testing.ts')
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/(?<=')(?:command|drawing)\.[a-zA-Z]+(?=')/g) ?? [])
}
