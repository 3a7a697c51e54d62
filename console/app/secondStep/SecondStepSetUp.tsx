import { Button, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TwoFactorSetup } from '../../../contract/routes.ts'
import { FormFailure } from '../../kit/form/FormFailure.tsx'
import { autoFocus } from '../../kit/form/autoFocus.ts'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import { useStores } from '../../stores/root.ts'
import { CopyButton } from './CopyButton.tsx'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import './secondStep.css'

const SecretPicture = lazy(async () => ({ default: (await import('./SecretPicture.tsx')).SecretPicture }))

interface SecondStepSetUpProps {
  /** Current password if it was entered just before; `null` requests it in this form. */
  readonly present: string | null
  /** Two-factor sign-in is active; the recovery codes are shown. */
  readonly onConfirmed: () => void
  /** The user has confirmed saving the recovery codes. */
  readonly onDone: () => void
}

/**
 * Turns on two-factor sign-in for the own account: introduction, secret for the authenticator app, first code, recovery
 * codes.
 */
export function SecondStepSetUp({ present, onConfirmed, onDone }: SecondStepSetUpProps) {
  const { secondStep, session } = useStores()
  const { t } = useTranslation('secondStep')
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { failure, isBusy, submit } = useSubmit()

  async function handleConfirm(password: string, code: string) {
    setCodes(await secondStep.confirm(password, code))
    setSetup(null)
    onConfirmed()
  }

  if (codes) return <RecoveryCodes account={session.username ?? ''} codes={codes} onConfirmed={onDone} />
  if (!setup) {
    return (
      <div className="second-step">
        <p>{t('what')}</p>
        <FormFailure failure={failure} />
        <Button
          type="primary"
          loading={isBusy}
          onClick={() => void submit(async () => setSetup(await secondStep.begin()))}
        >
          {t('begin')}
        </Button>
      </div>
    )
  }
  return (
    <div className="second-step" role="group" aria-label={t('setUp')} tabIndex={-1} ref={autoFocus}>
      <ol className="second-step-steps">
        <li>
          {t('scan')}
          <div className="second-step-picture">
            <Suspense fallback={<Skeleton.Node active />}>
              <SecretPicture uri={setup.uri} />
            </Suspense>
          </div>
          <details>
            <summary>{t('type')}</summary>
            <p>
              <code className="second-step-secret">{inGroups(setup.secret)}</code>
            </p>
            <div className="second-step-buttons">
              <CopyButton text={setup.secret} label={t('copyKey')} />
            </div>
          </details>
        </li>
        <li>{t(present === null ? 'proveBoth' : 'prove')}</li>
      </ol>
      <ProofForm present={present} allowsRecoveryCode={false} submit={t('turnOn')} send={handleConfirm} />
    </div>
  )
}

/** Groups of four characters, easier to type. */
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
