import { Alert } from 'antd'
import type { CallFailure } from '../../net/failure.ts'
import { useLocalized } from '../text/useLocalized.ts'

/** Server's reason for rejecting a form, with the affected places. */
export function FormFailure({ failure }: { readonly failure: CallFailure | null }) {
  const localize = useLocalized()
  if (!failure) return null
  return (
    <Alert
      className="form-alert"
      type="error"
      showIcon
      role="alert"
      title={localize(failure.words)}
      description={failure.problems.map(({ path, message }) => `${path}: ${message}`).join('\n') || undefined}
    />
  )
}
