import { useTranslation } from 'react-i18next'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import type { PreviewValue } from './preview.ts'

interface ValueCellProps {
  readonly value: PreviewValue | undefined
  readonly unit: string | undefined
}

/** A previewed value with quality, reason and source time. */
export function ValueCell({ value, unit }: ValueCellProps) {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  if (value === undefined) return <span className="onboarding-faint">{t('points.noValue')}</span>
  const { text, quality, reason, at } = value
  return (
    <span className="onboarding-value" data-quality={quality} title={formatTime(at)}>
      {text !== '' && <b>{unit ? `${text} ${unit}` : text}</b>}
      <em>{t(`quality.${quality}`)}</em>
      {reason && <small>{localize(reason)}</small>}
    </span>
  )
}
