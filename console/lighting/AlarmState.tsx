import { useTranslation } from 'react-i18next'
import { getEntity } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityValue } from '../../contract/entity/field.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import './lighting.css'

const status = getEntity('alarm').fields['status']

/**
 * Shows whether an alarm is confirmed and, separately, whether its fault still exists: the states of ISA-18.2 need
 * both.
 */
export function AlarmState({ row }: { readonly row: Row }) {
  return <AlarmStateLabel status={getValue(row, 'status')} isActive={typeof getValue(row, 'clearedAt') !== 'number'} />
}

interface AlarmStateLabelProps {
  readonly status: EntityValue | undefined
  /** The fault still exists. */
  readonly isActive: boolean
}

/** Status of an alarm and state of its fault. */
export function AlarmStateLabel({ status: value, isActive }: AlarmStateLabelProps) {
  const { t } = useTranslation('lighting')
  return (
    <span className="lighting-alarm" data-active={isActive || undefined}>
      {status && <FieldCell field={status} value={value} row={{ titles: {} }} />}
      <small>{t(isActive ? 'alarm.active' : 'alarm.returned')}</small>
    </span>
  )
}
