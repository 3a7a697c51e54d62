import { catalog } from '@mimic/engine/catalog'
import type { Drawing } from '@mimic/engine/document'
import { pictureAddresses, renderSvg, withPictures } from '@mimic/engine/paint'
import { paintPictures } from '@mimic/engine/pictures'
import type { Words } from '@mimic/engine/schema'

/** Drawing as an SVG document, in the size of its layer. */
export interface SvgFile {
  readonly text: string
  /** URLs of pictures that are not embedded; they are visible only where these URLs are reachable. */
  readonly left: readonly string[]
}

/** GETs a URL of this host with the current session. */
type Get = (url: URL) => Promise<Response>

/**
 * Exports a drawing as SVG. Charts and pictures of this host are embedded, so that the file is readable without this
 * server. Pictures of other sites remain links.
 */
export async function svgFile(
  drawing: Drawing,
  language: keyof Words,
  origin: string,
  get: Get = (url) => fetch(url),
): Promise<SvgFile> {
  const svg = renderSvg(drawing, catalog, { language, pictures: await paintPictures(drawing, catalog) })
  const found = new Map(
    await Promise.all(
      pictureAddresses(svg).map(
        async (address) => [address, await readDataUrl(new URL(address, origin), origin, get)] as const,
      ),
    ),
  )
  return {
    text: withPictures(svg, (address) => found.get(address)),
    left: [...found].flatMap(([address, data]) => (data === undefined ? [address] : [])),
  }
}

/** Data URL of a picture; undefined if it belongs to another site or cannot be loaded. */
async function readDataUrl(url: URL, origin: string, get: Get): Promise<string | undefined> {
  if (url.origin !== new URL(origin).origin) return undefined
  try {
    const answer = await get(url)
    const kind = answer.headers.get('content-type')?.split(';', 1)[0] ?? ''
    if (!answer.ok || !kind.startsWith('image/')) return undefined
    return `data:${kind};base64,${base64(new Uint8Array(await answer.arrayBuffer()))}`
  } catch {
    return undefined // The result lists pictures that are not embedded.
  }
}

/** Converts in chunks, because the number of call arguments is limited. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes))
  return btoa(text)
}

const pieceBytes = 32_768
