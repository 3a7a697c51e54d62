/** Part of an SVG split at its images. Skia's SVG reader draws no images, so they are drawn between the parts. */
export type Layer =
  | { readonly kind: 'vector'; readonly svg: string }
  | {
      readonly kind: 'image'
      readonly source: string
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      /** As in `preserveAspectRatio`. */
      readonly fit: 'none' | 'meet' | 'slice'
      /** Corner radius. */
      readonly radius: number
      /** Attributes of the enclosing groups, outermost first. */
      readonly around: readonly (readonly [name: 'g' | 'svg', attributes: string])[]
    }

/** Splits an SVG produced by this project: one root, groups, no comments, no `>` in attributes. */
export function splitLayers(svg: string): Layer[] {
  const layers: Layer[] = []
  const open: { readonly name: string; readonly attributes: string; readonly tag: string }[] = []
  const shared = [...svg.matchAll(/<(linearGradient|radialGradient|filter|clipPath)\b.*?<\/\1>/gs)]
    .map(([whole]) => whole)
    .join('')
  let piece = ''
  let from = 0
  const flush = (upTo: number) =>
    layers.push({
      kind: 'vector',
      svg:
        piece +
        svg.slice(from, upTo) +
        open
          .toReversed()
          .map(({ name }) => `</${name}>`)
          .join(''),
    })
  for (const match of svg.matchAll(/<(\/?)([\w:]+)([^>]*?)(\/?)>/g)) {
    const [tag, closing, name = '', attributes = '', selfClosed] = match
    if (name === 'image') {
      flush(match.index)
      const value = reader(attributes)
      const ratio = value('preserveAspectRatio')
      layers.push({
        kind: 'image',
        source: value('href').replaceAll('&amp;', '&'),
        x: Number(value('x')),
        y: Number(value('y')),
        width: Number(value('width')),
        height: Number(value('height')),
        fit: ratio === 'none' ? 'none' : ratio.endsWith('slice') ? 'slice' : 'meet',
        radius: Number(/inset\(0 round ([\d.]+)px\)/.exec(attributes)?.[1] ?? 0),
        around: open.flatMap((one) =>
          one.name === 'g' || one.name === 'svg' ? [[one.name, one.attributes] as const] : [],
        ),
      })
      const [root, ...rest] = open
      piece = `${root?.tag ?? ''}<defs>${shared}</defs>${rest.map((one) => one.tag).join('')}`
      from = match.index + tag.length
    } else if (closing) open.pop()
    else if (!selfClosed) open.push({ name, attributes, tag })
  }
  flush(svg.length)
  return layers
}

/** Returns a function that reads an attribute of a tag, '' if absent. */
export function reader(attributes: string): (name: string) => string {
  const values = new Map(
    [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  return (name) => values.get(name) ?? ''
}
