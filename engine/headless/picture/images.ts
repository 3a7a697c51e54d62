import { pictureAddresses, withPictures } from '../../paint/index.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', svg: 'image/svg+xml',
}

/**
 * Puts the pictures of this host into the SVG itself, read from the folder that the host serves. Nothing is fetched:
 * what lies elsewhere, or is not there, comes back as missing.
 */
export function withImages(svg: string, read: (path: string) => Uint8Array | undefined): { readonly svg: string; readonly missing: readonly string[] } {
  const found = new Map(pictureAddresses(svg).map((address) => [address, dataOf(address, read)]))
  return { svg: withPictures(svg, (address) => found.get(address)), missing: [...found].flatMap(([address, data]) => (data === undefined ? [address] : [])) }
}

/** Where a file of this host lies in the folder that the host serves. Undefined: it is another host's, or nobody's. */
export function pathOf(address: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return undefined
  try {
    const path = decodeURIComponent(address.split(/[?#]/, 1)[0] ?? '').replace(/^\/+/, '')
    return path.split('/').includes('..') ? undefined : path
  } catch {
    // A percent sign that begins no byte names no file.
    return undefined
  }
}

function dataOf(address: string, read: (path: string) => Uint8Array | undefined): string | undefined {
  const path = pathOf(address)
  const mediaType = mediaTypes[path?.split('.').at(-1)?.toLowerCase() ?? '']
  const bytes = path === undefined || mediaType === undefined ? undefined : read(path)
  return bytes && `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
}
