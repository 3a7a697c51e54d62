import type { Words } from '@mimic/engine/schema'
import { useTranslation } from 'react-i18next'

/** `say(words)`: declared words in the language now spoken; the component renders again when it changes. */
export function useLocalized(): (words: Words) => string {
  const { i18n } = useTranslation()
  return i18n.language === 'zh-cn' ? sayChinese : sayEnglish
}

/** The language now spoken, as declared words name it. */
export function useLanguage(): keyof Words {
  const { i18n } = useTranslation()
  return i18n.language === 'zh-cn' ? 'zh' : 'en'
}

const sayEnglish = (words: Words): string => words.en
const sayChinese = (words: Words): string => words.zh
