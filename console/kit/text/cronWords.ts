import cronstrue from 'cronstrue/i18n'

/** Description of a cron expression; the expression itself if there is none. */
export function cronWords(cron: string, language: string): string {
  try {
    return cronstrue.toString(cron, { locale: language === 'zh-cn' ? 'zh_CN' : 'en', use24HourTimeFormat: true })
  } catch {
    return cron // The library throws if it cannot describe the expression.
  }
}
