import { resolveProps } from '../components/catalog.ts'
import type { Catalog } from '../components/catalog.ts'
import { groupType } from '../document/component.ts'
import type { Component, Id, Props } from '../document/component.ts'
import type { Drawing } from '../document/drawing.ts'
import { safePictureUrl } from '../schema/parse.ts'
import type { FieldValue } from '../schema/index.ts'
import type { Size } from './brush.ts'
import { fontFamilies } from './glyphs.ts'
import { drawErrorBox, drawQualityFrame, isDrained } from './quality.ts'
import type { Quality } from './quality.ts'
import { defaultShadow } from './record.ts'
import { escapeXml, n, paint, SvgBrush } from './svgBrush.ts'
import type { PaintedPictures } from './svgBrush.ts'

export interface SvgOptions {
  /** Size of the picture; the layer's own when absent. One of the two keeps the proportion. */
  readonly width?: number
  readonly height?: number
  /** Live values by component: fields and the common ones (x, y, width, height, angleDeg, opacity, visible). */
  readonly overrides?: ReadonlyMap<Id, Props>
  /** Worst quality of a component's tags; absent: good. */
  readonly qualities?: ReadonlyMap<Id, Quality>
  /** Charts and the like, painted beforehand; absent: their place stays empty. */
  readonly pictures?: PaintedPictures
}

/**
 * The drawing as one self-contained SVG document: thumbnails, printing, export and tests need no GPU. What is shown is
 * what the stage shows at rest; a component that cannot be drawn becomes an error box and the rest is drawn.
 */
export function svgOf(drawing: Drawing, catalog: Catalog, options: SvgOptions = {}): string {
  const { layer } = drawing
  const byId = new Map(drawing.components.map((component) => [component.id, component]))
  const width = options.width ?? (options.height === undefined ? layer.width : (options.height * layer.width) / layer.height)
  const height = options.height ?? (width * layer.height) / layer.width
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(layer.width)} ${n(layer.height)}"`,
    ` role="img" aria-label="${escapeXml(drawing.name)}" font-family="${escapeXml(fontFamilies.sans)}" style="white-space:pre">`,
    `<rect width="${n(layer.width)}" height="${n(layer.height)}"${paint('fill', layer.backColor)}/>`,
    backgroundImage(layer.backgroundImage, layer.width, layer.height),
  ]
  for (const component of drawing.components) {
    if (component.type !== groupType) parts.push(componentSvg(component, byId, catalog, options))
  }
  parts.push('</svg>')
  return parts.join('')
}

function backgroundImage(source: string, width: number, height: number): string {
  const url = safePictureUrl(source)
  return url ? `<image href="${escapeXml(url)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="none"/>` : ''
}

function componentSvg(component: Component, byId: ReadonlyMap<Id, Component>, catalog: Catalog, options: SvgOptions): string {
  const opacity = opacityOf(component, byId, options.overrides)
  if (opacity <= 0) return ''
  const live = options.overrides?.get(component.id)
  const quality = options.qualities?.get(component.id) ?? 0
  const x = numberOf(live?.x, component.x)
  const y = numberOf(live?.y, component.y)
  const size = { width: Math.max(0, numberOf(live?.width, component.width)), height: Math.max(0, numberOf(live?.height, component.height)) }
  const angle = numberOf(live?.angleDeg, component.angleDeg)
  let transform = `translate(${n(x)} ${n(y)})`
  if (angle !== 0) transform += ` rotate(${n(angle)} ${n(size.width / 2)} ${n(size.height / 2)})`
  if (component.flipX) transform += ` translate(${n(size.width)} 0) scale(-1 1)`
  if (component.flipY) transform += ` translate(0 ${n(size.height)}) scale(1 -1)`
  const faded = opacity < 1 ? ` opacity="${n(opacity)}"` : ''
  return `<g transform="${transform}"${faded}>${withQuality(shadowed(component, drawn(component, live, size, catalog, options.pictures)), size, quality)}</g>`
}

function drawn(component: Component, live: Props | undefined, size: Size, catalog: Catalog, pictures?: PaintedPictures): string {
  const type = catalog.get(component.type)
  if (type) {
    try {
      const brush = new SvgBrush(pictures)
      type.draw(brush, resolveProps(type, component.props, live), size)
      return brush.toString()
    } catch {
      // Our own mistake in one component must not cost the operator the rest of the picture: the box below shows it.
    }
  }
  const brush = new SvgBrush()
  drawErrorBox(brush, size, type ? component.name : component.type)
  return brush.toString()
}

function shadowed({ extras }: Component, content: string): string {
  const { shadowLength = 0, shadowColor = defaultShadow, shadowAngleDeg = 45 } = extras
  if (!(shadowLength > 0)) return content
  const angle = (shadowAngleDeg * Math.PI) / 180
  const [dx, dy] = [shadowLength * Math.cos(angle), shadowLength * Math.sin(angle)]
  return `<g style="filter:drop-shadow(${n(dx)}px ${n(dy)}px ${n(shadowLength * 0.3)}px ${shadowColor})">${content}</g>`
}

function withQuality(content: string, size: Size, quality: Quality): string {
  if (!isDrained(quality)) return content
  const brush = new SvgBrush()
  drawQualityFrame(brush, size, quality)
  return `<g style="filter:grayscale(.85) opacity(.75)">${content}</g>${brush.toString()}`
}

/** A component is as visible as all its groups let it be. */
function opacityOf(component: Component, byId: ReadonlyMap<Id, Component>, overrides: SvgOptions['overrides']): number {
  let opacity = 1
  const seen = new Set<Id>()
  for (let at: Component | undefined = component; at && !seen.has(at.id); at = at.parent === null ? undefined : byId.get(at.parent)) {
    seen.add(at.id)
    const live = overrides?.get(at.id)
    if (!isShown(live?.visible, at.visible)) return 0
    opacity *= Math.max(0, Math.min(1, numberOf(live?.opacity, at.opacity)))
  }
  return opacity
}

function numberOf(live: FieldValue | undefined, own: number): number {
  return typeof live === 'number' && Number.isFinite(live) ? live : own
}

function isShown(live: FieldValue | undefined, own: boolean): boolean {
  return typeof live === 'boolean' ? live : typeof live === 'number' && !Number.isNaN(live) ? live !== 0 : own
}
