import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { countCharacters } from '../../../contract/passwords.ts'
import { PreferenceSwitches } from '../../app/shell/PreferenceSwitches.tsx'
import { PlainButton } from '../../kit/page/PlainButton.tsx'
import { PlainField } from '../../kit/form/PlainField.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import { Wordmark } from '../../kit/page/Wordmark.tsx'
import type { SharedView } from './sharedView.ts'
import './PasswordPage.css'

/** Password prompt of a share link. No data of the drawing has been loaded yet. */
export function PasswordPage({ view }: { readonly view: SharedView }) {
  const { t } = useTranslation('share')
  const localize = useLocalized()
  const { failure, isBusy, submit } = useSubmit()
  const [password, setPassword] = useState('')
  const [wasSent, setSent] = useState(false)
  const { max } = limits.share.password
  const isLong = countCharacters(password) > max
  const field = useRef<HTMLInputElement>(null)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    if (isBusy || password === '' || isLong) return
    void submit(() => view.enter(password)).then(() => {
      setPassword('')
      setSent(false)
      field.current?.focus()
    })
  }

  const seconds = failure?.detail['retryAfterSeconds']
  return (
    <div className="share-password">
      <header>
        <Wordmark />
        <span>
          <PreferenceSwitches />
        </span>
      </header>
      <main>
        <h1>{t('page.title')}</h1>
        {failure && (
          <p className="plain-notice plain-notice-error" role="alert">
            {failure.error === 'share.locked' && typeof seconds === 'number'
              ? t('page.locked', { count: Math.ceil(seconds / 60) })
              : localize(failure.words)}
          </p>
        )}
        {!failure && (
          <p
            className={view.hasEnded ? 'plain-notice plain-notice-warning' : undefined}
            role={view.hasEnded ? 'alert' : undefined}
          >
            {t(view.hasEnded ? 'page.ended' : 'page.asks')}
          </p>
        )}
        <form onSubmit={handleSubmit} noValidate>
          <PlainField
            label={t('page.password')}
            fault={isLong ? t('page.long', { max }) : wasSent && password === '' ? t('page.enterPassword') : ''}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            isPassword
            ref={field}
            autoComplete="off"
            autoFocus
          />
          <PlainButton isPrimary type="submit" disabled={isBusy} aria-busy={isBusy}>
            {t('page.open')}
          </PlainButton>
        </form>
      </main>
    </div>
  )
}
