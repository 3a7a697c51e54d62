import type { ChoiceField, Option } from '../../contract/entity/field.ts'
import { useStores } from '../stores/root.ts'

/** The options of a choice that has a dictionary: those declared, then the entries that were added to it. For observers. */
export function useChoices({ options, dictionary }: ChoiceField): readonly Option[] {
  const { dictionaries } = useStores()
  const entries = dictionary === undefined ? [] : dictionaries.of(dictionary)
  const own = entries.map(({ dictLabel, dictLabelZh, dictValue }): Option => ({ value: dictValue, words: { en: dictLabel, zh: dictLabelZh ?? dictLabel } }))
  return [...options, ...own.filter(({ value }) => !options.some((option) => String(option.value) === value))]
}
