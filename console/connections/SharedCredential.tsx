import { Alert, App, Switch } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routes, type SharedCredential as Shared } from '../../contract/routes.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

interface SharedCredentialProps {
  readonly shared: Shared
  readonly onChanged: () => void
}

/** Switch of the shared gateway credential, for super administrators. Others see only whether it is on. */
export const SharedCredential = observer(function SharedCredential({ shared, onChanged }: SharedCredentialProps) {
  const { client, session } = useStores()
  const { t } = useTranslation('connections')
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const mayChange = session.mayCall(routes['connection.setShared'].policy)

  async function handleChange(isEnabled: boolean): Promise<void> {
    setBusy(true)
    try {
      await client.call('connection.setShared', { body: { isEnabled } })
      void message.success(t(isEnabled ? 'shared.enabled' : 'shared.disabled'))
      onChanged()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    } finally {
      setBusy(false)
    }
  }
  if (!mayChange && !shared.isEnabled) return null
  const title = (
    <label className="connections-switch">
      {mayChange && (
        <Switch
          size="small"
          checked={shared.isEnabled}
          disabled={shared.isSetByEnvironment}
          loading={isBusy}
          onChange={(isEnabled) => void handleChange(isEnabled)}
        />
      )}
      {t('shared.title')}
    </label>
  )
  if (!shared.isEnabled)
    return (
      <div className="connections-shared-off">
        {title}
        <span>{t('shared.off')}</span>
      </div>
    )
  return (
    <Alert
      className="connections-shared"
      type="warning"
      title={title}
      description={t(shared.isSetByEnvironment ? 'shared.environment' : 'shared.on')}
    />
  )
})
