import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import './lighting.css'

/** Last commanded colour temperature of an area and its time. Lamps do not report their colour temperature. */
export function CommandedColour({ row }: { readonly row: Row }) {
  const { t } = useTranslation('lighting')
  const [percent, at] = [getValue(row, 'colorTemperature'), getValue(row, 'colorCommandedAt')]
  const commandText =
    typeof percent === 'number' && typeof at === 'number'
      ? t('lamps.asked', { what: `${percent} %`, time: formatTime(at, 'MM-DD HH:mm') })
      : t('lamps.notAsked')
  return (
    <span className="lighting-lamps">
      <small>{commandText}</small>
    </span>
  )
}
