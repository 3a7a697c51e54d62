import { Alert, Checkbox, Form, Input, Modal, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { type IssuedCredential, routes } from '../../contract/routes.ts'
import { isName } from '../../contract/telemetry/tags.ts'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'

interface CreateCredentialsDialogProps {
  /** Device for which the credential is created; undefined to choose devices. */
  readonly device?: { readonly project: string; readonly device: string } | undefined
  readonly onClose: () => void
  readonly onCreated: (credentials: readonly IssuedCredential[]) => void
}

const fingerprintCommand = 'openssl x509 -in device.pem -noout -fingerprint -sha256'
const separators = [' ', ',', ';', '\n', '\t']

/** Creates credentials for one or several devices. A single device may be a gateway or have a certificate. */
export const CreateCredentialsDialog = observer(function CreateCredentialsDialog({
  device,
  onClose,
  onCreated,
}: CreateCredentialsDialogProps) {
  const { client, projects, session } = useStores()
  const { t } = useTranslation('connections')
  const localize = useLocalized()
  const possible = projects.list.filter(({ id }) => session.mayCall(routes['credential.create'].policy, id))
  const [project, setProject] = useState(device?.project ?? (possible.length === 1 ? possible[0]?.id : undefined))
  const [devices, setDevices] = useState<readonly string[]>(device ? [device.device] : [])
  const [isGateway, setGateway] = useState(false)
  const [gatewayFor, setGatewayFor] = useState<readonly string[]>([])
  const [hasCertificate, setCertificate] = useState(false)
  const [fingerprint, setFingerprint] = useState('')
  const [wasSent, setSent] = useState(false)
  const { failure, isBusy, submit } = useSubmit()
  const known = useRequest(project ?? null, (signal) =>
    client.call('plant.devices', { query: { project: project ?? '' } }, { signal, quiet: true }),
  )
  const options =
    known === null || known instanceof CallFailure
      ? []
      : known.map((each) => ({ value: each.device, label: each.name ? `${each.device} · ${each.name}` : each.device }))
  const isSingle = devices.length === 1
  const badDevice = [...devices, ...gatewayFor].find((name) => !isName(name))
  const isFingerprintBad =
    isSingle && hasCertificate && fingerprint.replaceAll(/[\s:]/g, '').match(/^[\da-f]{64}$/i) === null
  const isComplete = project !== undefined && devices.length > 0 && badDevice === undefined && !isFingerprintBad

  const handleOk = (): void => {
    setSent(true)
    if (!isComplete) return
    void submit(async () => {
      const { credentials } = await client.call(
        'credential.create',
        {
          body: {
            project,
            devices: [...devices],
            ...(isSingle && isGateway ? { gatewayFor: [...gatewayFor] } : {}),
            ...(isSingle && hasCertificate ? { fingerprint: fingerprint.replaceAll(/[\s:]/g, '') } : {}),
          },
        },
        { quiet: true },
      )
      onCreated(credentials)
    })
  }
  const fault = (isBad: boolean, text: string) =>
    wasSent && isBad ? { validateStatus: 'error' as const, help: text } : {}
  const nameFault = badDevice === undefined ? t('create.devicesEmpty') : t('create.badName', { device: badDevice })
  return (
    <Modal
      open
      width={560}
      title={device ? t('create.titleOne', { device: device.device }) : t('create.title')}
      mask={{ closable: false }}
      okText={t(device ? 'create.short' : 'create.go')}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={handleOk}
      onCancel={onClose}
    >
      <Form layout="vertical" className="modal-form">
        {failure && <Alert className="form-alert" type="error" showIcon role="alert" title={localize(failure.words)} />}
        {!device && (
          <>
            <Form.Item
              label={t('column.project')}
              htmlFor="credential-project"
              required
              {...fault(project === undefined, t('create.projectEmpty'))}
            >
              <Select
                id="credential-project"
                value={project ?? null}
                options={possible.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id: string) => {
                  setProject(id)
                  setDevices([])
                  setGatewayFor([])
                }}
              />
            </Form.Item>
            <Form.Item
              label={t('create.devices')}
              htmlFor="credential-devices"
              required
              extra={t('create.devicesHelp', { count: limits.deviceCredential.atOnce })}
              {...fault(devices.length === 0 || badDevice !== undefined, nameFault)}
            >
              <Select
                id="credential-devices"
                mode="tags"
                maxCount={limits.deviceCredential.atOnce}
                maxTagCount={40}
                tokenSeparators={separators}
                value={[...devices]}
                options={options}
                onChange={(names: string[]) => setDevices(names.map((name) => name.trim()).filter(Boolean))}
              />
            </Form.Item>
          </>
        )}
        {isSingle && (
          <>
            <Form.Item>
              <Checkbox checked={isGateway} onChange={(event) => setGateway(event.target.checked)}>
                {t('create.gateway')}
              </Checkbox>
            </Form.Item>
            {isGateway && (
              <Form.Item label={t('create.gatewayFor')} htmlFor="credential-gateway">
                <Select
                  id="credential-gateway"
                  mode="tags"
                  tokenSeparators={separators}
                  value={[...gatewayFor]}
                  options={options.filter(({ value }) => value !== devices[0])}
                  onChange={(names: string[]) => setGatewayFor(names.map((name) => name.trim()).filter(Boolean))}
                />
              </Form.Item>
            )}
            <Form.Item>
              <Checkbox checked={hasCertificate} onChange={(event) => setCertificate(event.target.checked)}>
                {t('create.certificate')}
              </Checkbox>
            </Form.Item>
            {hasCertificate && (
              <Form.Item
                label={t('create.fingerprint')}
                htmlFor="credential-fingerprint"
                required
                extra={<code>{fingerprintCommand}</code>}
                {...fault(isFingerprintBad, t('create.fingerprintBad'))}
              >
                <Input
                  id="credential-fingerprint"
                  value={fingerprint}
                  autoComplete="off"
                  onChange={(event) => setFingerprint(event.target.value)}
                />
              </Form.Item>
            )}
          </>
        )}
      </Form>
    </Modal>
  )
})
