const picture = /(<image\b[^>]*?\bhref=")([^"]+)"/g

/** The addresses of the pictures that an SVG of ours shows, each once; those that are within it already are none. */
export function pictureAddresses(svg: string): string[] {
  return [...new Set([...svg.matchAll(picture)].map(([, , address = '']) => decoded(address)))].filter((address) => !address.startsWith('data:'))
}

/** The same SVG with pictures in it: `dataOf` gives a `data:` address for each, or undefined where the picture stays where it lies. */
export function withPictures(svg: string, dataOf: (address: string) => string | undefined): string {
  return svg.replace(picture, (whole: string, before: string, address: string) => {
    const data = address.startsWith('data:') ? undefined : dataOf(decoded(address))
    return data === undefined ? whole : `${before}${data}"`
  })
}

const decoded = (address: string): string => address.replaceAll('&amp;', '&')
