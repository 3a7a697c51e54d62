import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import type { AlarmPoint } from './points.ts'

interface PointSelectProps extends FieldEditorProps {
  readonly points: readonly AlarmPoint[]
  /** Other identifiers can be typed. */
  readonly acceptsOthers: boolean
}

/** Width in pixels that fits name, identifier and unit, even if the field is narrow. */
const popupWidth = 320

/** Selects a point by name or identifier. A stored point that no longer exists stays selected. */
export function PointSelect(props: PointSelectProps) {
  const { id, label, value, onChange, isBad, isDisabled, points, acceptsOthers } = props
  const { t } = useTranslation(['alarmRules', 'crud'])
  const [searchText, setSearchText] = useState('')
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const typed = searchText.trim()
  const isKnown = (identifier: string): boolean => points.some((point) => point.identifier === identifier)
  const others = [
    ...(chosen !== null && !isKnown(chosen) ? [chosen] : []),
    ...(acceptsOthers && isIdentifier(typed) && typed !== chosen && !isKnown(typed) ? [typed] : []),
  ]
  const isUnknown = chosen !== null && points.length > 0 && !isKnown(chosen)
  return (
    <Select
      id={id}
      {...(label === undefined ? {} : { 'aria-label': label })}
      className="editor-wide"
      disabled={isDisabled ?? false}
      {...(isBad ? { status: 'error' as const } : isUnknown ? { status: 'warning' as const } : {})}
      placeholder={t('crud:choose')}
      notFoundContent={t(points.length === 0 && !acceptsOthers ? 'noProperties' : 'crud:noneFound')}
      popupMatchSelectWidth={popupWidth}
      showSearch={{ optionFilterProp: 'label', onSearch: setSearchText }}
      value={chosen}
      options={[
        ...points.map((point) => ({ value: point.identifier, label: getName(point), note: point.unit })),
        ...others.map((identifier) => ({ value: identifier, label: identifier, note: t('notDeclared') })),
      ]}
      optionRender={renderOption}
      onChange={(next: string) => onChange(next)}
    />
  )
}

const isIdentifier = (text: string): boolean => /^[A-Za-z][A-Za-z0-9]*$/.test(text)

const getName = ({ identifier, label }: AlarmPoint): string =>
  label === '' || label === identifier ? identifier : `${label} (${identifier})`

const renderOption = ({
  label,
  data: { note },
}: {
  readonly label?: ReactNode
  readonly data: { readonly note: string }
}) => (
  <span className="editor-device">
    {label}
    {note !== '' && <small>{note}</small>}
  </span>
)
