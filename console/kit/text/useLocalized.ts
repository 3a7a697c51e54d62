import type { Words } from '@mimic/engine/schema'
import { useTranslation } from 'react-i18next'

/**
 * Returns `say(words)`, which selects declared texts in the current language. The component renders again when the
 * language changes.
 */
export function useLocalized(): (words: Words) => string {
  const { i18n } = useTranslation()
  return i18n.language === 'zh-cn' ? toChinese : toEnglish
}

/** Current language, as key of declared texts. */
export function useLanguage(): keyof Words {
  const { i18n } = useTranslation()
  return i18n.language === 'zh-cn' ? 'zh' : 'en'
}

const toEnglish = (words: Words): string => words.en
const toChinese = (words: Words): string => words.zh
