import { useTranslation } from 'react-i18next'
import type { Tag } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useTag } from '../stores/hooks/useTag.ts'
import { formatAge, formatLiveValue } from './formatLiveValue.ts'

interface LiveValueProps {
  readonly tag: Tag
  readonly now: number
  readonly isReversed: boolean
}

/** Current value of a point; otherwise "no live value" with the last value and its age. */
export function LiveValue({ tag, now, isReversed }: LiveValueProps) {
  const { t } = useTranslation('lighting')
  const sample = useTag(tag.path)
  const formatted = formatLiveValue(tag, sample, { on: t('on'), off: t('off') }, now, isReversed)
  switch (formatted.kind) {
    case 'none':
      return (
        <span className="lighting-value" data-live="false">
          {t('noLive')}
        </span>
      )
    case 'gone': {
      const age = formatAge(formatted.ageMs)
      const last =
        formatted.value === ''
          ? t('age', { age: t(`ages.${age.unit}`, { count: age.count }) })
          : t('last', { value: formatted.value, age: t(`ages.${age.unit}`, { count: age.count }) })
      return (
        <span className="lighting-value" data-live="false" title={formatTime(sample.atMs)}>
          {t('noLive')}
          <small>{last}</small>
        </span>
      )
    }
    case 'live':
      return (
        <span className="lighting-value" data-live="true" title={formatTime(sample.atMs)}>
          {formatted.value}
          {!formatted.isSure && <small>{t('unsure')}</small>}
        </span>
      )
  }
}
