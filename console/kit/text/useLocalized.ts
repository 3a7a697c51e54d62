import type { Words } from '@mimic/engine/schema'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { getWordsKey, languages } from '../../locales/languages.ts'

/**
 * Returns `localize(words)`, which selects declared texts in the current language. The component renders again when the
 * language changes.
 */
export function useLocalized(): (words: Words) => string {
  const {
    i18n: { language },
  } = useTranslation()
  return useCallback((words: Words) => languages.localize(language, words), [language])
}

/** Current language, as key of declared texts. */
export function useLanguage(): keyof Words {
  const { i18n } = useTranslation()
  return getWordsKey(i18n.language)
}
