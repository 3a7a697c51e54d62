import { Select } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../contract/routes.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** A separate chunk with the curve library. */
const HistoryTrend = lazy(async () => ({ default: (await import('../trend/HistoryTrend.tsx')).HistoryTrend }))

interface PointHistoryProps {
  readonly tags: readonly Tag[]
  /** The device's switch is inverted: 0 is on. */
  readonly isReversed: boolean
}

/** History of a point as a curve; gaps are not bridged. */
export function PointHistory({ tags, isReversed }: PointHistoryProps) {
  const { t } = useTranslation('lighting')
  const localize = useLocalized()
  const choices = useMemo(() => tags.filter(({ kind }) => kind !== 'text'), [tags])
  const [picked, setPicked] = useState<string>()
  const tag =
    choices.find(({ path }) => path === picked) ?? choices.find(({ point }) => mainPoints.includes(point)) ?? choices[0]
  const shown = useMemo(() => (tag ? [tag] : []), [tag])
  const isTurned = useCallback(
    ({ point }: { readonly point: string }) => point === 'switch' && isReversed,
    [isReversed],
  )
  if (!tag) return null
  return (
    <div className="lighting-history">
      <Suspense
        fallback={
          <p className="lighting-none" role="status">
            {t('loading')}
          </p>
        }
      >
        <HistoryTrend
          tags={shown}
          title={localize(tag.words)}
          isReversed={isTurned}
          lead={
            <Select
              size="small"
              aria-label={t('history')}
              value={tag.path}
              onChange={setPicked}
              popupMatchSelectWidth={false}
              options={choices.map((one) => ({ value: one.path, label: localize(one.words) }))}
            />
          }
        />
      </Suspense>
    </div>
  )
}

/** Points selected by default. */
const mainPoints: readonly string[] = ['dimming', 'powerKw', 'luminance']
