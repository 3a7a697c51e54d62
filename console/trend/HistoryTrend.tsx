import { LineChartOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Span } from '../kit/period/period.ts'
import { useStores } from '../stores/root.ts'
import type { PenTag } from './axes.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { trendPath } from './trendPaths.ts'
import { TrendToolbar } from './TrendToolbar.tsx'
import { TrendView } from './TrendView.tsx'
import { useTrendStore } from './useTrendStore.ts'

const spans: readonly Span[] = ['1h', '24h', '7d', '30d', '1y']

interface HistoryTrendProps {
  /** Displayed tags. */
  readonly tags: readonly PenTag[]
  /** Name of the exported files. */
  readonly title: string
  /** Selection of the tags, in front of the period. */
  readonly lead?: ReactNode
  /** Whether a switch is inverted: 0 is on. */
  readonly isReversed?: ((tag: PenTag) => boolean) | undefined
}

/** History of tags on the page of a device or scene, with the controls of a trend. Import it lazily: it loads uPlot. */
export const HistoryTrend = observer(function HistoryTrend({ tags, title, lead, isReversed }: HistoryTrendProps) {
  const { zones } = useStores()
  const { t } = useTranslation('trend')
  const store = useTrendStore(isReversed)
  const canvas = useRef<HTMLCanvasElement | null>(null)
  useEffect(() => store.setTags(tags), [store, tags])
  return (
    <TrendView
      store={store}
      isPart
      onCanvas={(next) => {
        canvas.current = next
      }}
      toolbar={
        <TrendToolbar store={store} now={() => zones.now()} spans={spans} lead={lead}>
          <ExportMenu store={store} title={title} getCanvas={() => canvas.current} />
          <Link
            to={trendPath({ tags: tags.map(({ path }) => path) })}
            aria-label={t('panel.open')}
            title={t('panel.open')}
          >
            <Button size="small" icon={<LineChartOutlined aria-hidden />} tabIndex={-1} />
          </Link>
        </TrendToolbar>
      }
      empty={
        <p className="trend-none" role="status">
          {t('empty')}
        </p>
      }
    />
  )
})
