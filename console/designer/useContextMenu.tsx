import type { MenuProps } from 'antd'
import { type EditAction, useEditActions } from './useEditActions.tsx'

/** The canvas's menu: the edit actions, in groups. To be called in an observer. */
export function useContextMenu(): MenuProps {
  const { copy, cut, paste, duplicate, front, forward, backward, back, lock, remove } = useEditActions()
  const groups = [[cut, copy, paste, duplicate], [front, forward, backward, back], [lock], [remove]]
  return {
    className: 'designer-menu',
    items: groups.flatMap((group, index) => [...(index > 0 ? [{ type: 'divider' as const, key: `line${index}` }] : []), ...group.map(itemOf)]),
  }
}

export function itemOf({ key, words, icon, keys, isOff, isDanger, run }: EditAction) {
  return { key, label: words, icon, extra: keys, disabled: isOff, danger: isDanger ?? false, onClick: run }
}
