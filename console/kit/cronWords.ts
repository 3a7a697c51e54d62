import cronstrue from 'cronstrue/i18n'

/** A cron expression in words; what has none is shown as it is. */
export function cronWords(cron: string, language: string): string {
  try {
    return cronstrue.toString(cron, { locale: language === 'zh-cn' ? 'zh_CN' : 'en', use24HourTimeFormat: true })
  } catch {
    return cron // it says by throwing that it has no words
  }
}
