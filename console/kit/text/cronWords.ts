import cronstrue from 'cronstrue/i18n'
import { languages } from '../../locales/languages.ts'

/** Description of a cron expression; the expression itself if there is none. */
export function cronWords(cron: string, language: string): string {
  try {
    return cronstrue.toString(cron, { locale: getLocale(language), use24HourTimeFormat: true })
  } catch {
    return cron // The library throws if it cannot describe the expression.
  }
}

/** The library names languages `de` or `zh_CN`. */
function getLocale(language: string): string {
  const tag = languages.getInfo(language).tag
  return [tag.replace('-', '_'), tag.slice(0, 2)].find((each) => each in cronstrue.locales) ?? 'en'
}
