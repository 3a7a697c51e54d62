import { Alert, Button, DatePicker, Modal, Progress, Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Words } from '../../contract/entity/field.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { fromPickerDate, toPickerDate } from '../kit/text/zonedDatePicker.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import type { useRehearsal } from './useRehearsal.ts'

/** First and last time of a span, in milliseconds since 1970. */
export type TimeSpan = readonly [fromMs: number, toMs: number]

interface Finding {
  readonly at: number
}

/** What rehearsals of scripts and linkages have in common. */
export interface Rehearsal<F extends Finding> {
  readonly id: string
  readonly state: 'running' | 'done' | 'cancelled' | 'failed'
  /** 0 to 1. */
  readonly progress: number
  readonly counts: Readonly<Record<string, number>>
  readonly findings: readonly F[]
  readonly omitted: number
  readonly error: Words | null
}

interface RehearsalModalProps<F extends Finding, R extends Rehearsal<F>> {
  readonly title: string
  readonly hint: string
  readonly closeText: string
  /** Run of `useRehearsal`. */
  readonly run: ReturnType<typeof useRehearsal<R>>
  readonly canRun?: boolean
  readonly span: TimeSpan
  readonly onSpan: (span: TimeSpan) => void
  /** Time zone of the span and of the findings. */
  readonly zone: Parameters<typeof toPickerDate>[1]
  /** Inputs in front of the time span. */
  readonly inputs?: ReactNode
  /** Sentence about the result; `effects` counts the effects by kind. */
  readonly summarize: (rehearsal: R, effects: string) => string
  /** Notes above the findings. */
  readonly notes?: readonly Words[]
  readonly getKey: (finding: F) => string
  /** Columns after the time. */
  readonly columns: NonNullable<TableProps<F>['columns']>
  readonly onClose: () => void
}

const dayMs = 86_400_000

/** The last 24 hours, which a rehearsal proposes. */
export function useLastDay(): TimeSpan {
  const { zones } = useStores()
  return [zones.now() - dayMs, zones.now()]
}

/** Dialog of a rehearsal: inputs, progress and findings. Closing it cancels the rehearsal. */
export function RehearsalModal<F extends Finding, R extends Rehearsal<F>>({
  title,
  hint,
  closeText,
  run: { rehearsal, failure, isRunning, start, cancel },
  canRun = true,
  span,
  onSpan,
  zone,
  inputs,
  summarize,
  notes = [],
  getKey,
  columns,
  onClose,
}: RehearsalModalProps<F, R>) {
  const { t } = useTranslation('script')
  const localize = useLocalized()
  const handleClose = (): void => {
    void cancel()
    onClose()
  }
  const countEffects = (counts: R['counts']): string =>
    Object.entries(counts)
      .map(([kind, count]) => `${t(`effect.${kind}`)} ${count}`)
      .join(t('rehearsal.separator'))
  return (
    <Modal
      open
      width={980}
      title={title}
      onCancel={handleClose}
      footer={[
        <Button key="close" onClick={handleClose}>
          {closeText}
        </Button>,
        isRunning ? (
          <Button key="cancel" danger onClick={() => void cancel()}>
            {t('rehearsal.cancel')}
          </Button>
        ) : (
          <Button key="run" type="primary" disabled={!canRun} onClick={() => void start()}>
            {t('rehearsal.run')}
          </Button>
        ),
      ]}
    >
      <p className="script-hint">{hint}</p>
      <div className="script-message">
        {inputs}
        <label className="script-message-payload">
          {t('rehearsal.span')}
          <DatePicker.RangePicker
            showTime
            allowClear={false}
            value={[toPickerDate(span[0], zone), toPickerDate(span[1], zone)]}
            onChange={(range) => {
              if (range?.[0] && range[1]) onSpan([fromPickerDate(range[0], zone), fromPickerDate(range[1], zone)])
            }}
          />
        </label>
      </div>
      {failure && <Alert type="error" showIcon role="alert" title={localize(failure.words)} />}
      {rehearsal && (
        <div className="script-result">
          <Progress
            percent={Math.round(rehearsal.progress * 100)}
            status={rehearsal.state === 'running' ? 'active' : rehearsal.state === 'failed' ? 'exception' : 'normal'}
          />
          <p role="status">{summarize(rehearsal, countEffects(rehearsal.counts))}</p>
          {rehearsal.error && <Alert type="error" showIcon title={localize(rehearsal.error)} />}
          {notes.map((note) => (
            <p key={note.en} className="script-hint">
              {localize(note)}
            </p>
          ))}
          <Table<F>
            size="small"
            rowKey={getKey}
            dataSource={[...rehearsal.findings]}
            locale={{ emptyText: t(rehearsal.state === 'running' ? 'rehearsal.noneYet' : 'rehearsal.none') }}
            pagination={{ pageSize: 10, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
            columns={[
              {
                key: 'at',
                title: t('rehearsal.at'),
                width: 170,
                render: (_, { at }) => formatTime(at, 'YYYY-MM-DD HH:mm:ss', zone),
              },
              ...columns,
            ]}
          />
          {rehearsal.omitted > 0 && (
            <p className="script-none">{t('rehearsal.omitted', { count: rehearsal.omitted })}</p>
          )}
        </div>
      )}
    </Modal>
  )
}
