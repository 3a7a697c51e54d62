import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

interface StageFailureProps {
  /** The browser has no WebGL2, or had it and its graphics stopped. */
  readonly kind: 'missing' | 'stopped'
  readonly onRetry: () => void
}

/** Stands where the picture would be when the browser cannot make one. */
export function StageFailure({ kind, onRetry }: StageFailureProps) {
  const { t } = useTranslation('stage')
  return (
    <div className="stage-failure" role="alert">
      <h2>{t(`failure.${kind}.title`)}</h2>
      <p>{t(`failure.${kind}.text`)}</p>
      <Button onClick={onRetry}>{t('failure.retry')}</Button>
    </div>
  )
}
