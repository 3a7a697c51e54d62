import { DatePicker, Segmented } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { formatTime } from '../text/formatTime.ts'
import { isOutOfRange, type Period, type PeriodFault, findFault, type Span } from './period.ts'
import './PeriodPicker.css'

interface PeriodPickerProps {
  /** Periods that end now. The first is used when a past period is cleared. */
  readonly spans: readonly Span[]
  readonly value: Period
  readonly onChange: (period: Period) => void
  readonly now: () => number
}

const pattern = 'YYYY-MM-DD HH:mm'
const maxDays = limits.history.spanMs / 86_400_000
/** Selected days are whole days. */
const wholeDays = { format: 'HH:mm', defaultOpenValue: [dayjs('2000-01-01T00:00'), dayjs('2000-01-01T23:59')] }
const units = new Map<string, 'day' | 'month' | 'year'>([
  ['date', 'day'],
  ['month', 'month'],
  ['year', 'year'],
])

/**
 * Selects the period of a history view: a span up to now, or a past period. Its parts join the layout of the
 * surrounding bar.
 */
export function PeriodPicker({ spans, value, onChange, now }: PeriodPickerProps) {
  const { t } = useTranslation('period')
  const [fault, setFault] = useState<PeriodFault | null>(null)
  const past = value.kind === 'past' ? value : null
  // Keep the same array until the period changes: a new one would reset a selection in progress.
  const range = useMemo<[Dayjs, Dayjs] | null>(() => (past ? [dayjs(past.from), dayjs(past.to)] : null), [past])
  const choose = (period: Period | undefined): void => {
    setFault(null)
    if (period) onChange(period)
  }
  const choosePast = (from: number, to: number): void => {
    const found = findFault([from, to], now())
    if (found) setFault(found)
    else choose({ kind: 'past', from, to })
  }
  /**
   * The picker drops unavailable values without a message, so the reason remains visible after it has restored the old
   * value.
   */
  const check = ([from, to]: readonly (Dayjs | null | undefined)[]): void => {
    const ends = [from, to].flatMap((end) => (end ? [end.valueOf()] : []))
    if (ends[0] !== past?.from || ends[1] !== past?.to) setFault(findFault(ends, now()))
  }
  const toLastPeriod = (span: Span | undefined): Period | undefined => span && { kind: 'last', span }
  return (
    <div className="period">
      <Segmented<string>
        size="small"
        aria-label={t('howFar')}
        value={value.kind === 'last' ? value.span : ''}
        options={spans.map((span) => ({ value: span, label: t(`span.${span}`) }))}
        onChange={(key) => choose(toLastPeriod(spans.find((span) => span === key)))}
      />
      <div role="group" aria-label={t('range')}>
        <DatePicker.RangePicker
          className="period-range"
          size="small"
          format={pattern}
          placeholder={[t('from'), t('to')]}
          separator="–"
          value={range}
          {...(fault && { status: 'error' })}
          showTime={{ ...wholeDays, disabledTime: (day: Dayjs | null) => timesAfter(now(), day) }}
          disabledDate={(day: Dayjs, { type, from }) => {
            const unit = units.get(type)
            return (
              unit !== undefined &&
              isOutOfRange(
                { startMs: day.startOf(unit).valueOf(), endMs: day.endOf(unit).valueOf() },
                now(),
                from?.valueOf(),
              )
            )
          }}
          onCalendarChange={check}
          onChange={(chosen) => {
            const [from, to] = chosen ?? []
            if (from && to) choosePast(from.valueOf(), to.valueOf())
            else choose(toLastPeriod(spans[0]))
          }}
        />
      </div>
      {fault && (
        <p className="period-said" data-tone="bad" role="alert">
          {t(`fault.${fault}`, { count: maxDays })}
        </p>
      )}
      {past && (
        <p className="period-said" role="status">
          {t('past', { from: formatTime(past.from, pattern), to: formatTime(past.to, pattern) })}
        </p>
      )}
    </div>
  )
}

/** Future hours and minutes of a day. */
function timesAfter(nowMs: number, day: Dayjs | null) {
  const now = dayjs(nowMs)
  if (!day?.isSame(now, 'day')) return {}
  return {
    disabledHours: () => upTo(24).filter((hour) => hour > now.hour()),
    disabledMinutes: (hour: number) => (hour === now.hour() ? upTo(60).filter((minute) => minute > now.minute()) : []),
  }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
