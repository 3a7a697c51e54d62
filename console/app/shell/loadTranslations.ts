import i18next from 'i18next'
import { groupTranslations } from './language.ts'

/** Translations of all screens in all languages, so that switching the language needs no load. */
const files = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../locales/*/*.json', '!../../locales/*/{shell,signin,language,declared}.json'],
  { eager: true, import: 'default' },
)

for (const [language, screens] of Object.entries(groupTranslations(files))) {
  for (const [screen, words] of Object.entries(screens)) i18next.addResourceBundle(language, screen, words)
}
