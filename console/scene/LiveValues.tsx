import { quality } from '@mimic/engine/bindings'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../contract/routes.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useTag } from '../stores/hooks/useTag.ts'
import '../fields/fields.css'

const maxTags = 5

/** The first few live values of a device; values that are not good are marked. */
export function LiveValues({ tags }: { readonly tags: readonly Tag[] }) {
  const { t } = useTranslation('scene')
  if (tags.length === 0) return <span className="cell-none">{t('noValues')}</span>
  return (
    <span className="scene-values">
      {tags.slice(0, maxTags).map((tag) => (
        <Value key={tag.path} tag={tag} />
      ))}
    </span>
  )
}

function Value({ tag }: { readonly tag: Tag }) {
  const { t } = useTranslation('scene')
  const localize = useLocalized()
  const { value, text, quality: valueQuality, atMs } = useTag(tag.path)
  const isGood = atMs > 0 && valueQuality === quality.good
  const shown =
    atMs === 0 ? '–' : tag.kind === 'flag' ? t(value > 0 ? 'on' : 'off') : (text ?? String(Math.round(value * 10) / 10))
  return (
    <span data-stale={!isGood || undefined} title={tag.path}>
      <i>{localize(tag.words)}</i> {shown}
      {tag.unit && tag.kind === 'number' ? ` ${tag.unit}` : ''}
      {isGood || atMs === 0 ? '' : ' ?'}
    </span>
  )
}
