import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from '../../locales/languages.ts'

type Words = Readonly<Record<string, unknown>>

/** Translations of the shell and the sign-in page. `loadTranslations.ts` adds those of all other screens. */
const files = import.meta.glob<Words>('../../locales/*/{shell,signin}.json', { eager: true, import: 'default' })

/** Initialises i18next with the translations of the first page in all languages, before the first paint. */
export async function startLanguage(language: Language): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en-us',
    supportedLngs: [...languages.all],
    lowerCaseLng: true,
    load: 'currentOnly',
    defaultNS: 'shell',
    resources: groupTranslations(files),
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  applyLanguage(language)
  return i18next
}

/** Switches the translations and the `lang` attribute of the page, without a reload. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = languages.getInfo(language).tag
  if (i18next.language !== language) void i18next.changeLanguage(language)
}

/**
 * Groups `locales/<language>/<screen>.json` files by language and namespace. The file name is the namespace, so a new
 * screen only adds its two files.
 */
export function groupTranslations(
  translationFiles: Readonly<Record<string, Words>>,
): Record<string, Record<string, Words>> {
  const byLanguage: Record<string, Record<string, Words>> = {}
  for (const [path, words] of Object.entries(translationFiles)) {
    const [language, file] = path.split('/').slice(-2)
    if (language === undefined || file === undefined) continue
    ;(byLanguage[language] ??= {})[file.replace('.json', '')] = words
  }
  return byLanguage
}
