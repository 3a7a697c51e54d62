import { type Shortcut, shortcuts } from '@mimic/engine'
import type { Words } from '@mimic/engine/schema'

/** Keys of the page itself, heard wherever the focus is but in a field. */
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

/** The keyboard's entry for a command with these arguments: its keys and its words. */
export function shortcutFor(command: Shortcut['command'], args: Shortcut['args'] = {}): Shortcut | undefined {
  const wanted = JSON.stringify(args)
  return shortcuts.find((one) => one.command === command && JSON.stringify(one.args ?? {}) === wanted)
}

/** Keys as they are written on this machine: signs instead of names on a Mac. */
export function writtenKeys(keys: string, isMac = onMac): string {
  if (!isMac) return keys
  return keys.replace('Ctrl+', '⌘').replace('Alt+', '⌥').replace('Shift+', '⇧').replace(/^(?:Delete|Backspace)$/, '⌫')
}

const onMac = typeof navigator === 'object' && /Mac|iP/.test(navigator.platform)
