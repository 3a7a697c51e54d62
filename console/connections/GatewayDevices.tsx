import { App, Button, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import type { DeviceCredential } from '../../contract/routes.ts'
import { isName } from '../../contract/telemetry/tags.ts'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'

interface GatewayDevicesProps {
  readonly credential: DeviceCredential
  readonly onChanged: () => void
}

const separators = [' ', ',', ';', '\n', '\t']

/** Devices for which a gateway may publish. A change applies to its open connections at once. */
export const GatewayDevices = observer(function GatewayDevices({ credential, onChanged }: GatewayDevicesProps) {
  const { client, session } = useStores()
  const { t } = useTranslation('connections')
  const { message } = App.useApp()
  const { project } = credential
  const [edited, setEdited] = useState<readonly string[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const mayEdit = session.mayDo('platform:deviceCredential:edit')
  const known = useRequest(mayEdit ? project : null, (signal) =>
    client.call('plant.devices', { query: { project } }, { signal, quiet: true }),
  )
  const options =
    known === null || known instanceof CallFailure
      ? []
      : known
          .filter(({ device }) => device !== credential.device)
          .map(({ device, name }) => ({ value: device, label: name ? `${device} · ${name}` : device }))
  const shown = edited ?? credential.devices
  const badName = shown.find((name) => !isName(name))
  const isTooLong = shown.length > limits.deviceCredential.devicesPerGateway
  const save = async (gatewayFor: readonly string[] | null): Promise<void> => {
    setBusy(true)
    try {
      const body = { gatewayFor: gatewayFor && [...gatewayFor] }
      await client.call('credential.update', { params: { id: credential.id }, body })
      setEdited(null)
      void message.success(t('gatewayDevices.saved'))
      onChanged()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="connections-gateway" role="group" aria-label={t('gatewayDevices.title', credential)}>
      <span className="connections-lead">{t('gatewayDevices.title', credential)}</span>
      <Select<string[]>
        mode="tags"
        aria-label={t('gatewayDevices.title', credential)}
        placeholder={t('gatewayDevices.none')}
        disabled={!mayEdit || isBusy}
        status={badName !== undefined || isTooLong ? 'error' : ''}
        tokenSeparators={separators}
        maxTagCount={60}
        value={[...shown]}
        options={options}
        onChange={(names) => setEdited(names.map((name) => name.trim()).filter(Boolean))}
      />
      {badName !== undefined && <span role="alert">{t('create.badName', { device: badName })}</span>}
      {isTooLong && (
        <span role="alert">{t('gatewayDevices.many', { count: limits.deviceCredential.devicesPerGateway })}</span>
      )}
      {edited && (
        <span>
          <Button
            size="small"
            type="primary"
            loading={isBusy}
            disabled={badName !== undefined || isTooLong}
            onClick={() => void save(edited)}
          >
            {t('gatewayDevices.save')}
          </Button>{' '}
          <Button size="small" onClick={() => setEdited(null)}>
            {t('cancel')}
          </Button>
        </span>
      )}
    </div>
  )
})
