import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { afterSignIn } from '../app/guard.ts'
import { PreferenceSwitches } from '../app/PreferenceSwitches.tsx'
import { Wordmark } from '../kit/Wordmark.tsx'
import { useStores } from '../stores/root.ts'
import { PanelArt } from './PanelArt.tsx'
import { SignInForm } from './SignInForm.tsx'
import { StillSignedIn } from './StillSignedIn.tsx'
import { Told } from './Told.tsx'
import './SignInPage.css'

const NewPassword = lazy(async () => ({ default: (await import('./NewPassword.tsx')).NewPassword }))
/** Loads what every page after this one needs, while somebody types. A failure is met where it is needed. */
const prepare = (): void => void import('../app/Shell.tsx').then(() => import('../app/Look.tsx')).catch(() => undefined)

/**
 * The way in. Three states: sign in; choose a new password where the first one must be replaced; and, since the root
 * path always leads here, go on as who one already is.
 */
export const SignInPage = observer(function SignInPage() {
  const { session } = useStores()
  const { t } = useTranslation('signin')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [typed, setTyped] = useState<string | null>(null)
  const [stays, setStays] = useState(session.isSignedIn)

  const goOn = () => void navigate(afterSignIn(params.get('from')), { replace: true })

  function handleEntered(password: string) {
    setTyped(password)
    setStays(false)
  }

  function handleSignedIn() {
    if (!session.mustChangePassword) goOn()
  }

  const mustChange = session.isSignedIn && session.mustChangePassword
  return (
    <div className="sign-in">
      <header className="sign-in-bar"><Wordmark /><span><PreferenceSwitches /></span></header>
      <PanelArt />
      <main className="sign-in-panel">
        <h1>{t(mustChange ? 'change.title' : 'title')}</h1>
        {mustChange ? <p>{t('change.text')}</p> : <Told />}
        {mustChange ? <Suspense fallback={null}><NewPassword present={typed} onChanged={goOn} /></Suspense>
          : stays && session.isSignedIn ? <StillSignedIn onContinue={goOn} />
            : <SignInForm onEntered={handleEntered} onSignedIn={handleSignedIn} onTyping={prepare} />}
      </main>
    </div>
  )
})
