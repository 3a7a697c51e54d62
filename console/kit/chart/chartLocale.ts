/** Name of a language in ECharts. Without it, ECharts keeps the language at the time it was loaded. */
export const chartLocale = (language: string): 'ZH' | 'EN' => (language.startsWith('zh') ? 'ZH' : 'EN')
