import { quality, type Quality } from '@mimic/engine/bindings'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useTag } from '../../stores/hooks/useTag.ts'
import type { RunStore } from '../runStore.ts'
import { useTagFacts } from './useTagFacts.ts'
import { formatTagValue } from '../formatTagValue.ts'

/** A tag with value, unit, quality and time of measurement. */
export function TagLine({ store, tag }: { readonly store: RunStore; readonly tag: string }) {
  const { t } = useTranslation('runtime')
  const sample = useTag(tag)
  const facts = useTagFacts(store, tag)
  const isKnown = sample.atMs > 0
  return (
    <>
      <dt title={tag}>{tag}</dt>
      <dd data-quality={qualityNames[sample.quality]}>
        <b>{isKnown ? formatTagValue(sample, facts, t) : t('prompt.none')}</b>
        <small>
          {t(`quality.${qualityNames[sample.quality]}`)}
          {isKnown && ` · ${formatTime(sample.atMs, 'HH:mm:ss')}`}
        </small>
      </dd>
    </>
  )
}

export const qualityNames: Readonly<Record<Quality, 'good' | 'uncertain' | 'bad' | 'stale'>> = {
  [quality.good]: 'good',
  [quality.uncertain]: 'uncertain',
  [quality.bad]: 'bad',
  [quality.stale]: 'stale',
}
