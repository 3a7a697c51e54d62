import { Button, Input, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IssuedCredential } from '../../contract/routes.ts'
import { isName } from '../../contract/telemetry/index.ts'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { useStores } from '../stores/root.ts'
import { IssuedSecret } from './IssuedSecret.tsx'

interface CredentialPanelProps {
  readonly issued: IssuedCredential | null
  readonly onIssued: (credential: IssuedCredential) => void
}

/** Creates a credential before the device exists, so that it can connect and its messages can be seen. */
export const CredentialPanel = observer(function CredentialPanel({ issued, onIssued }: CredentialPanelProps) {
  const { client, projects, session } = useStores()
  const { t } = useTranslation('onboarding')
  const [device, setDevice] = useState('')
  const [project, setProject] = useState(projects.list[0]?.id)
  const { failure, isBusy, submit } = useSubmit()
  if (!session.mayDo('platform:deviceCredential:add')) return null
  const handleCreate = (): void => {
    if (project === undefined) return
    void submit(async () => {
      const { credentials } = await client.call(
        'credential.create',
        { body: { project, devices: [device] } },
        { quiet: true },
      )
      const [credential] = credentials
      if (credential) onIssued(credential)
    })
  }
  return (
    <section className="onboarding-panel" aria-label={t('credential.title')}>
      <h2>{t('credential.title')}</h2>
      <p className="onboarding-note">{t('credential.lead')}</p>
      <FormFailure failure={failure} />
      {issued ? (
        <IssuedSecret credential={issued} />
      ) : (
        <div className="onboarding-actions">
          <Input
            value={device}
            maxLength={63}
            placeholder={t('credential.device')}
            aria-label={t('credential.device')}
            onChange={({ target }) => setDevice(target.value.trim())}
          />
          <Select<string>
            value={project ?? null}
            aria-label={t('credential.project')}
            options={projects.list.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setProject}
          />
          <Button loading={isBusy} disabled={!isName(device) || project === undefined} onClick={handleCreate}>
            {t('credential.create')}
          </Button>
        </div>
      )}
    </section>
  )
})
