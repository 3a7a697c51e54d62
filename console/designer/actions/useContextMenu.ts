import type { Point } from '@mimic/engine'
import type { MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { createElement } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { toMenuItem, type MenuItems, ruled } from './menuItems.ts'
import { type EditAction, useActions } from './useActions.tsx'
import { useInstanceActions } from '../symbols/useInstanceActions.tsx'

/** Context menu of the canvas with all actions for the selection. Call in an observer. */
export function useContextMenu(place: () => Point | null): MenuProps {
  const actions = useActions()
  const instance = useInstanceActions()
  const { t } = useTranslation('designer')
  const {
    cut,
    copy,
    pasteAt,
    duplicate,
    align,
    distribute,
    sameSize,
    snap,
    turn,
    angle,
    mirror,
    order,
    group,
    ungroup,
    lock,
  } = actions
  const sub = (key: string, icon: IconName, groups: readonly (readonly EditAction[])[]): MenuItems => [
    {
      key,
      label: t(`bar.${key}`),
      icon: createElement(Icon, { name: icon }),
      popupClassName: 'designer-menu',
      children: ruled(groups.map((list) => list.map(toMenuItem))),
      disabled: groups.every((list) => list.every(({ isOff }) => isOff)),
    },
  ]
  return {
    className: 'designer-menu canvas-menu',
    items: ruled([
      [cut, copy, pasteAt(place), duplicate, actions.remove].map(toMenuItem),
      [actions.copyStyle, actions.pasteStyle].map(toMenuItem),
      [
        ...sub('align', 'left', [align, distribute, sameSize, [snap]]),
        ...sub('turn', 'clockwise', [[...turn, angle], mirror]),
        ...sub('order', 'front', [order]),
      ],
      [...(actions.editText.isOff ? [] : [toMenuItem(actions.editText)]), ...[group, ungroup, lock].map(toMenuItem)],
      [
        ...(instance.length > 0 ? instance.map(toMenuItem) : [toMenuItem(actions.makeSymbol)]),
        ...(actions.resetRoute.isOff ? [] : [toMenuItem(actions.resetRoute)]),
        toMenuItem(actions.rebind),
      ],
      [
        ...sub('choose', 'selectAll', [
          [actions.selectAll, actions.selectType, actions.selectCopies, actions.selectInverse],
        ]),
        toMenuItem(actions.find),
      ],
    ]),
  }
}
