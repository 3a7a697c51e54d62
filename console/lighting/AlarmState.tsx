import { useTranslation } from 'react-i18next'
import { getEntity } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import './lighting.css'

const status = getEntity('alarm').fields['status']

/**
 * Shows whether an alarm is confirmed and, separately, whether its fault still exists: the states of ISA-18.2 need
 * both.
 */
export function AlarmState({ row }: { readonly row: Row }) {
  const { t } = useTranslation('lighting')
  const isActive = typeof getValue(row, 'clearedAt') !== 'number'
  return (
    <span className="lighting-alarm" data-active={isActive || undefined}>
      {status && <FieldCell field={status} value={getValue(row, 'status')} row={row} />}
      <small>{t(isActive ? 'alarm.active' : 'alarm.returned')}</small>
    </span>
  )
}
