/** Reads a text by its address. In a page that is `fetch`; elsewhere whoever calls knows where the files lie. */
export type LoadText = (url: string) => Promise<string>

let ofOtherSites: LoadText | undefined

/** Has map files of other sites read by this: a page that may not ask them itself knows who may. Maps are kept for the page, so this is too. */
export function readMapsOfOthersBy(load: LoadText): void {
  ofOtherSites = load
}

/** How map files are read where a painting does not say it itself. */
export async function readMap(url: string): Promise<string> {
  if (ofOtherSites && new URL(url, location.href).origin !== location.origin) return ofOtherSites(url)
  const answer = await fetch(url, { credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`)
  return answer.text()
}
