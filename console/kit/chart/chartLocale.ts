/** ECharts' own name of a language. Left alone it takes the one that the page had when it was loaded, and its months and weekdays stay in that. */
export const chartLocale = (language: string): 'ZH' | 'EN' => (language.startsWith('zh') ? 'ZH' : 'EN')
