import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newDrawing } from '@mimic/engine/document'
import { DrawingSession } from './drawingSession.ts'
import { stepLabels } from './stepLabels.ts'

const engine = join(import.meta.dirname, '../../../engine')
const sources = (room: string): string =>
  readdirSync(join(engine, room), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /(?<!\.test)\.ts$/.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')

it('every step that can be undone has words in both languages, and there are none for others', () => {
  const commands = sources('commands').match(/(?<=defineCommand\(\s*')[a-z-]+(?=')/g) ?? []
  const gestures = [...sources('editing').matchAll(/\.gesture\((?:\w+ \? )?'([a-z-]+)'(?: : '([a-z-]+)')?\)/g)].flatMap(
    ([, one, other]) => [one, other].filter((label) => label !== undefined),
  )
  expect(commands.length).toBeGreaterThan(25)
  expect(gestures).toEqual(expect.arrayContaining(['copy', 'move', 'points', 'resize', 'draw']))
  expect(Object.keys(stepLabels).toSorted()).toEqual([...new Set([...commands, ...gestures])].toSorted())
  expect(Object.values(stepLabels).filter(({ en, zh }) => en === '' || !/\p{Script=Han}/u.test(zh))).toEqual([])
})

it('a session exposes the labels of the next undo and redo steps', () => {
  const session = new DrawingSession(newDrawing())
  session.run('add', { type: 'rect', name: 'a', x: 0, y: 0, width: 10, height: 10 })
  expect([session.undoLabel, session.redoLabel]).toEqual(['add', null])
  session.run('undo', {})
  expect([session.undoLabel, session.redoLabel]).toEqual([null, 'add'])
  session.destroy()
})
