import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { ChoiceField, Option } from '../../contract/entity/field.ts'
import { useChoices } from './useChoices.ts'

interface WithDictionaryProps {
  readonly field: ChoiceField
  readonly children: (options: readonly Option[]) => ReactNode
}

/** What is drawn with a dictionary's entries is drawn again when they come. */
export const WithDictionary = observer(function WithDictionary({ field, children }: WithDictionaryProps) {
  return <>{children(useChoices(field))}</>
})
