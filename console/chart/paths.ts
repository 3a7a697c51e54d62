/** Path of the chart list. */
export const listPath = '/scada/echart'
/** Path of the editor of a chart. */
export const detailPath = (id: string): string => `/scada/echart/detail?id=${encodeURIComponent(id)}`
