/** Reads a text file by URL. On a page this is `fetch`; elsewhere the caller provides it. */
export type LoadText = (url: string) => Promise<string>

let externalReader: LoadText | undefined

/**
 * Sets how map files of other origins are read, for pages that may not request them directly. The setting applies to
 * the whole page, as loaded maps do.
 */
export function setMapReader(load: LoadText): void {
  externalReader = load
}

/**
 * Reads a map file when no other loader is given.
 * @throws if the response is not successful.
 */
export async function readMap(url: string): Promise<string> {
  if (externalReader && new URL(url, location.href).origin !== location.origin) return externalReader(url)
  const answer = await fetch(url, { credentials: 'same-origin' })
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`)
  return answer.text()
}
