import { pictureAddresses, withPictures } from '../../paint/index.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
}

/**
 * Embeds pictures into an SVG, read from the folder given with `--files`. Nothing is fetched; other addresses and
 * missing files are returned in `missing`.
 */
export function withImages(
  svg: string,
  read: (path: string) => Uint8Array | undefined,
): { readonly svg: string; readonly missing: readonly string[] } {
  const found = new Map(pictureAddresses(svg).map((address) => [address, toDataUrl(address, read)]))
  return {
    svg: withPictures(svg, (address) => found.get(address)),
    missing: [...found].flatMap(([address, data]) => (data === undefined ? [address] : [])),
  }
}

/**
 * Path of an address in the folder served by the host. Undefined for other hosts and for paths that leave the folder.
 */
export function toFilePath(address: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return undefined
  try {
    const path = decodeURIComponent(address.split(/[?#]/, 1)[0] ?? '').replace(/^\/+/, '')
    return path.split('/').includes('..') ? undefined : path
  } catch {
    // Malformed percent encoding: not the name of a file.
    return undefined
  }
}

function toDataUrl(address: string, read: (path: string) => Uint8Array | undefined): string | undefined {
  const path = toFilePath(address)
  const mediaType = mediaTypes[path?.split('.').at(-1)?.toLowerCase() ?? '']
  const bytes = path === undefined || mediaType === undefined ? undefined : read(path)
  return bytes && `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
}
