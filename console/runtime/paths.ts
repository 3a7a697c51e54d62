export const listPath = '/scada/center'
export const designPath = (id: string): string => `/scada/topo/editor?id=${encodeURIComponent(id)}`
export const runPath = (id: string): string => `/scada/topo/fullscreen?id=${encodeURIComponent(id)}`
