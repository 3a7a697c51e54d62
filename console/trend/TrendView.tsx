import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartZone } from './useChartZone.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { pollEvery } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { fontFamily } from '../styles/antdTheme.ts'
import { getPalette } from '../styles/palette.ts'
import { groupAxes } from './axes.ts'
import { alignCurves, hasValues } from './curve.ts'
import { PenTable } from './PenTable.tsx'
import { getPenName } from './penName.ts'
import type { PlotNote } from './plotOptions.ts'
import { TrendPlot } from './TrendPlot.tsx'
import type { TrendStore } from './trendStore.ts'
import './trend.css'

interface TrendViewProps {
  readonly store: TrendStore
  /** Shown above the plot. */
  readonly toolbar?: ReactNode
  /** Shown instead of the plot while no tag is selected. */
  readonly empty: ReactNode
  readonly notes?: readonly PlotNote[]
  /** Part of a longer page: the page selects the tags, and the wheel alone scrolls it. */
  readonly isPart?: boolean
  readonly onTime?: ((at: number) => void) | undefined
  readonly onCanvas?: (canvas: HTMLCanvasElement | null) => void
  /** Shown below the table of pens. */
  readonly children?: ReactNode
}

const none: readonly PlotNote[] = []
const tickMs = 1000

/** A trend: its plot and the table of its pens. Loads it, and follows live values while it is mounted. */
export const TrendView = observer(function TrendView({
  store,
  toolbar,
  empty,
  notes = none,
  isPart = false,
  onTime,
  onCanvas,
  children,
}: TrendViewProps) {
  const { telemetry, preferences } = useStores()
  const { t } = useTranslation('trend')
  const localize = useLocalized()
  const zone = useChartZone()
  const { pens, definition, curves, earlier, tags, period } = store
  const { theme, edition } = preferences

  const paths = pens.map(({ tag }) => tag).join(',')
  const isFollowing = store.isLive && paths !== ''
  useEffect(() => (isFollowing ? telemetry.need(paths.split(',')) : undefined), [telemetry, isFollowing, paths])
  useEffect(() => {
    if (!isFollowing) return undefined
    return pollEvery(tickMs, { isLoading: () => false, request: () => Promise.resolve(store.tick()) })
  }, [store, isFollowing])

  const chartTheme = useMemo(() => ({ palette: getPalette(theme, edition), theme, fontFamily }), [theme, edition])
  const axes = useMemo(() => groupAxes(pens, (path) => tags.get(path), definition.axes), [pens, tags, definition.axes])
  const plotPens = useMemo(
    () => pens.map((pen) => ({ pen, tag: tags.get(pen.tag), name: getPenName(pen, tags.get(pen.tag), localize) })),
    [pens, tags, localize],
  )
  const isCompared = definition.compareMs !== null
  const data = useMemo(() => {
    const missing = { at: [], values: [] }
    const list = pens.map(({ tag }) => curves.get(tag) ?? missing)
    return alignCurves(isCompared ? [...list, ...pens.map(({ tag }) => earlier.get(tag) ?? missing)] : list)
  }, [pens, curves, earlier, isCompared])
  const words = useMemo(() => ({ on: t('on'), off: t('off') }), [t])
  const handleWidth = useCallback((pixels: number) => store.setWidth(pixels), [store])
  const handleCanvas = useCallback((canvas: HTMLCanvasElement | null) => onCanvas?.(canvas), [onCanvas])

  const { failure, isLoading } = store.curveRequest
  const isEmpty = curves.size > 0 && !isLoading && ![...curves.values(), ...earlier.values()].some(hasValues)
  return (
    <section className="trend" aria-label={t('title')}>
      {toolbar}
      {pens.length === 0 ? (
        empty
      ) : (
        <>
          <div className="trend-stage" aria-busy={isLoading}>
            <TrendPlot
              pens={plotPens}
              axes={axes}
              isCompared={isCompared}
              data={data}
              period={period}
              notes={notes}
              theme={chartTheme}
              words={words}
              formatTime={zone.format}
              label={t('plot', { names: plotPens.map(({ name }) => name).join(', ') })}
              onCursor={(at) => store.setCursor(at)}
              onPeriod={(next) => store.showPeriod(next)}
              onTime={onTime}
              needsCtrl={isPart}
              onWidth={handleWidth}
              onCanvas={handleCanvas}
            />
            {failure ? (
              <p className="trend-message" role="alert">
                {localize(failure.words)}
              </p>
            ) : (
              isEmpty && (
                <p className="trend-message" role="status">
                  {t('noData')}
                </p>
              )
            )}
          </div>
          <p className="trend-foot">
            <span>{zone.name}</span>
            <span>
              {store.cursor === null
                ? t('span', { from: zone.format(period.from, timePattern), to: zone.format(period.to, timePattern) })
                : zone.format(store.cursor, 'YYYY-MM-DD HH:mm:ss.SSS')}
            </span>
            <span className="trend-hint">{t(isPart ? 'hintPart' : 'hint')}</span>
          </p>
          <PenTable store={store} isFixed={isPart} />
          {children}
        </>
      )}
    </section>
  )
})

const timePattern = 'YYYY-MM-DD HH:mm:ss'
