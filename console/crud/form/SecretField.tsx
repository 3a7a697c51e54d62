import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** Form value of a secret to remove; `null` keeps the stored one. */
export const removedSecret = ''

interface SecretFieldProps {
  /** Name of the field, for screen readers. */
  readonly label: string
  readonly isRemoved: boolean
  /** A required secret can only be replaced. */
  readonly isRequired: boolean
  readonly onChange: (value: typeof removedSecret | null) => void
}

/** Shown below a secret that is set: states the effect of saving, and lets the user remove the secret. */
export function SecretField({ label, isRemoved, isRequired, onChange }: SecretFieldProps) {
  const { t } = useTranslation('crud')
  return (
    <span role="status">
      {t(isRemoved ? 'secret.goes' : 'secret.kept')}
      {!isRequired && (
        <Button
          size="small"
          type="link"
          aria-label={t(isRemoved ? 'secret.keepNamed' : 'secret.removeNamed', { name: label })}
          onClick={() => onChange(isRemoved ? null : removedSecret)}
        >
          {t(isRemoved ? 'secret.keep' : 'secret.remove')}
        </Button>
      )}
    </span>
  )
}
