import type { Words } from '@mimic/engine/schema'
import { useTranslation } from 'react-i18next'

/** `say(words)`: declared words in the language now spoken; the component renders again when it changes. */
export function useSay(): (words: Words) => string {
  const { i18n } = useTranslation()
  return i18n.language === 'zh-cn' ? sayChinese : sayEnglish
}

const sayEnglish = (words: Words): string => words.en
const sayChinese = (words: Words): string => words.zh
