/** Where the charts are listed. */
export const listPath = '/scada/echart'
/** Where one is written and looked at. */
export const detailPath = (id: string): string => `/scada/echart/detail?id=${encodeURIComponent(id)}`
