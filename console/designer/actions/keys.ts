import { type Shortcut, shortcuts } from '@mimic/engine'
import type { Words } from '@mimic/engine/schema'

/** Shortcut of the page; works everywhere except in input fields. */
export interface PageKey {
  readonly keys: readonly string[]
  readonly words: Words
}

export const pageKeys = {
  save: { keys: ['Ctrl+S'], words: { en: 'Save', zh: '保存' } },
  find: { keys: ['Ctrl+F', 'Ctrl+H'], words: { en: 'Find and replace', zh: '查找和替换' } },
  help: { keys: ['?', 'F1'], words: { en: 'Show the shortcuts', zh: '显示快捷键' } },
  editText: { keys: ['F2'], words: { en: 'Write the text in its place', zh: '就地编辑文字' } },
  angle: { keys: ['Alt+R'], words: { en: 'Rotate by an angle', zh: '按角度旋转' } },
} as const satisfies Record<string, PageKey>

/** Shortcut of a command with exactly these arguments. */
export function shortcutFor(command: Shortcut['command'], args: Shortcut['args'] = {}): Shortcut | undefined {
  const serializedArgs = JSON.stringify(args)
  return shortcuts.find((one) => one.command === command && JSON.stringify(one.args ?? {}) === serializedArgs)
}

/** Formats a shortcut for the current platform, with symbols on a Mac. */
export function formatKeys(keys: string, isMac = onMac): string {
  if (!isMac) return keys
  return keys
    .replace('Ctrl+', '⌘')
    .replace('Alt+', '⌥')
    .replace('Shift+', '⇧')
    .replace(/^(?:Delete|Backspace)$/, '⌫')
}

const onMac = typeof navigator === 'object' && /Mac|iP/.test(navigator.platform)
