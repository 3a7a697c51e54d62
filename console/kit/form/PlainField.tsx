import { type InputHTMLAttributes, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../page/plain.css'

interface PlainFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'type'> {
  readonly label: string
  /** Error message; empty if there is none. */
  readonly fault: string
  readonly isPassword?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** Labelled text or password field without antd. Passwords can be made visible. */
export function PlainField({ label, fault, isPassword = false, ...rest }: PlainFieldProps) {
  const { t } = useTranslation('shell')
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div className={fault === '' ? 'plain-field' : 'plain-field plain-field-wrong'}>
      <label htmlFor={id}>{label}</label>
      <span className="plain-input">
        <input
          {...rest}
          id={id}
          type={isPassword && !isShown ? 'password' : 'text'}
          spellCheck={false}
          aria-invalid={fault !== ''}
          aria-describedby={fault === '' ? undefined : `${id}-fault`}
        />
        {isPassword && (
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={t(isShown ? 'password.hide' : 'password.show')}
            onClick={() => setShown(!isShown)}
          >
            <svg
              viewBox="0 0 24 24"
              width="16"
              height="16"
              aria-hidden
              fill="none"
              stroke="currentColor"
              strokeWidth="1.8"
            >
              <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z" />
              <circle cx="12" cy="12" r="3" />
              {!isShown && <path d="M4 20 20 4" />}
            </svg>
          </button>
        )}
      </span>
      {fault !== '' && (
        <span className="plain-fault" id={`${id}-fault`} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
