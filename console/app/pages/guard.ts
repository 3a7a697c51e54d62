/** Sign-in page; target of redirects for visitors without a session. */
export const signInPath = '/login'
/** Entry point of single sign-on from another system; accessible without a session (specification, section 2). */
export const singlePath = '/single'
/**
 * Running drawing. With `?share=` it requires the password of the share link instead of an account, with `?display` the
 * token of the display.
 */
const runningPath = '/scada/topo/fullscreen'
/** Own account page, linked from the account menu. */
export const profilePath = '/profile'
/** Default target after sign-in if no other page was requested. Redirects to the home page of the edition. */
export const homePath = '/Dmanage'

interface Visitor {
  readonly username: string | null
  readonly mustChangePassword: boolean
  readonly mustSetSecondStep: boolean
}

/**
 * Returns the path to redirect to before a navigation, or `null` to continue. Visitors without a session are sent to
 * the sign-in page (specification, section 2), and so are accounts that must still change their first password or set
 * up two-factor sign-in: the server would reject all their requests.
 */
export function interstitialRedirect(visitor: Visitor, path: string, search = ''): string | null {
  if (path === signInPath || path === singlePath) return null
  if (path === '/') return signInPath
  if (isSharePage(path, search)) return null
  if (visitor.username !== null && !visitor.mustChangePassword && !visitor.mustSetSecondStep) return null
  return path === homePath && !search ? signInPath : `${signInPath}?from=${encodeURIComponent(path + search)}`
}

/**
 * Returns true if the page was opened by a share link or display token. Such a page does not belong to the signed-in
 * session.
 */
export function isSharePage(path: string, search: string): boolean {
  const params = new URLSearchParams(search)
  return (
    path === runningPath &&
    ((params.get('share') ?? '') !== '' || (params.has('display') && (params.get('id') ?? '') !== ''))
  )
}

/** Returns the page to open after sign-in: the requested one if it is a path of this console, else the home page. */
export function getPathAfterSignIn(from: string | null): string {
  const isInner = from !== null && /^\/[^/\\]/.test(from) && !from.startsWith(signInPath)
  return isInner ? from : homePath
}

/** Target of `/redirect/{path}`: the path with its query, never another host. */
export function redirectTarget(path: string, search: string): string {
  return `/${path.replace(/^\/redirect\/?/, '').replace(/^[/\\]+/, '')}${search}`
}
