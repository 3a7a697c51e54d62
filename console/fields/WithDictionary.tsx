import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { ChoiceField, Option } from '../../contract/entity/field.ts'
import { useChoices } from './useChoices.ts'

interface WithDictionaryProps {
  readonly field: ChoiceField
  readonly children: (options: readonly Option[]) => ReactNode
}

/** Renders the children with the entries of a dictionary, and again after they have loaded. */
export const WithDictionary = observer(function WithDictionary({ field, children }: WithDictionaryProps) {
  return <>{children(useChoices(field))}</>
})
