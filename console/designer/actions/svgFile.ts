import { catalog } from '@mimic/engine/catalog'
import type { Drawing } from '@mimic/engine/document'
import { pictureAddresses, svgOf, withPictures } from '@mimic/engine/paint'
import { paintedPictures } from '@mimic/engine/pictures'
import type { Words } from '@mimic/engine/schema'

/** A drawing as an SVG document of its layer's size. */
export interface SvgFile {
  readonly text: string
  /** Addresses of pictures that are not in the file: it shows them only where they can be reached. */
  readonly left: readonly string[]
}

/** GETs an address of this host, as who is signed in. */
type Get = (url: URL) => Promise<Response>

/**
 * Charts and the pictures of this host are within the document, so that it can be sent to somebody who has neither this console nor its
 * server. Pictures of other sites stay where they are.
 */
export async function svgFile(drawing: Drawing, language: keyof Words, origin: string, get: Get = (url) => fetch(url)): Promise<SvgFile> {
  const svg = svgOf(drawing, catalog, { language, pictures: await paintedPictures(drawing, catalog) })
  const found = new Map(await Promise.all(pictureAddresses(svg).map(async (address) => [address, await dataOf(new URL(address, origin), origin, get)] as const)))
  return { text: withPictures(svg, (address) => found.get(address)), left: [...found].flatMap(([address, data]) => (data === undefined ? [address] : [])) }
}

/** Undefined: another site's, or no picture is there. */
async function dataOf(url: URL, origin: string, get: Get): Promise<string | undefined> {
  if (url.origin !== new URL(origin).origin) return undefined
  try {
    const answer = await get(url)
    const kind = answer.headers.get('content-type')?.split(';', 1)[0] ?? ''
    if (!answer.ok || !kind.startsWith('image/')) return undefined
    return `data:${kind};base64,${base64(new Uint8Array(await answer.arrayBuffer()))}`
  } catch {
    return undefined // what is not in the file is told
  }
}

/** In pieces: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes) text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes))
  return btoa(text)
}

const pieceBytes = 32_768
