import type { Id } from '@mimic/engine/document'
import type { Words } from '@mimic/engine/schema'

/** Keys of the outline, for the list of shortcuts. `pressInOutline` implements those that select. */
export const outlineKeys: readonly { readonly keys: readonly string[]; readonly words: Words }[] = [
  { keys: ['↑', '↓'], words: { en: 'Select the component above or below', zh: '选择上一个或下一个组件' } },
  { keys: ['Shift+↑', 'Shift+↓'], words: { en: 'Extend the selection', zh: '扩展选择范围' } },
  { keys: ['Ctrl+↑', 'Ctrl+↓'], words: { en: 'Go on without selecting', zh: '仅移动焦点，不改变选择' } },
  { keys: ['Space', 'Ctrl+Space'], words: { en: 'Add to the selection, or take out of it', zh: '加入或移出选择' } },
  { keys: ['←', '→'], words: { en: 'Fold or unfold the group', zh: '折叠或展开组合' } },
]

/** Used properties of a keyboard event, so that tests need no browser. */
export interface OutlinePress {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Keyboard state of the outline. */
export interface OutlineState {
  /** Visible rows from top to bottom. */
  readonly rows: readonly Id[]
  readonly focused: Id
  /** Start of an extended selection; the focused row if null or not visible. */
  readonly anchor: Id | null
  readonly chosen: readonly Id[]
}

/** State after a key press. The anchor of an extended selection is listed first. */
export type OutlineMove = Pick<OutlineState, 'focused' | 'anchor' | 'chosen'>

/** Applies a key as in any list with multiple selection. Returns `null` if the key has no effect. */
export function pressInOutline(
  press: OutlinePress,
  { rows, focused, anchor, chosen }: OutlineState,
): OutlineMove | null {
  const isControl = press.ctrlKey || press.metaKey
  const at = rows.indexOf(focused)
  if (at < 0 || press.altKey || (isControl && press.shiftKey)) return null
  if (press.key === ' ' && !press.shiftKey) {
    return {
      focused,
      anchor: focused,
      chosen: chosen.includes(focused) ? chosen.filter((id) => id !== focused) : [...chosen, focused],
    }
  }
  const to = press.key === 'ArrowDown' ? at + 1 : press.key === 'ArrowUp' ? at - 1 : -1
  const next = rows[to]
  if (to < 0 || !next) return null
  if (isControl) return { focused: next, anchor, chosen }
  if (!press.shiftKey) return { focused: next, anchor: next, chosen: [next] }
  const anchorIndex = anchor === null ? -1 : rows.indexOf(anchor)
  const from = anchorIndex < 0 ? at : anchorIndex
  const range = from <= to ? rows.slice(from, to + 1) : rows.slice(to, from + 1).reverse()
  return { focused: next, anchor: rows[from] ?? focused, chosen: range }
}
