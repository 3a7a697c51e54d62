import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** What the form holds for a secret that is to be taken away; null keeps the one that is set. */
export const takenAway = ''

interface SecretFieldProps {
  /** What the secret belongs to, for who hears the button only. */
  readonly label: string
  readonly isTaken: boolean
  /** A secret that must be there can only be replaced. */
  readonly isRequired: boolean
  readonly onChange: (value: typeof takenAway | null) => void
}

/** Under a secret that is set: what becomes of it when the form is saved, and the way to take it away. */
export function SecretField({ label, isTaken, isRequired, onChange }: SecretFieldProps) {
  const { t } = useTranslation('crud')
  return (
    <span role="status">
      {t(isTaken ? 'secret.goes' : 'secret.kept')}
      {!isRequired && <Button size="small" type="link" aria-label={t(isTaken ? 'secret.keepNamed' : 'secret.removeNamed', { name: label })} onClick={() => onChange(isTaken ? null : takenAway)}>{t(isTaken ? 'secret.keep' : 'secret.remove')}</Button>}
    </span>
  )
}
