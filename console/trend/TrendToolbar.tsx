import { LeftOutlined, RightOutlined, RollbackOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Span } from '../kit/period/period.ts'
import { PeriodPicker } from '../kit/period/PeriodPicker.tsx'
import { ComparePicker } from './ComparePicker.tsx'
import { fromPickerPeriod, panPeriod, spanNames, toPickerPeriod, zoomPeriod } from './range.ts'
import type { TrendStore } from './trendStore.ts'

interface TrendToolbarProps {
  readonly store: TrendStore
  readonly now: () => number
  /** Selectable spans up to now. */
  readonly spans?: readonly Span[]
  /** Tag selection in front of the period. */
  readonly lead?: ReactNode
  /** Further actions at the end. */
  readonly children?: ReactNode
}

/** Period, navigation and comparison of a trend. */
export const TrendToolbar = observer(function TrendToolbar({
  store,
  now,
  spans = spanNames,
  lead,
  children,
}: TrendToolbarProps) {
  const { t } = useTranslation('trend')
  const { period, definition } = store
  const middle = (period.from + period.to) / 2
  const moves = [
    { key: 'earlier', icon: <LeftOutlined aria-hidden />, to: panPeriod(period, -0.5) },
    { key: 'later', icon: <RightOutlined aria-hidden />, to: panPeriod(period, 0.5), isOff: store.isLive },
    { key: 'closer', icon: <ZoomInOutlined aria-hidden />, to: zoomPeriod(period, 0.5, middle) },
    { key: 'wider', icon: <ZoomOutOutlined aria-hidden />, to: zoomPeriod(period, 2, middle) },
  ] as const
  return (
    <div className="trend-toolbar">
      {lead}
      <PeriodPicker
        spans={spans}
        value={toPickerPeriod(definition.range)}
        onChange={(next) => store.show(fromPickerPeriod(next))}
        now={now}
      />
      <Space.Compact size="small">
        {moves.map(({ key, icon, to, ...more }) => (
          <Button
            key={key}
            size="small"
            icon={icon}
            aria-label={t(`move.${key}`)}
            title={t(`move.${key}`)}
            disabled={'isOff' in more && more.isOff}
            onClick={() => store.showPeriod(to)}
          />
        ))}
        <Button
          size="small"
          icon={<RollbackOutlined aria-hidden />}
          aria-label={t('move.back')}
          title={t('move.back')}
          disabled={!store.canGoBack}
          onClick={() => store.goBack()}
        />
      </Space.Compact>
      <ComparePicker store={store} />
      {children}
    </div>
  )
})
