import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { getPathAfterSignIn } from '../app/pages/guard.ts'
import { PreferenceSwitches } from '../app/shell/PreferenceSwitches.tsx'
import { PlainButton } from '../kit/page/PlainButton.tsx'
import { Wordmark } from '../kit/page/Wordmark.tsx'
import type { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { CodeForm } from './CodeForm.tsx'
import { PanelArt } from './PanelArt.tsx'
import { SignInForm } from './SignInForm.tsx'
import { ExistingSession } from './ExistingSession.tsx'
import { SignInNotices } from './SignInNotices.tsx'
import './SignInPage.css'

const NewPassword = lazy(async () => ({ default: (await import('./NewPassword.tsx')).NewPassword }))
const AppCode = lazy(async () => ({ default: (await import('./AppCode.tsx')).AppCode }))
const NewSecondStep = lazy(async () => ({ default: (await import('./NewSecondStep.tsx')).NewSecondStep }))
/** Preloads the shell while the user types. Failures surface when the shell is loaded again. */
const prepare = (): void =>
  void import('../app/shell/Shell.tsx').then(() => import('../app/shell/ThemeProvider.tsx')).catch(() => undefined)

/**
 * Sign-in page. Steps: password, code of the second step, replacing the initial password, setting up a required second
 * step. With a valid session it offers to continue, because the root path always leads here.
 */
export const SignInPage = observer(function SignInPage() {
  const {
    config: { qrcode },
    session,
  } = useStores()
  const { t } = useTranslation('signin')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  const [stays, setStays] = useState(session.isSignedIn)
  const [ticket, setTicket] = useState<string | null>(null)
  const [initialFailure, setInitialFailure] = useState<CallFailure | null>(null)
  /** The recovery codes stay visible until the user confirms them, regardless of the session state. */
  const [isShown, setShown] = useState(false)

  const continueSignIn = () => void navigate(getPathAfterSignIn(params.get('from')), { replace: true })
  const step =
    session.isSignedIn && session.mustChangePassword
      ? 'change'
      : session.isSignedIn && (session.mustSetSecondStep || isShown)
        ? 'secure'
        : ticket !== null && !session.isSignedIn
          ? 'second'
          : 'title'

  function handleEntered(password: string) {
    setTyped(password)
    setStays(false)
  }

  function handleIn() {
    setTicket(null)
    if (!session.mustChangePassword && !session.mustSetSecondStep) continueSignIn()
  }

  function handleChanged() {
    // The new password was entered in another form, so later steps have to request it.
    setTyped(null)
    if (!session.mustSetSecondStep) continueSignIn()
  }

  function handleBack(failure: CallFailure | null) {
    setTicket(null)
    setInitialFailure(failure)
  }

  function handleRemember() {
    void session.verify().then(continueSignIn)
  }

  function handleOther() {
    setShown(false)
    session.leave()
  }

  return (
    <div className="sign-in">
      <header className="sign-in-bar">
        <Wordmark />
        <span>
          <PreferenceSwitches />
        </span>
      </header>
      <PanelArt />
      <main className="sign-in-panel">
        <h1>{t(step === 'title' ? 'title' : `${step}.title`)}</h1>
        {step === 'title' && <SignInNotices />}
        {step === 'change' && (
          <>
            <p>{t('change.text')}</p>
            <Suspense fallback={null}>
              <NewPassword present={typed} onChanged={handleChanged} />
            </Suspense>
          </>
        )}
        {step === 'secure' && (
          <>
            {!isShown && <p>{t('secure.text')}</p>}
            <Suspense fallback={null}>
              <NewSecondStep present={typed} onConfirmed={() => setShown(true)} onDone={handleRemember} />
            </Suspense>
            {!isShown && (
              <div className="sign-in-others">
                <PlainButton onClick={handleOther}>{t('still.other')}</PlainButton>
              </div>
            )}
          </>
        )}
        {step === 'second' && ticket !== null && <CodeForm ticket={ticket} onSignedIn={handleIn} onBack={handleBack} />}
        {step === 'title' &&
          (stays && session.isSignedIn ? (
            <ExistingSession onContinue={continueSignIn} />
          ) : (
            <SignInForm
              onEntered={handleEntered}
              onSignedIn={handleIn}
              onTicket={(answer) => setTicket(answer.ticket)}
              initialFailure={initialFailure}
              onTyping={prepare}
            />
          ))}
        {step === 'title' && qrcode !== '' && (
          <Suspense fallback={null}>
            <AppCode text={qrcode} />
          </Suspense>
        )}
      </main>
    </div>
  )
})
