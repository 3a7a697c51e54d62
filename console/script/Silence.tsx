import type { Row } from '../../contract/entity/define.ts'
import { useSay } from '../kit/useSay.ts'
import { silenceWords } from './silenceWords.ts'

/** How long a linkage is silent after a run, in a list and in its details. */
export function Silence({ row }: { readonly row: Row }) {
  return <>{useSay()(silenceWords(row))}</>
}
