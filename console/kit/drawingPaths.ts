/** The list of drawings. */
export const listPath = '/scada/center'
/** Where a drawing is designed. */
export const designPath = (id: string): string => `/scada/topo/editor?id=${encodeURIComponent(id)}`
/** Where a drawing runs, in the whole window. */
export const runPath = (id: string): string => `/scada/topo/fullscreen?id=${encodeURIComponent(id)}`
/** Page of a wall display. The token is in the fragment, which browsers do not send to servers or proxies; the page removes it from the address. */
export const displayPath = (id: string, token: string): string => `${runPath(id)}&kiosk&display#${encodeURIComponent(token)}`
/** Where a link shows a drawing to who has no account. */
export const sharedPath = (share: string): string => `/scada/topo/fullscreen?share=${encodeURIComponent(share)}`
/** Where a stored revision of a drawing is looked at. */
export const revisionPath = (id: string, revision: number): string => `${runPath(id)}&revision=${revision}`
/** Where what the designer has not saved yet runs; `from` names the designer's page. */
export const previewPath = (id: string, from: string): string => `${runPath(id)}&preview=${encodeURIComponent(from)}`
