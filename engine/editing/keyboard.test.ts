import { describe, expect, it } from 'vitest'
import { commands } from '../commands/index.ts'
import { pressKey } from './keyboard.ts'
import { selectAll, selectCopies, selectInverse, selectType } from './selection.ts'
import { findShortcut, shortcuts, type Press } from './shortcuts.ts'
import { pressToolKey, toolKeys, type ToolKeyParts } from './toolKeys.ts'
import { workbench, type ComponentSpec } from './workbench.ts'

/** Converts the notation of the shortcut table to a key event of a US keyboard. */
function toPress(keys: string): Press {
  const parts = keys.split(/\+(?=.)/)
  const name = parts.at(-1) ?? ''
  const shift = parts.includes('Shift')
  const codes: Readonly<Record<string, string>> = {
    '[': 'BracketLeft',
    ']': 'BracketRight',
    '←': 'ArrowLeft',
    '→': 'ArrowRight',
    '↑': 'ArrowUp',
    '↓': 'ArrowDown',
  }
  const code = codes[name] ?? (/^[A-Z]$/.test(name) ? `Key${name}` : name)
  const key = code.startsWith('Arrow')
    ? code
    : shift
      ? ({ '[': '{', ']': '}' }[name] ?? name)
      : /^[A-Z]$/.test(name)
        ? name.toLowerCase()
        : name
  return {
    key,
    code,
    ctrlKey: parts.includes('Ctrl'),
    metaKey: false,
    shiftKey: shift,
    altKey: parts.includes('Alt'),
    repeat: false,
  }
}

function keyboard(...specs: ComponentSpec[]) {
  const bench = workbench(...specs)
  const press = (keys: string, more: Partial<Press> = {}): boolean =>
    pressKey({ ...toPress(keys), ...more }, { ...bench, cancelTool: () => bench.tools.cancel() })
  const select = (...names: string[]): void => bench.selection.set(names.map((name) => bench.id(name)))
  const chosen = (): string[] => bench.selection.components().map(({ name }) => name)
  return { bench, press, select, chosen }
}

const three: readonly ComponentSpec[] = [
  { name: 'a' },
  { name: 'b', x: 300, y: 40, width: 60 },
  { name: 'c', x: 500, y: 90 },
]

describe('the table', () => {
  it('lists each shortcut once, in both languages, and finds every shortcut by its key press', () => {
    const keys = shortcuts.flatMap((shortcut) => shortcut.keys)
    expect(new Set(keys).size).toBe(keys.length)
    for (const shortcut of shortcuts)
      for (const each of shortcut.keys) expect(findShortcut(toPress(each))).toBe(shortcut)
    for (const { words } of shortcuts) expect(words.zh).toMatch(/\p{Script=Han}/u)
  })

  it('takes no key of the tools, but those that a tool passes on', () => {
    const bench = workbench({ name: 'a' })
    bench.selection.set([bench.id('a')])
    const nothing = () => undefined
    const parts: ToolKeyParts = {
      ...bench,
      view: {
        fit: nothing,
        toSelection: nothing,
        reveal: nothing,
        zoomBy: nothing,
        actualSize: nothing,
        panBy: nothing,
      },
    }
    expect(shortcuts.flatMap(({ keys }) => keys).filter((keys) => pressToolKey(toPress(keys), parts))).toEqual([])
    expect(toolKeys.length).toBeGreaterThan(0)
  })

  it('has a key for each command that needs nothing but a selection and a choice', () => {
    const reached = new Set<string>(shortcuts.map(({ command }) => command))
    // Commands without a shortcut: used by pointer, clipboard or arrow keys, or in dialogs and panels.
    const elsewhere = new Set([
      'add',
      'copy-add',
      'del',
      'move',
      'paste',
      'set-props',
      'set-frame',
      'set-layer',
      'rename',
      'import',
      'snap-to-grid',
      'lock',
      'unlock',
      'find-replace',
      'rebind',
    ])
    const ofSymbols = new Set([
      'make-symbol',
      'add-instance',
      'set-params',
      'reset-overrides',
      'detach',
      'update-symbol',
      'rename-symbol',
      'del-symbol',
      'add-from-library',
      'update-from-library',
    ])
    const unreached = commands
      .map(({ name }) => name)
      .filter((name) => !reached.has(name) && !elsewhere.has(name) && !ofSymbols.has(name))
    expect(unreached).toEqual([])
  })

  it('moves by a pixel and by ten, or by a step of the grid while that is snapped to', () => {
    const { bench, press, select } = keyboard(...three)
    select('a')
    press('→')
    press('Shift+→')
    expect(bench.at('a').x).toBe(11)
    bench.aids.set({ snapToGrid: true, gridSize: 25 })
    press('→')
    press('Shift+↓')
    expect(bench.at('a')).toMatchObject({ x: 12, y: 25 })
  })

  it('matches the typed letter, or the physical key if the layout does not produce Latin letters', () => {
    const { bench, press, select } = keyboard(...three)
    select('a')
    press('R', { code: 'KeyP' })
    press('R', { key: 'к' })
    press('Alt+A', { key: 'å' })
    expect(bench.at('a').angleDeg).toBe(180)
    expect(press('R', { ctrlKey: true, altKey: true })).toBe(false)
    expect(press('Ctrl+R')).toBe(false)
  })
})

