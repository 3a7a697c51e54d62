import { App, Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useDesigner } from '../context.ts'
import { formatRejection } from '../session/rejectionMessages.ts'

/** Banner over the canvas while a symbol is edited: its name and placeholders, and buttons to apply or cancel. */
export const SymbolBanner = observer(function SymbolBanner() {
  const { dialogState, drawing, session } = useDesigner()
  const { modal, message } = App.useApp()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const { editing } = dialogState
  if (!editing) return null
  const { symbol } = editing
  const handleDone = (): void => {
    const result = dialogState.takeOver(drawing)
    if (result.ok && result.unfit) void message.warning(t('symbol.unfit', { number: result.unfit }))
    if (!result.ok) {
      const place = result.problems[0]?.path
      void modal.error({
        title: t('symbol.notTaken'),
        content: (
          <p>
            {localize(formatRejection(result, session.document))} <code>{place}</code>
          </p>
        ),
      })
    }
  }
  const handleCancel = (): void => {
    if (!session.canUndo) return dialogState.leaveSymbol()
    void modal.confirm({
      title: t('symbol.leaveTitle'),
      content: t('symbol.leaveText'),
      okText: t('symbol.leave'),
      onOk: () => dialogState.leaveSymbol(),
    })
  }
  return (
    <div className="symbol-banner" role="status">
      <b>{t('symbol.editing', { name: symbol.name })}</b>
      {symbol.params.length > 0 && (
        <span>
          {t('symbol.placeholders')}{' '}
          {symbol.params.map(({ name }) => (
            <code key={name}>{`{${name}}`}</code>
          ))}
        </span>
      )}
      <span className="bar-gap" />
      <Button size="small" onClick={handleCancel}>
        {t('symbol.cancel')}
      </Button>
      <Button size="small" type="primary" onClick={handleDone}>
        {t('symbol.done')}
      </Button>
    </div>
  )
})
