import type { Words } from '../contract/entity/field.ts'
import { decodeLocalized } from '../contract/localizedText.ts'

/** Language of the texts that the server prints for its operator. */
export type OperatorLanguage = 'en-us' | 'zh-cn'

/**
 * Returns `MIMIC_LANGUAGE`, otherwise the language of the operating system. Never throws, because it also serves the
 * messages of a failed start.
 */
export function getOperatorLanguage(env: NodeJS.ProcessEnv): OperatorLanguage {
  const setting = env.MIMIC_LANGUAGE || env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return /^zh/i.test(setting) ? 'zh-cn' : 'en-us'
}

/** Returns the text in a language. */
export const selectWords = ({ en, zh }: Words, language: OperatorLanguage): string => (language === 'zh-cn' ? zh : en)

/** Returns the message of an error in a language. Messages with one language are returned unchanged. */
export const localizeMessage = (message: string, language: OperatorLanguage): string =>
  selectWords(decodeLocalized(message), language)
