import { decodeLocalized } from '../../contract/localizedText.ts'
import type { Row } from '../../contract/entity/define.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** Reason that a linkage cannot run, or not completely. Stands out while the linkage is enabled. */
export function LinkageProblem({ row }: { readonly row: Row }) {
  const localize = useLocalized()
  const problem = getValue(row, 'problem')
  if (typeof problem !== 'string') return <span className="cell-none">–</span>
  const words = localize(decodeLocalized(problem))
  return (
    <span className={getValue(row, 'status') === 'enabled' ? 'linkage-problem' : ''} title={words}>
      {words}
    </span>
  )
}
