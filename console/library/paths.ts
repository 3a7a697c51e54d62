/** Where the entries are listed. */
export const listPath = '/scada/component'
/** Where one is looked at. */
export const detailPath = (id: string): string => `/scada/component/detail?id=${encodeURIComponent(id)}`