describe('keys', () => {
  it('turn and mirror, one step each, a held key once', () => {
    const { bench, press, select } = keyboard(...three)
    select('a')
    press('R')
    press('R', { repeat: true })
    press('R', { repeat: true })
    expect(bench.at('a').angleDeg).toBe(90)
    press('Shift+R')
    press('Shift+R')
    press('Shift+H')
    press('Shift+V')
    expect(bench.at('a')).toMatchObject({ angleDeg: 270, flipX: true, flipY: true })
    for (let i = 0; i < 5; i++) press('Ctrl+Z')
    expect(bench.at('a')).toMatchObject({ angleDeg: 0, flipX: false, flipY: false })
    expect(bench.bus.history.canUndo).toBe(false)
    press('Ctrl+Shift+Z')
    press('Ctrl+Y')
    expect(bench.at('a').angleDeg).toBe(0)
    expect(bench.bus.history.undoLabel).toBe('rotate')
  })

  it('align, distribute and resize components, and skip locked ones', () => {
    const { bench, press, select } = keyboard(...three, { name: 'held', x: 900, y: 300, locked: true })
    select('a', 'b', 'c', 'held')
    press('Alt+W')
    expect([bench.at('b').y, bench.at('c').y, bench.at('held').y]).toEqual([0, 0, 300])
    press('Alt+Shift+H')
    expect(bench.at('b').x).toBe(270)
    press('Alt+Shift+W')
    expect(bench.at('b').width).toBe(100)
    select('held', 'a')
    press('Alt+Shift+S')
    expect(bench.at('a')).toMatchObject({ width: 100, height: 50 })
  })

  it('reroute connectors, and skip those locked directly or by a group', () => {
    const bent = {
      type: 'joint',
      width: 200,
      props: { corners: [0, 0, 0.5, 0, 0.5, 1, 1, 1], bends: [0, 0, 0.5, 0.5, 1, 1] },
    }
    const { bench, press, select } = keyboard(
      { ...bent, name: 'free' },
      { ...bent, name: 'held', locked: true },
      { name: 'group', type: 'group', locked: true },
      { ...bent, name: 'within', in: 'group' },
    )
    select('free', 'held', 'within')
    press('Alt+Shift+R')
    expect(['free', 'held', 'within'].map((name) => 'bends' in bench.at(name).props)).toEqual([false, true, true])
  })

  it('reorder, also while held', () => {
    const { bench, press, select } = keyboard(...three)
    const order = (): string =>
      bench.document
        .paintOrder()
        .map(({ name }) => name)
        .join('')
    select('a')
    press('Ctrl+]')
    expect(order()).toBe('bac')
    press('Ctrl+Shift+[')
    expect(order()).toBe('abc')
    press('Ctrl+Shift+]')
    press('Ctrl+[')
    press('Ctrl+[', { repeat: true })
    expect(order()).toBe('abc')
  })

  it('group, enter, leave and ungroup, level by level', () => {
    const { bench, press, select, chosen } = keyboard(...three)
    select('a', 'b')
    press('Ctrl+G')
    select(...chosen(), 'c')
    press('Ctrl+G')
    const [outer = ''] = chosen()
    press('Enter')
    expect([bench.selection.scope, chosen()]).toEqual([bench.id(outer), ['group 1']])
    press('Enter')
    expect(chosen()).toEqual(['a'])
    expect(press('Enter')).toBe(false)
    press('Escape')
    expect([bench.selection.scope, chosen()]).toEqual([bench.id(outer), ['group 1']])
    press('Escape')
    expect([bench.selection.scope, chosen()]).toEqual([null, [outer]])
    press('Ctrl+Shift+G')
    expect(chosen()).toEqual(['group 1', 'c'])
    press('Escape')
    expect(chosen()).toEqual([])
  })

  it('lock and unlock components, and Ctrl+A skips locked ones', () => {
    const { bench, press, select, chosen } = keyboard(...three)
    select('a', 'b')
    press('Ctrl+L')
    expect(bench.at('b').locked).toBe(true)
    press('Ctrl+A')
    expect(chosen()).toEqual(['c'])
    select('a')
    press('Ctrl+L')
    press('Ctrl+A')
    expect(chosen()).toEqual(['a', 'c'])
    press('Ctrl+Shift+I')
    expect(chosen()).toEqual([])
    select('c')
    press('Ctrl+Shift+I')
    expect(chosen()).toEqual(['a'])
    press('Ctrl+Shift+A')
    expect(chosen()).toEqual(['a', 'c'])
  })

  it('nudge as one step until the key is let go or another is pressed; delete and duplicate', () => {
    const { bench, press, select, chosen } = keyboard(...three)
    select('a')
    press('→')
    press('→', { repeat: true })
    press('Shift+↓', { repeat: true })
    expect(bench.at('a')).toMatchObject({ x: 2, y: 10 })
    press('R')
    press('Ctrl+Z')
    press('Ctrl+Z')
    expect(bench.at('a')).toMatchObject({ x: 0, y: 0, angleDeg: 0 })
    press('Ctrl+D')
    expect(chosen()).toEqual(['a (2)'])
    press('Delete')
    expect(bench.document.size).toBe(3)
  })

  it('leave copy, cut and paste to the browser’s own events, and other keys to the browser', () => {
    const { press } = keyboard(...three)
    for (const keys of ['Ctrl+C', 'Ctrl+X', 'Ctrl+V', 'Ctrl+P', 'F5', 'Tab', 'Q', 'Alt+←'])
      expect(press(keys)).toBe(false)
  })

  it('do nothing without a selection, and notify listeners of a rejected command', () => {
    const { bench, press, select } = keyboard(...three)
    for (const {
      keys: [keys = ''],
    } of shortcuts)
      if (keys !== 'Ctrl+A' && keys !== 'Ctrl+Shift+I') press(keys)
    expect(bench.bus.history.canUndo).toBe(false)
    const rejections: string[] = []
    const stop = bench.bus.onRefused((refused, command) =>
      rejections.push(`${command} ${refused.problems[0]?.code ?? ''}`),
    )
    select('a')
    press('Ctrl+G')
    press('Alt+A')
    stop()
    press('Alt+A')
    expect(rejections).toEqual(['group command.tooFew', 'align command.tooFew'])
  })
})

