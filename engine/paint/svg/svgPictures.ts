const picture = /(<image\b[^>]*?\bhref=")([^"]+)"/g

/** Returns the distinct picture URLs in an SVG written by this module, without embedded `data:` URLs. */
export function pictureAddresses(svg: string): string[] {
  return [...new Set([...svg.matchAll(picture)].map(([, , address = '']) => decodeAmpersands(address)))].filter(
    (address) => !address.startsWith('data:'),
  )
}

/** Embeds pictures in an SVG: `dataOf` returns the `data:` URL for an address, or undefined to leave it unchanged. */
export function withPictures(svg: string, getData: (address: string) => string | undefined): string {
  return svg.replace(picture, (whole: string, before: string, address: string) => {
    const data = address.startsWith('data:') ? undefined : getData(decodeAmpersands(address))
    return data === undefined ? whole : `${before}${data}"`
  })
}

const decodeAmpersands = (address: string): string => address.replaceAll('&amp;', '&')
