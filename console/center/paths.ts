/** The element that scrolls, for a table head that stays in view. */
export const scrollerId = 'center-scroller'
/** Its padding above, as in CenterPage.css. */
export const scrollerPadding = 16

/** Where a drawing is designed. */
export const designPath = (id: string): string => `/scada/topo/editor?id=${encodeURIComponent(id)}`
/** Where a drawing runs, in the whole window. */
export const runPath = (id: string): string => `/scada/topo/fullscreen?id=${encodeURIComponent(id)}`
