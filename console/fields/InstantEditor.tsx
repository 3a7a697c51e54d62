import { DatePicker } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { type InstantField, usesProjectCalendar } from '../../contract/entity/field.ts'
import { fromPickerDate, toPickerDate } from '../kit/text/zonedDatePicker.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import type { FieldEditorProps } from './editorProps.ts'
import { ZoneNote } from './ZoneNote.tsx'

interface InstantEditorProps extends Pick<
  FieldEditorProps,
  'id' | 'value' | 'onChange' | 'project' | 'isBad' | 'isDisabled' | 'label'
> {
  readonly field: InstantField
}

/**
 * Selects a day in the time zone of the project, or a moment in that of the browser. Displays the time zone if they
 * differ.
 */
export const InstantEditor = observer(function InstantEditor({
  id,
  field,
  value,
  onChange,
  project,
  isBad = false,
  isDisabled = false,
  label,
}: InstantEditorProps) {
  const { projects, zones } = useStores()
  const { t } = useTranslation('zone')
  const localize = useLocalized()
  const zone = usesProjectCalendar(field) ? zones.of(project) : zones.own
  // Disabled until the time zone of the project is known.
  const isKnown = projects.isKnown || !usesProjectCalendar(field)
  const picked = typeof value === 'number' && isKnown ? toPickerDate(value, zone) : null
  const isDay = field.precision === 'day'
  return (
    <>
      <DatePicker
        id={id}
        disabled={isDisabled || !isKnown}
        {...(isBad ? { status: 'error' as const } : {})}
        {...(label === undefined ? {} : { 'aria-label': label })}
        className="editor-wide"
        showTime={!isDay}
        defaultPickerValue={picked ?? toPickerDate(zones.now(), zone)}
        value={picked}
        onChange={(next) => onChange(next ? fromPickerDate(isDay ? next.startOf('day') : next, zone) : null)}
      />
      {!isKnown && (
        <p className="editor-hint" role="status">
          {t('unknown', { why: projects.failure ? localize(projects.failure.words) : '' })}
        </p>
      )}
      {project !== undefined && !isDay && (
        <ZoneNote kind={usesProjectCalendar(field) ? 'plan' : 'moments'} project={project} />
      )}
    </>
  )
})
