/** Where the guard sends an uninvited visitor. */
export const signInPath = '/login'
/** Where another system sends people whom it has signed in; open without a username (specification, section 2). */
export const singlePath = '/single'
/** A running drawing; with `?share=` it asks for its link's password in place of a username, with `?display` for the display's token. */
const runningPath = '/scada/topo/fullscreen'
/** One's own account; reached from the account menu. */
export const profilePath = '/profile'
/** Where a fresh sign-in leads when no other page was asked for: the parent of the management pages, which leads on to the home of the edition. */
export const homePath = '/Dmanage'

interface Visitor {
  readonly username: string | null
  readonly mustChangePassword: boolean
  readonly mustSetSecondStep: boolean
}

/**
 * Before each navigation: where to go instead, or null to go on. Without a username in the session every path but
 * the sign-in page leads there (specification, section 2); so does an account that has not yet replaced its first
 * password or set up the second step that its role demands, for the server would refuse all it asks.
 */
export function interstitialRedirect(visitor: Visitor, path: string, search = ''): string | null {
  if (path === signInPath || path === singlePath) return null
  if (path === '/') return signInPath
  if (isSharePage(path, search)) return null
  if (visitor.username !== null && !visitor.mustChangePassword && !visitor.mustSetSecondStep) return null
  return path === homePath && !search ? signInPath : `${signInPath}?from=${encodeURIComponent(path + search)}`
}

/** Whether a page is opened by a link or by a display's token and not by an account: it is no tab of whoever is signed in beside it. */
export function isSharePage(path: string, search: string): boolean {
  const params = new URLSearchParams(search)
  return path === runningPath && ((params.get('share') ?? '') !== '' || (params.has('display') && (params.get('id') ?? '') !== ''))
}

/** The page to open after sign-in: the one asked for, if it is a page of this console. */
export function afterSignIn(from: string | null): string {
  const isInner = from !== null && /^\/[^/\\]/.test(from) && !from.startsWith(signInPath)
  return isInner ? from : homePath
}

/** Where `/redirect/{path}` leads: the path with its query, never another host. */
export function redirectTarget(path: string, search: string): string {
  return `/${path.replace(/^\/redirect\/?/, '').replace(/^[/\\]+/, '')}${search}`
}
