import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useDesigner } from '../context.ts'

/** Save state, as acknowledged by the server. */
export const SaveStatus = observer(function SaveStatus() {
  const { store } = useDesigner()
  const { t } = useTranslation('designer')
  return (
    <span className="save-status" data-state={store.state} role="status">
      <i aria-hidden />
      {t(`save.${store.state}`, { revision: store.revision })}
    </span>
  )
})
