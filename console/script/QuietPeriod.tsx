import type { Row } from '../../contract/entity/define.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { formatQuietPeriod } from './quietPeriodText.ts'

/** Quiet period of a linkage after a run, for list and details. */
export function QuietPeriod({ row }: { readonly row: Row }) {
  return <>{useLocalized()(formatQuietPeriod(row))}</>
}
