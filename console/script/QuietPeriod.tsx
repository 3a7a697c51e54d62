import type { Row } from '../../contract/entity/define.ts'
import { useLocalized } from '../kit/useLocalized.ts'
import { silenceWords } from './silenceWords.ts'

/** How long a linkage is silent after a run, in a list and in its details. */
export function QuietPeriod({ row }: { readonly row: Row }) {
  return <>{useLocalized()(silenceWords(row))}</>
}
