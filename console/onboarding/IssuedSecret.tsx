import { useTranslation } from 'react-i18next'
import type { IssuedCredential } from '../../contract/routes.ts'
import { CopyButton } from '../app/secondStep/CopyButton.tsx'

/** User name and password of a new credential. The password cannot be read again. */
export function IssuedSecret({ credential: { username, secret } }: { readonly credential: IssuedCredential }) {
  const { t } = useTranslation('onboarding')
  if (secret === null) return null
  return (
    <dl className="onboarding-values">
      <dt>{t('created.username')}</dt>
      <dd>
        <code>{username}</code>
      </dd>
      <dt>{t('created.password')}</dt>
      <dd>
        <code>{secret}</code> <CopyButton text={secret} label={t('created.copy')} />
        <p className="onboarding-note">{t('created.once')}</p>
      </dd>
    </dl>
  )
}
