import type { ChoiceField, Option } from '../../contract/entity/field.ts'
import type { DictionaryStore } from '../stores/entities/dictionaries.ts'
import { useStores } from '../stores/root.ts'

/** Options of a choice with dictionary: the declared ones, then the entries of the dictionary. Call in an observer. */
export function useChoices(field: ChoiceField): readonly Option[] {
  return withEntries(field, useStores().dictionaries)
}

/** Same as `useChoices`, without a hook. */
export function withEntries(
  { options, dictionary }: ChoiceField,
  dictionaries: Pick<DictionaryStore, 'of'>,
): readonly Option[] {
  const entries = dictionary === undefined ? [] : dictionaries.of(dictionary, options.length > 0)
  const own = entries.map(({ dictLabel, dictLabelZh, dictValue }): Option => ({
    value: dictValue,
    words: { en: dictLabel, zh: dictLabelZh ?? dictLabel },
  }))
  return [...options, ...own.filter(({ value }) => !options.some((option) => String(option.value) === value))]
}
