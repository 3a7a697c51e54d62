import { DisconnectOutlined, EditOutlined, UndoOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useDesigner } from '../context.ts'
import type { EditAction } from '../actions/useActions.tsx'

/** Actions for the selected symbol instances; empty if none is selected. Call in an observer. */
export function useInstanceActions(): readonly EditAction[] {
  const { session, drawing, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const instances = session.selected.filter(({ link }) => link !== null)
  const [first] = instances
  if (!first?.link || instances.length < session.selected.length) return []
  const { symbol } = first.link
  const ids = instances.map(({ id }) => id)
  const isOne = instances.every(({ link }) => link?.symbol === symbol)
  const hasOwn = instances.some(
    ({ link }) =>
      link && Object.values(link.overrides).some(({ params: _, ...styles }) => Object.keys(styles).length > 0),
  )
  return [
    {
      key: 'symbol.edit',
      words: t('symbol.edit'),
      icon: <EditOutlined aria-hidden />,
      isOff: !isOne || session !== drawing,
      run: () => dialogState.editSymbol(drawing, symbol),
    },
    {
      key: 'symbol.detach',
      words: t('symbol.detach'),
      icon: <DisconnectOutlined aria-hidden />,
      isOff: false,
      run: () => void session.run('detach', { ids }),
    },
    {
      key: 'symbol.reset',
      words: t('symbol.reset'),
      icon: <UndoOutlined aria-hidden />,
      isOff: !hasOwn,
      run: () => void session.run('reset-overrides', { ids }),
    },
  ]
}
