export const listPath = '/scene/list'
export const detailPath = (id: string): string => `/scene/list/detail?id=${encodeURIComponent(id)}`
export const editPath = (id: string): string => `/scene/list/edit?id=${encodeURIComponent(id)}`
export const variablesPath = (id: string): string => `/scene/variables?filter.scene=${encodeURIComponent(id)}`
