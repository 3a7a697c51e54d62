import type { CommandName } from '../commands/index.ts'
import type { Words } from '../schema/index.ts'

/** Actions of keys that are not commands of the bus: selection and clipboard. */
export type EditorAct =
  | 'copy'
  | 'cut'
  | 'paste'
  | 'copy-style'
  | 'duplicate'
  | 'remove'
  | 'nudge'
  | 'select-all'
  | 'select-type'
  | 'select-copies'
  | 'select-inverse'
  | 'enter-group'
  | 'leave-group'
  | 'toggle-lock'

/**
 * A shortcut, used for the keyboard, menus and help. `keys` are display texts; Cmd replaces Ctrl on a Mac. Commands run
 * as `bus.run(command, { ids, ...args })` with the ids of the selection.
 */
export interface Shortcut {
  readonly keys: readonly string[]
  readonly command: CommandName | EditorAct
  readonly args?: Readonly<Record<string, string | number>>
  readonly words: Words
  /** Repeats while the key is held. */
  readonly repeats?: boolean
}

/**
 * All shortcuts of commands; those of tools are in `toolKeys`. Plain letters rotate and mirror, Alt aligns, Ctrl is for
 * everything else.
 */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['Ctrl+Z'], command: 'undo', words: { en: 'Undo', zh: '撤销' }, repeats: true },
  { keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], command: 'redo', words: { en: 'Redo', zh: '重做' }, repeats: true },
  { keys: ['Ctrl+C'], command: 'copy', words: { en: 'Copy', zh: '复制' } },
  { keys: ['Ctrl+X'], command: 'cut', words: { en: 'Cut', zh: '剪切' } },
  { keys: ['Ctrl+V'], command: 'paste', words: { en: 'Paste', zh: '粘贴' } },
  { keys: ['Ctrl+Shift+C'], command: 'copy-style', words: { en: 'Copy style', zh: '复制样式' } },
  { keys: ['Ctrl+Shift+V'], command: 'paste-style', words: { en: 'Paste style', zh: '粘贴样式' } },
  { keys: ['Ctrl+D'], command: 'duplicate', words: { en: 'Duplicate', zh: '创建副本' } },
  { keys: ['Delete', 'Backspace'], command: 'remove', words: { en: 'Delete', zh: '删除' } },
  {
    keys: ['←', '→', '↑', '↓'],
    command: 'nudge',
    args: { px: 1 },
    words: { en: 'Move by 1 pixel', zh: '移动 1 像素' },
    repeats: true,
  },
  {
    keys: ['Shift+←', 'Shift+→', 'Shift+↑', 'Shift+↓'],
    command: 'nudge',
    args: { px: 10 },
    words: {
      en: 'Move by 10 pixels, or by one grid step when snapping to the grid',
      zh: '移动 10 像素；吸附网格时移动一格',
    },
    repeats: true,
  },

  { keys: ['Ctrl+A'], command: 'select-all', words: { en: 'Select all', zh: '全选' } },
  { keys: ['Ctrl+Shift+D'], command: 'select-copies', words: { en: 'Select all copies', zh: '选择全部副本' } },
  {
    keys: ['Ctrl+Shift+A'],
    command: 'select-type',
    words: { en: 'Select all of the same type', zh: '选择同类型组件' },
  },
  { keys: ['Ctrl+Shift+I'], command: 'select-inverse', words: { en: 'Invert selection', zh: '反选' } },
  { keys: ['Enter'], command: 'enter-group', words: { en: 'Enter group', zh: '进入组合' } },
  {
    keys: ['Escape'],
    command: 'leave-group',
    words: { en: 'Leave group or clear selection', zh: '退出组合或取消选择' },
  },

  { keys: ['Ctrl+G'], command: 'group', words: { en: 'Group', zh: '组合' } },
  { keys: ['Ctrl+Shift+G'], command: 'ungroup', words: { en: 'Ungroup', zh: '取消组合' } },
  { keys: ['Ctrl+L'], command: 'toggle-lock', words: { en: 'Lock or unlock', zh: '锁定或解锁' } },
  {
    keys: ['Ctrl+]'],
    command: 'reorder',
    args: { to: 'forward' },
    words: { en: 'Bring forward', zh: '上移一层' },
    repeats: true,
  },
  {
    keys: ['Ctrl+['],
    command: 'reorder',
    args: { to: 'backward' },
    words: { en: 'Send backward', zh: '下移一层' },
    repeats: true,
  },
  {
    keys: ['Ctrl+Shift+]'],
    command: 'reorder',
    args: { to: 'front' },
    words: { en: 'Bring to front', zh: '置于顶层' },
  },
  { keys: ['Ctrl+Shift+['], command: 'reorder', args: { to: 'back' }, words: { en: 'Send to back', zh: '置于底层' } },

  { keys: ['R'], command: 'rotate', args: { byDeg: 90 }, words: { en: 'Rotate 90° clockwise', zh: '顺时针旋转 90°' } },
  {
    keys: ['Shift+R'],
    command: 'rotate',
    args: { byDeg: -90 },
    words: { en: 'Rotate 90° anticlockwise', zh: '逆时针旋转 90°' },
  },
  {
    keys: ['Shift+H'],
    command: 'mirror',
    args: { axis: 'horizontal' },
    words: { en: 'Mirror horizontally', zh: '水平镜像' },
  },
  {
    keys: ['Shift+V'],
    command: 'mirror',
    args: { axis: 'vertical' },
    words: { en: 'Mirror vertically', zh: '垂直镜像' },
  },

  { keys: ['Alt+A'], command: 'align', args: { side: 'left' }, words: { en: 'Align left', zh: '左对齐' } },
  { keys: ['Alt+D'], command: 'align', args: { side: 'right' }, words: { en: 'Align right', zh: '右对齐' } },
  { keys: ['Alt+W'], command: 'align', args: { side: 'top' }, words: { en: 'Align top', zh: '顶对齐' } },
  { keys: ['Alt+S'], command: 'align', args: { side: 'bottom' }, words: { en: 'Align bottom', zh: '底对齐' } },
  {
    keys: ['Alt+H'],
    command: 'align',
    args: { side: 'centre-x' },
    words: { en: 'Align horizontal centres', zh: '水平居中对齐' },
  },
  {
    keys: ['Alt+V'],
    command: 'align',
    args: { side: 'centre-y' },
    words: { en: 'Align vertical centres', zh: '垂直居中对齐' },
  },
  {
    keys: ['Alt+Shift+H'],
    command: 'distribute',
    args: { axis: 'horizontal' },
    words: { en: 'Equal horizontal spacing', zh: '水平等间距' },
  },
  {
    keys: ['Alt+Shift+V'],
    command: 'distribute',
    args: { axis: 'vertical' },
    words: { en: 'Equal vertical spacing', zh: '垂直等间距' },
  },
  {
    keys: ['Alt+Shift+W'],
    command: 'same-size',
    args: { which: 'width' },
    words: { en: 'Same width as first selected', zh: '与首个选中等宽' },
  },
  {
    keys: ['Alt+Shift+E'],
    command: 'same-size',
    args: { which: 'height' },
    words: { en: 'Same height as first selected', zh: '与首个选中等高' },
  },
  {
    keys: ['Alt+Shift+S'],
    command: 'same-size',
    args: { which: 'both' },
    words: { en: 'Same size as first selected', zh: '与首个选中等大小' },
  },
  { keys: ['Alt+Shift+R'], command: 'reset-route', words: { en: 'Reset connector routes', zh: '重置连接线走线' } },
]

/** The fields of a keyboard event that are used, so that tests need no browser. */
export interface Press {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
}

/** Returns the shortcut of a key press. None for Ctrl with Alt, which some layouts use to type characters. */
export function findShortcut(press: Press): Shortcut | undefined {
  return byKeys.get(formatKeys(press))
}

const byKeys: ReadonlyMap<string, Shortcut> = new Map(
  shortcuts.flatMap((shortcut) => shortcut.keys.map((keys) => [keys, shortcut] as const)),
)

function formatKeys({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Press): string {
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${getKeyName(key, code)}`
}

/**
 * Letters are identified by the layout's character, otherwise by the physical key: Alt types other characters on a Mac,
 * and Chinese or Russian layouts have no Latin letters. Brackets are identified by the physical key, because Shift
 * turns them into braces.
 */
function getKeyName(key: string, code: string): string {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  return signs[code] ?? (code.startsWith('Key') ? code.slice(3) : key)
}

const signs: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  NumpadEnter: 'Enter',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}
