import type { Row } from '../../contract/entity/define.ts'
import type { Words } from '../../contract/entity/field.ts'
import { valueOf } from '../crud/screenConfig.ts'

/** A linkage's silence with what it is counted in, which stands in a field of its own; 0 is none. */
export function silenceWords(row: Row): Words {
  const silence = valueOf(row, 'silence')
  if (typeof silence !== 'number' || silence === 0) return { en: 'None', zh: '不静默' }
  if (valueOf(row, 'silenceUnit') === 'second') return { en: `${silence} s`, zh: `${silence} 秒` }
  return { en: `${silence} min`, zh: `${silence} 分钟` }
}
