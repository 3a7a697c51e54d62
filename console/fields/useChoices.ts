import type { ChoiceField, Option } from '../../contract/entity/field.ts'
import type { DictionaryStore } from '../stores/dictionaries.ts'
import { useStores } from '../stores/root.ts'

/** The options of a choice that has a dictionary: those declared, then the entries that were added to it. For observers. */
export function useChoices(field: ChoiceField): readonly Option[] {
  return withEntries(field, useStores().dictionaries)
}

/** The same where no hook can be: for each of many fields. */
export function withEntries({ options, dictionary }: ChoiceField, dictionaries: Pick<DictionaryStore, 'of'>): readonly Option[] {
  const entries = dictionary === undefined ? [] : dictionaries.of(dictionary, options.length > 0)
  const own = entries.map(({ dictLabel, dictLabelZh, dictValue }): Option => ({ value: dictValue, words: { en: dictLabel, zh: dictLabelZh ?? dictLabel } }))
  return [...options, ...own.filter(({ value }) => !options.some((option) => String(option.value) === value))]
}
