import type { MenuProps } from 'antd'
import type { EditAction } from './useActions.tsx'

export type MenuItems = NonNullable<MenuProps['items']>

/** Converts an action to a menu entry with its shortcut at the end. */
export function toMenuItem({ key, words, icon, keys, isOff, isDanger, run }: EditAction) {
  return { key, label: words, icon, extra: keys, disabled: isOff, danger: isDanger ?? false, onClick: run }
}

/** Joins groups of entries with a divider between them. */
export function ruled(groups: readonly MenuItems[]): MenuItems {
  return groups.flatMap((group, index): MenuItems => [
    ...(index > 0 ? [{ type: 'divider' as const, key: `line${index}` }] : []),
    ...group,
  ])
}

/** Groups entries under a heading. */
export function headed(key: string, label: string, actions: readonly EditAction[]): MenuItems {
  return [{ key, type: 'group', label, children: actions.map(toMenuItem) }]
}
