import type { Row } from '../../contract/entity/define.ts'
import type { EntityFields } from '../../contract/entity/field.ts'
import { decodeLocalized } from '../../contract/localizedText.ts'
import { script } from '../../contract/scada/ruleScript.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** With the state, which the lifecycle adds. */
const fields: EntityFields = script.fields

/** State of a script, with the reason if the server stopped it or cannot run it. */
export function ScriptState({ row }: { readonly row: Row }) {
  const localize = useLocalized()
  const stored = getValue(row, 'problem')
  const problem = typeof stored === 'string' && stored !== '' ? localize(decodeLocalized(stored)) : ''
  const field = fields['status']
  return (
    <span className="script-state" title={problem}>
      {field && <FieldCell field={field} value={getValue(row, 'status')} row={row} />}
      {problem !== '' && <span className="script-reason">{problem}</span>}
    </span>
  )
}
