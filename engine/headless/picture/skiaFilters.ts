/**
 * Replaces the CSS filters of our SVG by filter elements, which Skia's reader supports. Without them stale values would
 * look live.
 */
export function withFilterElements(svg: string, width: number, height: number): string {
  const filters = new Map<string, string>()
  const region = `filterUnits="userSpaceOnUse" x="${-width}" y="${-height}" width="${width * 3}" height="${height * 3}"`
  const named = (kind: 'gray' | 'cast', inside: string): string => {
    const id = filters.get(inside) ?? `${kind}-${filters.size}`
    filters.set(inside, id)
    return ` filter="url(#${id})"`
  }
  const body = svg
    .replace(
      / style="filter:grayscale\(([\d.]+)\) opacity\(([\d.]+)\)"/g,
      (_, gray: string, opacity: string) =>
        `${named('gray', `<feColorMatrix type="saturate" values="${1 - Number(gray)}"/>`)} opacity="${opacity}"`,
    )
    .replace(
      / style="filter:drop-shadow\((-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px (#[0-9a-f]{6})([0-9a-f]{2})?\)"/gi,
      (_, dx: string, dy: string, blur: string, color: string, alpha = 'ff') =>
        named(
          'cast',
          `<feGaussianBlur in="SourceAlpha" stdDeviation="${blur}"/><feOffset dx="${dx}" dy="${dy}" result="cast"/>` +
            `<feFlood flood-color="${color}" flood-opacity="${Number.parseInt(alpha, 16) / 255}"/><feComposite in2="cast" operator="in"/>` +
            '<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>',
        ),
    )
  if (filters.size === 0) return body
  const elements = [...filters].map(([inside, id]) => `<filter id="${id}" ${region}>${inside}</filter>`).join('')
  return body.replace(/^<svg[^>]*>/, (root) => `${root}<defs>${elements}</defs>`)
}
