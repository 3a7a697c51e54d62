import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Icon } from '../actions/Icon.tsx'
import { headed, toMenuItem, ruled } from '../actions/menuItems.ts'
import { useActions } from '../actions/useActions.tsx'
import { ActionTool, MenuTool } from './Tool.tsx'

/** Editing actions: the most frequent ones as buttons, the rest in menus. */
export const EditTools = observer(function EditTools() {
  const { t } = useTranslation('designer')
  const actions = useActions()
  const {
    undo,
    redo,
    copy,
    paste,
    duplicate,
    remove,
    align,
    isAlignedToPage,
    distribute,
    sameSize,
    snap,
    turn,
    angle,
    mirror,
    order,
  } = actions
  return (
    <div className="bar-group" role="toolbar" aria-label={t('bar.edit')}>
      <ActionTool action={undo} />
      <ActionTool action={redo} />
      <i className="bar-line" />
      <span className="bar-spare">
        {[copy, paste, duplicate, remove].map((action) => (
          <ActionTool key={action.key} action={action} />
        ))}
      </span>
      <i className="bar-line bar-spare" />
      <MenuTool
        words={t('bar.align')}
        icon={<Icon name="left" />}
        items={[
          ...headed('lines', t(isAlignedToPage ? 'bar.alignToPage' : 'bar.alignTogether'), align),
          ...headed('spaces', t('bar.spacing'), distribute),
          ...headed('sizes', t('bar.sameSize'), sameSize),
          { type: 'divider', key: 'line' },
          toMenuItem(snap),
        ]}
      />
      <MenuTool
        words={t('bar.turn')}
        icon={<Icon name="clockwise" />}
        items={ruled([[...turn, angle].map(toMenuItem), mirror.map(toMenuItem)])}
      />
      <MenuTool words={t('bar.order')} icon={<Icon name="front" />} items={order.map(toMenuItem)} />
      {[actions.group, actions.ungroup, actions.lock].map((action) => (
        <ActionTool key={action.key} action={action} />
      ))}
      <i className="bar-line" />
      <MenuTool
        words={t('bar.select')}
        icon={<Icon name="selectAll" />}
        items={ruled([
          [actions.selectAll, actions.selectType, actions.selectCopies, actions.selectInverse].map(toMenuItem),
          [actions.find, actions.rebind, actions.makeSymbol].map(toMenuItem),
        ])}
      />
    </div>
  )
})
