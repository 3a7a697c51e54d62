import type { Row } from '../../contract/entity/define.ts'
import type { Words } from '../../contract/entity/field.ts'
import { getValue } from '../crud/config/screenConfig.ts'

/** Quiet period of a linkage as text with its unit, which is stored in a separate field; 0 is none. */
export function formatQuietPeriod(row: Row): Words {
  const silence = getValue(row, 'silence')
  if (typeof silence !== 'number' || silence === 0) return { en: 'None', zh: '不静默' }
  if (getValue(row, 'silenceUnit') === 'second') return { en: `${silence} s`, zh: `${silence} 秒` }
  return { en: `${silence} min`, zh: `${silence} 分钟` }
}
