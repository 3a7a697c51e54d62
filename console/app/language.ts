import type { Locale } from 'antd/es/locale'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../stores/preferences.ts'

interface Locales {
  readonly antd: Locale
  readonly dayjs: string
  /** For `<html lang>` and Intl. */
  readonly tag: string
}

export const locales: Readonly<Record<Language, Locales>> = {
  'en-us': { antd: enUS, dayjs: 'en', tag: 'en-US' },
  'zh-cn': { antd: zhCN, dayjs: 'zh-cn', tag: 'zh-CN' },
}

/** Every `locales/<language>/<screen>.json`: the file's name is the namespace, so a new screen only adds its two files. */
const files = import.meta.glob<Readonly<Record<string, unknown>>>('../locales/*/*.json', { eager: true, import: 'default' })

/** Words of screens in both languages, ready before the first paint. */
export async function startLanguage(language: Language): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en-us',
    supportedLngs: Object.keys(locales),
    lowerCaseLng: true,
    load: 'currentOnly',
    defaultNS: 'shell',
    resources: resources(),
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  applyLanguage(language)
  return i18next
}

/** Switches words, dates and the page's declared language, without a reload. */
export function applyLanguage(language: Language): void {
  dayjs.locale(locales[language].dayjs)
  document.documentElement.lang = locales[language].tag
  if (i18next.language !== language) void i18next.changeLanguage(language)
}


function resources(): Record<string, Record<string, Readonly<Record<string, unknown>>>> {
  const found: Record<string, Record<string, Readonly<Record<string, unknown>>>> = {}
  for (const [path, words] of Object.entries(files)) {
    const [language, file] = path.split('/').slice(-2)
    if (language === undefined || file === undefined) continue
    ;(found[language] ??= {})[file.replace('.json', '')] = words
  }
  return found
}
