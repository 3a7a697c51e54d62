import { CalendarOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Popover, Select, Space, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { nextRuns } from '../../contract/entity/cron.ts'
import { cronWords } from '../kit/text/cronWords.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useStores } from '../stores/root.ts'
import { planKinds, readPlan, writePlan, type CronPlan } from './cronPlan.ts'
import { ZoneNote } from './ZoneNote.tsx'

interface CronEditorProps {
  readonly id: string
  readonly value: string
  readonly isBad: boolean
  readonly isDisabled: boolean
  readonly maxLength: number
  /** Time zone of the schedule: `plan` uses that of `project`, `runs` the server's. */
  readonly zoneNote: 'plan' | 'runs'
  readonly project?: string | undefined
  readonly onChange: (value: string | null) => void
}

const shownRuns = 3
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const first: CronPlan = { kind: 'daily', hour: 8, minute: 0 }

/**
 * Cron expression, typed or created by the generator, with a description and the next runs in the time zone of the
 * schedule.
 */
export const CronEditor = observer(function CronEditor({
  id,
  value,
  isBad,
  isDisabled,
  maxLength,
  zoneNote,
  project,
  onChange,
}: CronEditorProps) {
  const { projects, zones } = useStores()
  const { t, i18n } = useTranslation('crud')
  const plan = readPlan(value)
  // The next runs are unknown until the project is selected, if projects use several time zones, and until these have
  // been loaded.
  const [zone, another] = zoneNote === 'runs' ? [zones.server] : zones.among(project)
  const isKnown = another === undefined && (zoneNote === 'runs' || projects.isKnown)
  const runs = value === '' ? null : nextRuns(value, shownRuns, zone)
  return (
    <>
      <Space.Compact block>
        <Input
          id={id}
          className="editor-code"
          value={value}
          maxLength={maxLength}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          {...(isBad ? { status: 'error' as const } : {})}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
        <Popover
          trigger="click"
          placement="leftTop"
          title={t('cron.title')}
          content={<Generator plan={plan ?? first} onChange={(next) => onChange(writePlan(next))} />}
          onOpenChange={(isOpen) => {
            if (isOpen && value === '') onChange(writePlan(first))
          }}
        >
          <Button icon={<CalendarOutlined aria-hidden />} disabled={isDisabled}>
            {t('cron.go')}
          </Button>
        </Popover>
      </Space.Compact>
      {runs && runs.length > 0 && (
        <p className="editor-hint" role="status">
          {cronWords(value, i18n.language)}{' '}
          {isKnown && (
            <> · {t('cron.next', { times: runs.map((at) => formatTime(at, 'MM-DD HH:mm', zone)).join(', ') })}</>
          )}
        </p>
      )}
      <ZoneNote kind={zoneNote} project={project} />
    </>
  )
})

function Generator({ plan, onChange }: { readonly plan: CronPlan; readonly onChange: (plan: CronPlan) => void }) {
  const { t } = useTranslation('crud')
  const time = { hour: 'hour' in plan ? plan.hour : 8, minute: 'minute' in plan ? plan.minute : 0 }
  const handleKind = (kind: CronPlan['kind']): void => {
    switch (kind) {
      case 'minutes':
        return onChange({ kind, every: 15 })
      case 'hourly':
        return onChange({ kind, minute: time.minute })
      case 'daily':
        return onChange({ kind, ...time })
      case 'weekly':
        return onChange({ kind, days: [1, 2, 3, 4, 5], ...time })
      case 'monthly':
        return onChange({ kind, day: 1, ...time })
    }
  }
  return (
    <div className="cron-generator">
      <Select
        aria-label={t('cron.kind')}
        value={plan.kind}
        options={planKinds.map((kind) => ({ value: kind, label: t(`cron.kinds.${kind}`) }))}
        onChange={handleKind}
      />
      {plan.kind === 'minutes' && (
        <Count
          label={t('cron.every')}
          suffix={t('cron.minutes')}
          value={plan.every}
          min={1}
          max={59}
          onChange={(every) => onChange({ ...plan, every })}
        />
      )}
      {plan.kind === 'hourly' && (
        <Count
          label={t('cron.minute')}
          suffix={t('cron.minutes')}
          value={plan.minute}
          min={0}
          max={59}
          onChange={(minute) => onChange({ ...plan, minute })}
        />
      )}
      {plan.kind === 'monthly' && (
        <Count label={t('cron.day')} value={plan.day} min={1} max={31} onChange={(day) => onChange({ ...plan, day })} />
      )}
      {plan.kind === 'weekly' && (
        <Checkbox.Group
          value={[...plan.days]}
          options={weekdays.map((day) => ({ value: day, label: t(`cron.days.${day}`) }))}
          onChange={(days) => {
            if (days.length > 0) onChange({ ...plan, days })
          }}
        />
      )}
      {'hour' in plan && (
        <label>
          {t('cron.at')}
          <TimePicker
            aria-label={t('cron.at')}
            format="HH:mm"
            allowClear={false}
            needConfirm={false}
            value={dayjs().hour(plan.hour).minute(plan.minute)}
            onChange={(at) => {
              if (at) onChange({ ...plan, hour: at.hour(), minute: at.minute() })
            }}
          />
        </label>
      )}
    </div>
  )
}

interface CountProps {
  readonly label: string
  readonly suffix?: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

function Count({ label, suffix, value, min: least, max, onChange }: CountProps) {
  return (
    <label>
      {label}
      <InputNumber
        aria-label={label}
        value={value}
        min={least}
        max={max}
        precision={0}
        suffix={suffix}
        onChange={(next) => {
          if (next !== null) onChange(next)
        }}
      />
    </label>
  )
}