it('select all skips hidden and locked components, and select by type includes group members', () => {
  const { bench } = keyboard(
    { name: 'g', type: 'group' },
    { name: 'm', in: 'g' },
    { name: 'h', type: 'group', locked: true },
    { name: 'n', in: 'h' },
    { name: 'p' },
    { name: 'q', visible: false },
    { name: 'w', type: 'cable' },
  )
  const named = (ids: readonly string[]): string[] =>
    ids.map((id) => bench.document.paintOrder().find((each) => each.id === id)?.name ?? '')
  expect(named(selectAll(bench.document, null))).toEqual(['g', 'p', 'w'])
  expect(named(selectAll(bench.document, bench.id('g')))).toEqual(['m'])
  expect(named(selectInverse(bench.document, [bench.id('p'), bench.id('h')], null))).toEqual(['g', 'w'])
  expect(named(selectType(bench.document, ['box', 'box'], null))).toEqual(['m', 'p'])
  expect(named(selectType(bench.document, ['box'], bench.id('g')))).toEqual(['m'])
})

it('chooses all copies of the same, the original among them, however they were made', () => {
  const { bench, press } = keyboard({ name: 'a', x: 300, y: 300 }, { name: 'b', x: 600 })
  bench.selection.set([bench.id('a')])
  press('Ctrl+D')
  bench.drag({ x: 360, y: 340 }, { x: 360, y: 500, alt: true, free: true })
  bench.selection.set([bench.id('a')])
  bench.clipboard.copy()
  bench.clipboard.paste()
  expect(bench.document.components.size).toBe(5)
  press('Ctrl+Shift+D')
  expect(bench.selection.ids).toHaveLength(4)
  bench.selection.set([bench.id('b')])
  expect(selectCopies(bench.document, bench.selection.components(), null)).toEqual([bench.id('b')])
})
