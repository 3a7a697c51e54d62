import { planResolver, quality, type Quality, resolve } from '@mimic/engine/bindings'
import type { NamedNumber } from '@mimic/engine/catalog'
import type { Via } from '@mimic/engine/document'
import type { Field, FieldValue } from '@mimic/engine/schema'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../../kit/text/useLocalized.ts'
import { useStores } from '../../../stores/root.ts'
import { useTag } from '../../../stores/hooks/useTag.ts'

interface BindingPreviewProps {
  readonly tag: string
  readonly unit: string
  readonly via: Via
  readonly field: Field
  /** Labels of the property's values, if it has any. */
  readonly named?: readonly NamedNumber[] | undefined
}

/** Shows the current value of the tag and the resulting value of the property. */
export function BindingPreview({ tag, unit, via, field, named }: BindingPreviewProps) {
  const { t } = useTranslation('designer')
  const { telemetry } = useStores()
  const sample = useTag(tag)
  const others = useMemo(() => planResolver(via, field).tags, [via, field])
  useEffect(() => telemetry.need(others), [telemetry, others])

  const isKnown = sample.atMs > 0
  const read = (other: string): number | string | undefined => {
    const { value, text, atMs } = telemetry.sample(other)
    return atMs > 0 ? (text ?? value) : undefined
  }
  const result = isKnown ? resolve(via, field, sample.value, sample.text, read) : undefined
  return (
    <dl className="binding-preview" aria-live="polite">
      <dt>{t('preview.now')}</dt>
      <dd>
        {isKnown ? `${sample.text ?? formatNumber(sample.value)} ${unit}` : t('preview.none')}{' '}
        <small>{isKnown && t(`quality.${qualityNames[sample.quality]}`)}</small>
      </dd>
      <dt>{t('preview.becomes')}</dt>
      <dd>{result === undefined ? t('preview.own') : <ResultValue field={field} named={named} value={result} />}</dd>
    </dl>
  )
}

function ResultValue({
  field,
  named,
  value,
}: Pick<BindingPreviewProps, 'field' | 'named'> & { readonly value: FieldValue }) {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  if (typeof value === 'boolean') return t(value ? 'preview.yes' : 'preview.no')
  if (field.kind === 'color')
    return (
      <span className="preview-color">
        <i style={{ background: String(value) }} /> <code>{String(value)}</code>
      </span>
    )
  if (field.kind === 'choice') {
    const option = field.options.find((each) => each.value === value)
    return option ? localize(option.words) : String(value)
  }
  const meaning = named?.find((each) => each.value === value)
  if (meaning) return <b>{t('inspector.meaning', { words: localize(meaning.words), number: meaning.value })}</b>
  return (
    <b>
      {typeof value === 'number'
        ? `${formatNumber(value)} ${field.kind === 'number' ? field.unit : ''}`
        : String(value)}
    </b>
  )
}

const qualityNames: Readonly<Record<Quality, string>> = {
  [quality.good]: 'good',
  [quality.uncertain]: 'uncertain',
  [quality.bad]: 'bad',
  [quality.stale]: 'stale',
}

const formatNumber = (value: number): string => String(Math.round(value * 1000) / 1000)
