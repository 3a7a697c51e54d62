/** Path of the library. */
export const listPath = '/scada/component'
/** Path of the detail page of an entry. */
export const detailPath = (id: string): string => `/scada/component/detail?id=${encodeURIComponent(id)}`
