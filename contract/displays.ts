/** Prefix of a display's token. */
export const displayPrefix = 'display_'

/** Prefix of a display's name in the audit log and in its commands. */
export const displayActor = 'Display: '

const tokenPattern = new RegExp(`^${displayPrefix}[A-Za-z0-9_-]{43}$`)
const pageTokenPattern = new RegExp(
  `^(${displayPrefix}[A-Za-z0-9_-]{43})\\.([A-Za-z0-9][A-Za-z0-9_-]{0,63})\\.[0-9a-f]{16}$`,
)

export const isDisplayToken = (text: string): boolean => tokenPattern.test(text)

/**
 * Returns the token that one page of a display sends to `/api/shared`: the display's token, the drawing id, and `mark`
 * (16 hexadecimal digits), which distinguishes pages.
 */
export const formatPageToken = (token: string, drawing: string, mark: string): string => `${token}.${drawing}.${mark}`

/** Splits a page token into the display's token and the drawing id. Returns null for other texts. */
export function parsePageToken(text: string): { readonly token: string; readonly drawing: string } | null {
  const [, token, drawing] = pageTokenPattern.exec(text) ?? []
  return token === undefined || drawing === undefined ? null : { token, drawing }
}
