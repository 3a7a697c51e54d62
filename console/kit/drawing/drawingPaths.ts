/** List of drawings. */
export const listPath = '/scada/center'
/** Path to edit a drawing. */
export const designPath = (id: string): string => `/scada/topo/editor?id=${encodeURIComponent(id)}`
/** Path to run a drawing in the whole window. */
export const runPath = (id: string): string => `/scada/topo/fullscreen?id=${encodeURIComponent(id)}`
/** Page of a wall display. The token is in the fragment, which browsers do not send to servers or proxies; the page removes it from the address. */
export const displayPath = (id: string, token: string): string =>
  `${runPath(id)}&kiosk&display#${encodeURIComponent(token)}`
/** Path of a share link, for viewers without an account. */
export const sharedPath = (share: string): string => `/scada/topo/fullscreen?share=${encodeURIComponent(share)}`
/** Path to view a stored revision of a drawing. */
export const revisionPath = (id: string, revision: number): string => `${runPath(id)}&revision=${revision}`
/** Path to run the unsaved drawing of the designer page with the id `from`. */
export const previewPath = (id: string, from: string): string => `${runPath(id)}&preview=${encodeURIComponent(from)}`
