import { observer } from 'mobx-react-lite'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { countCharacters } from '../../contract/passwords.ts'
import type { SignInTicket } from '../../contract/routes.ts'
import { PlainButton } from '../kit/page/PlainButton.tsx'
import { PlainField } from '../kit/form/PlainField.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

interface SignInFormProps {
  /** Passes the entered password on, so that the form for a new password need not request it again. */
  readonly onEntered: (password: string) => void
  readonly onSignedIn: () => void
  /** The password was correct and a code is required. */
  readonly onTicket: (ticket: SignInTicket) => void
  /** Failure to show above the form. */
  readonly initialFailure: CallFailure | null
  /** Called when the user starts typing, to preload the next pages. */
  readonly onTyping: () => void
}

/** Account and password form. A failure is shown above the form and the password is cleared. */
export const SignInForm = observer(function SignInForm({
  onEntered,
  onSignedIn,
  onTicket: onHalfway,
  initialFailure,
  onTyping,
}: SignInFormProps) {
  const { session } = useStores()
  const { t } = useTranslation('signin')
  const localize = useLocalized()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [wasSent, setSent] = useState(false)
  const [failure, setFailure] = useState(initialFailure)
  const [isBusy, setBusy] = useState(false)
  const isLong = countCharacters(password) > limits.password.max
  const faultOfPassword = isLong
    ? t('longPassword', { max: limits.password.max })
    : wasSent && password === ''
      ? t('enterPassword')
      : ''
  const passwordField = useRef<HTMLInputElement>(null)

  async function enter() {
    setSent(true)
    if (isBusy || account.trim() === '' || password === '' || isLong) return
    setBusy(true)
    setFailure(null)
    onEntered(password)
    try {
      const ticket = await session.signIn(account.trim(), password)
      if (ticket) onHalfway(ticket)
      else onSignedIn()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setFailure(thrown)
      setPassword('')
      setSent(false)
      passwordField.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void enter()
  }

  const seconds = failure?.detail['retryAfterSeconds']
  return (
    <form onSubmit={handleSubmit} onInput={onTyping} noValidate>
      {failure && (
        <p className="plain-notice plain-notice-error" role="alert">
          {localize(failure.words)}
          {typeof seconds === 'number' &&
            ` ${seconds < 60 ? t('waitSeconds', { count: seconds }) : t('waitMinutes', { count: Math.ceil(seconds / 60) })}`}
        </p>
      )}
      {!failure && session.ending && (
        <p className="plain-notice plain-notice-warning" role="alert">
          {t(`ending.${session.ending}`)}
        </p>
      )}
      <PlainField
        label={t('account')}
        fault={wasSent && account.trim() === '' ? t('enterAccount') : ''}
        value={account}
        onChange={({ target }) => setAccount(target.value)}
        autoComplete="username"
        autoCapitalize="none"
        maxLength={limits.password.max}
        autoFocus
      />
      <PlainField
        label={t('password')}
        fault={faultOfPassword}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        isPassword
        ref={passwordField}
        autoComplete="current-password"
      />
      <PlainButton isPrimary type="submit" disabled={isBusy} aria-busy={isBusy}>
        {t('submit')}
      </PlainButton>
    </form>
  )
})
