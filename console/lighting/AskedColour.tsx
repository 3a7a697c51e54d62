import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { valueOf } from '../crud/screenConfig.ts'
import { formatTime } from '../kit/formatTime.ts'
import './lighting.css'

/** The colour temperature that the lamps of an area were commanded last, and when: what they make of it they do not report. */
export function AskedColour({ row }: { readonly row: Row }) {
  const { t } = useTranslation('lighting')
  const [percent, at] = [valueOf(row, 'colorTemperature'), valueOf(row, 'colorCommandedAt')]
  const asked = typeof percent === 'number' && typeof at === 'number' ? t('lamps.asked', { what: `${percent} %`, time: formatTime(at, 'MM-DD HH:mm') }) : t('lamps.notAsked')
  return <span className="lighting-lamps"><small>{asked}</small></span>
}
