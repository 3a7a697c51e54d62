import { isId, type Id } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { outlineKeys, pressInOutline, type OutlineMove } from './outlineKeys.ts'

const rows = ['a', 'b', 'c', 'd', 'e'].filter(isId)

/** Presses keys in sequence, such as `Shift+ArrowDown`, and returns focus and selection after each. */
function pressed(
  begin: { readonly focused: string; readonly chosen?: string; readonly shown?: readonly Id[] },
  ...keys: string[]
): string[] {
  const { shown = rows, focused, chosen = focused } = begin
  const findId = (name: string): Id | undefined => rows.find((id) => id === name)
  let now: OutlineMove = {
    focused: findId(focused) ?? expect.fail(),
    anchor: null,
    chosen: chosen.split('').flatMap((name) => findId(name) ?? []),
  }
  return keys.map((written) => {
    const held = written.split('+')
    const key = held.pop() ?? ''
    const move = pressInOutline(
      {
        key: key === 'Space' ? ' ' : key,
        shiftKey: held.includes('Shift'),
        ctrlKey: held.includes('Ctrl'),
        metaKey: held.includes('Cmd'),
        altKey: held.includes('Alt'),
      },
      { rows: shown, ...now },
    )
    now = move ?? now
    return move ? `${now.focused}:${now.chosen.join('')}` : 'nothing'
  })
}

it('extends the range with Shift from its anchor in both directions, and keeps the anchor first', () => {
  expect(
    pressed(
      { focused: 'c' },
      'Shift+ArrowDown',
      'Shift+ArrowDown',
      'Shift+ArrowDown',
      'Shift+ArrowUp',
      'Shift+ArrowUp',
      'Shift+ArrowUp',
      'ArrowUp',
    ),
  ).toEqual(['d:cd', 'e:cde', 'nothing', 'd:cd', 'c:c', 'b:cb', 'a:a'])
})

it('selects separate rows: Ctrl moves the focus without selecting, Space toggles the focused row', () => {
  expect(
    pressed(
      { focused: 'a' },
      'Ctrl+ArrowDown',
      'Ctrl+ArrowDown',
      'Space',
      'Cmd+ArrowDown',
      'Ctrl+ArrowDown',
      'Ctrl+Space',
      'Space',
    ),
  ).toEqual(['b:a', 'c:a', 'c:ac', 'd:ac', 'e:ac', 'e:ace', 'e:ac'])
})

it('starts a new range at the last added row, or at the focused row if the anchor is collapsed', () => {
  expect(pressed({ focused: 'a' }, 'Ctrl+ArrowDown', 'Space', 'Shift+ArrowDown')).toEqual(['b:a', 'b:ab', 'c:bc'])
  expect(pressed({ focused: 'c', shown: rows.slice(2) }, 'Shift+ArrowDown')).toEqual(['d:cd'])
})

it('ignores other keys and describes its own in both languages', () => {
  expect(pressed({ focused: 'a' }, 'ArrowUp', 'Alt+ArrowDown', 'Ctrl+Shift+ArrowDown', 'Shift+Space', 'Enter')).toEqual(
    Array.from({ length: 5 }, () => 'nothing'),
  )
  for (const { words } of outlineKeys) expect(words.en.length > 0 && /[\u4e00-\u9fff]/.test(words.zh)).toBe(true)
})
