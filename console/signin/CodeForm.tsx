import { observer } from 'mobx-react-lite'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { PlainButton } from '../kit/page/PlainButton.tsx'
import { PlainField } from '../kit/form/PlainField.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

interface CodeFormProps {
  /** Ticket returned for the correct password. */
  readonly ticket: string
  readonly onSignedIn: () => void
  /** Returns to the password form, by choice or because the ticket has expired. */
  readonly onBack: (failure: CallFailure | null) => void
}

/**
 * Second sign-in step: a code of the authenticator app or a recovery code. A wrong code is reported above the field and
 * cleared.
 */
export const CodeForm = observer(function CodeForm({ ticket, onSignedIn, onBack }: CodeFormProps) {
  const { session } = useStores()
  const { t } = useTranslation('signin')
  const localize = useLocalized()
  const [kind, setKind] = useState<'code' | 'recovery'>('code')
  const [code, setCode] = useState('')
  const [wasSent, setSent] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function enter() {
    setSent(true)
    if (isBusy || code.trim() === '') return
    setBusy(true)
    setFailure(null)
    try {
      await session.submitCode(ticket, code)
      onSignedIn()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (thrown.error === 'session.ticket') return onBack(thrown)
      setFailure(thrown)
      clear()
    } finally {
      setBusy(false)
    }
  }

  function clear() {
    setCode('')
    setSent(false)
    field.current?.focus()
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void enter()
  }

  function handleOther() {
    setKind(kind === 'code' ? 'recovery' : 'code')
    setFailure(null)
    clear()
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <p>{t(`second.${kind}.text`)}</p>
      {failure && (
        <p className="plain-notice plain-notice-error" role="alert">
          {localize(failure.words)}
        </p>
      )}
      <PlainField
        key={kind}
        ref={field}
        label={t(`second.${kind}.label`)}
        fault={wasSent && code.trim() === '' ? t(`second.${kind}.enter`) : ''}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        autoComplete={kind === 'code' ? 'one-time-code' : 'off'}
        inputMode={kind === 'code' ? 'numeric' : 'text'}
        autoCapitalize="none"
        maxLength={limits.secondStep.codeLength}
        autoFocus
      />
      <PlainButton isPrimary type="submit" disabled={isBusy} aria-busy={isBusy}>
        {t('submit')}
      </PlainButton>
      <div className="sign-in-others">
        <PlainButton onClick={handleOther}>{t(`second.${kind}.other`)}</PlainButton>
        <PlainButton onClick={() => onBack(null)}>{t('second.back')}</PlainButton>
      </div>
    </form>
  )
})
