import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { PlainButton } from '../kit/page/PlainButton.tsx'
import { useStores } from '../stores/root.ts'

/** Shown on the sign-in page while a session is still valid. */
export const ExistingSession = observer(function ExistingSession({ onContinue }: { readonly onContinue: () => void }) {
  const { session } = useStores()
  const { t } = useTranslation('signin')
  return (
    <div className="sign-in-still">
      <p>{t('still.text', { name: session.username })}</p>
      <PlainButton isPrimary autoFocus onClick={onContinue}>
        {t('still.go')}
      </PlainButton>
      <PlainButton onClick={() => session.leave()}>{t('still.other')}</PlainButton>
    </div>
  )
})
