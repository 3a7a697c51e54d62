/** What a display's token begins with. */
export const displayPrefix = 'display_'

/** Before its name, where a display acts: in the audit log and with its commands. */
export const displayActor = 'Display: '

const tokenPattern = new RegExp(`^${displayPrefix}[A-Za-z0-9_-]{43}$`)
const pageTokenPattern = new RegExp(`^(${displayPrefix}[A-Za-z0-9_-]{43})\\.([A-Za-z0-9][A-Za-z0-9_-]{0,63})\\.[0-9a-f]{16}$`)

export const isDisplayToken = (text: string): boolean => tokenPattern.test(text)

/** The token that one page of a display sends to `/api/shared`: the display's token, the drawing, and a mark (16 hexadecimal digits) that tells pages apart. */
export const pageTokenOf = (token: string, drawing: string, mark: string): string => `${token}.${drawing}.${mark}`

/** The display's token and the drawing of a page's token; null where it is none. */
export function readPageToken(text: string): { readonly token: string; readonly drawing: string } | null {
  const [, token, drawing] = pageTokenPattern.exec(text) ?? []
  return token === undefined || drawing === undefined ? null : { token, drawing }
}
