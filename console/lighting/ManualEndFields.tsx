import { DatePicker, Input, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { fromPickerDate, toPickerDate } from '../kit/text/zonedDatePicker.ts'
import { useStores } from '../stores/root.ts'
import type { ManualEnd } from './manualEnd.ts'

interface ManualEndFieldsProps {
  readonly value: ManualEnd
  readonly project: string
  readonly onChange: (value: ManualEnd) => void
}

/** Time proposed for an end, in milliseconds from now. */
const proposedMs = 2 * 3_600_000

/** Selects the end of a manual setting and its reason. */
export const ManualEndFields = observer(function ManualEndFields({ value, project, onChange }: ManualEndFieldsProps) {
  const { zones } = useStores()
  const { t } = useTranslation('lighting')
  const zone = zones.of(project)
  return (
    <>
      <Select
        aria-label={t('manual.end')}
        style={{ minWidth: 220 }}
        value={value.until === null ? 'point' : 'time'}
        options={[
          { value: 'point', label: t('manual.nextPoint') },
          { value: 'time', label: t('manual.time') },
        ]}
        onChange={(end) => onChange({ ...value, until: end === 'time' ? zones.now() + proposedMs : null })}
      />
      {value.until !== null && (
        <>
          <DatePicker
            aria-label={t('manual.time')}
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            allowClear={false}
            value={toPickerDate(value.until, zone)}
            onChange={(next) => next && onChange({ ...value, until: fromPickerDate(next, zone) })}
          />
          <ZoneNote kind="plan" project={project} />
        </>
      )}
      <Input
        aria-label={t('manual.reason')}
        style={{ maxWidth: 320 }}
        placeholder={t('manual.reason')}
        maxLength={limits.lighting.reasonLength}
        value={value.reason}
        onChange={({ target }) => onChange({ ...value, reason: target.value })}
      />
    </>
  )
})
