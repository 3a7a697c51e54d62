import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** `missing`: the browser has no WebGL2. `stopped`: the context was lost. */
export type FailureKind = 'missing' | 'stopped'

interface StageFailureProps {
  readonly kind: FailureKind
  /** Fallback content without graphics. */
  readonly instead: ReactNode
  readonly onRetry: () => void
}

/** Replaces the canvas if the browser cannot draw. */
export function StageFailure({ kind, instead, onRetry }: StageFailureProps) {
  const { t } = useTranslation('stage')
  return (
    <div className={instead ? 'stage-failure stage-failure-instead' : 'stage-failure'}>
      <div className="stage-failure-words" role="alert">
        <h2>{t(`failure.${kind}.title`)}</h2>
        <p>{t(`failure.${kind}.text`)}</p>
        <Button onClick={onRetry}>{t('failure.retry')}</Button>
      </div>
      {instead}
    </div>
  )
}
