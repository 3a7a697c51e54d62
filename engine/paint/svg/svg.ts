import { resolveProps } from '../../components/catalog.ts'
import type { AnyComponentType, Catalog } from '../../components/catalog.ts'
import { groupType } from '../../document/model/component.ts'
import type { Component, Id, PageTheme, Props } from '../../document/model/component.ts'
import type { Extras } from '../../document/values/promptFields.ts'
import type { Drawing } from '../../document/model/drawing.ts'
import { safePictureUrl } from '../../schema/parse.ts'
import type { Words } from '../../schema/index.ts'
import type { Size } from '../brush/brush.ts'
import {
  inheritFromGroups,
  findAnimationSource,
  liveFlag,
  liveFrame,
  applyPose,
  animationSpeed,
  withShadow,
  worstQuality,
  type Frame,
  type Surroundings,
} from '../brush/inheritedState.ts'
import { fontFamilies } from '../atlas/glyphs.ts'
import { isMirrored, type Flips } from '../brush/mirroring.ts'
import { drawErrorBox, drawQualityFrame, isDesaturated } from '../brush/qualityOverlay.ts'
import type { Quality } from '../brush/qualityOverlay.ts'
import { defaultShadow } from '../brush/primitiveLayout.ts'
import { escapeXml, n, paint, SvgBrush } from './svgBrush.ts'
import type { PaintedPictures } from './svgBrush.ts'

/** Options for rendering a drawing as SVG. */
export interface SvgOptions {
  /**
   * Width of the picture in pixels. Default: the layer's width. If only one of `width` and `height` is set, the aspect
   * ratio is kept.
   */
  readonly width?: number
  readonly height?: number
  /**
   * Live values by component: type fields and common properties (x, y, width, height, angleDeg, opacity, visible,
   * animated, animationSpeed).
   */
  readonly overrides?: ReadonlyMap<Id, Props>
  /** Worst quality of a component's tags. Default: good. */
  readonly qualities?: ReadonlyMap<Id, Quality>
  /** Running time of animations in milliseconds. Absent: components are shown without motion. */
  readonly elapsedMs?: number | undefined
  /** Charts and similar pictures, painted in advance. Absent: they are left out. */
  readonly pictures?: PaintedPictures
  /** Language of texts that component types provide. Absent: both languages. */
  readonly language?: keyof Words
}

/**
 * Renders a drawing as a self-contained SVG document, for thumbnails, printing, export and tests. It needs no GPU. The
 * result matches the stage, at rest or at `elapsedMs` of its animations. A component that cannot be drawn becomes an
 * error box.
 *
 * ```ts
 * const svg = svgOf(drawing, catalog, { width: 800 })
 * ```
 */
export function renderSvg(drawing: Drawing, catalog: Catalog, options: SvgOptions = {}): string {
  const { layer } = drawing
  const byId = new Map(drawing.components.map((component) => [component.id, component]))
  const width =
    options.width ?? (options.height === undefined ? layer.width : (options.height * layer.width) / layer.height)
  const height = options.height ?? (width * layer.height) / layer.width
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(layer.width)} ${n(layer.height)}"`,
    ` role="img" aria-label="${escapeXml(drawing.name)}" font-family="${escapeXml(fontFamilies.sans)}" style="white-space:pre">`,
    `<rect width="${n(layer.width)}" height="${n(layer.height)}"${paint('fill', layer.backColor)}/>`,
    backgroundImage(layer.backgroundImage, layer.width, layer.height),
  ]
  const around: Surroundings = { get: (id) => byId.get(id), live: (id) => options.overrides?.get(id) }
  for (const component of drawing.components) {
    if (component.type !== groupType) parts.push(componentSvg(component, around, catalog, options, layer.theme))
  }
  parts.push('</svg>')
  return parts.join('')
}

function backgroundImage(source: string, width: number, height: number): string {
  const url = safePictureUrl(source)
  return url
    ? `<image href="${escapeXml(url)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="none"/>`
    : ''
}

function componentSvg(
  component: Component,
  around: Surroundings,
  catalog: Catalog,
  options: SvgOptions,
  theme: PageTheme,
): string {
  if (!isShown(component, around)) return ''
  const frame = getShownFrame(component, around, options.elapsedMs)
  const { x, y, width, height, angleDeg, opacity } = frame
  if (opacity <= 0) return ''
  const live = options.overrides?.get(component.id)
  const type = catalog.get(component.type)
  const props = type ? resolveProps(type, component.props, live, theme) : component.props
  const isFlipped = isMirrored(frame, type, props)
  const flips = { flipX: isFlipped && frame.flipX, flipY: isFlipped && frame.flipY }
  const quality = worstQuality(component, options.qualities?.get(component.id) ?? 0, around, (id) =>
    options.qualities?.get(id),
  )
  const size = { width: Math.max(0, width), height: Math.max(0, height) }
  let transform = `translate(${n(x)} ${n(y)})`
  if (angleDeg !== 0) transform += ` rotate(${n(angleDeg)} ${n(size.width / 2)} ${n(size.height / 2)})`
  if (flips.flipX) transform += ` translate(${n(size.width)} 0) scale(-1 1)`
  if (flips.flipY) transform += ` translate(0 ${n(size.height)}) scale(1 -1)`
  const faded = opacity < 1 ? ` opacity="${n(opacity)}"` : ''
  const placed = (content: string) => `<g transform="${transform}"${faded}>${content}</g>`
  const extras = live ? withShadow(component.extras, live) : component.extras
  const content = desaturate(drawComponent(component, type, props, size, flips, options), quality)
  const mark = qualityMark(size, quality)
  // Apply the shadow to the placed content, so that its direction does not depend on rotation or mirroring. The quality
  // frame casts no shadow.
  return (extras.shadowLength ?? 0) > 0
    ? addShadow(extras, placed(content)) + (mark && placed(mark))
    : placed(content + mark)
}

/** Returns the frame as the stage shows it: live values, then groups, then the animation. */
function getShownFrame(component: Component, around: Surroundings, elapsedMs: number | undefined): Frame {
  const live = around.live(component.id)
  const frame = inheritFromGroups(live ? liveFrame(component, live) : component, component.parent, around)
  const carrier = elapsedMs === undefined ? null : findAnimationSource(component, around)
  if (elapsedMs === undefined || !carrier?.animation) return frame
  const speed = animationSpeed(around.live(carrier.id))
  if (speed === 0) return frame
  return applyPose(
    frame,
    carrier.animation,
    carrier === component ? frame : inheritFromGroups(carrier, carrier.id, around),
    elapsedMs * speed,
  )
}

function drawComponent(
  component: Component,
  type: AnyComponentType | undefined,
  props: Props,
  size: Size,
  flips: Flips,
  { pictures, language }: SvgOptions,
): string {
  if (type) {
    try {
      const brush = new SvgBrush(pictures, language, flips)
      type.draw(brush, props, size)
      return brush.toString()
    } catch {
      // A faulty component must not break the rest of the picture; the error box below replaces it.
    }
  }
  const brush = new SvgBrush(undefined, language, flips)
  drawErrorBox(brush, size, type ? component.name : component.type)
  return brush.toString()
}

function addShadow(
  { shadowLength = 0, shadowColor = defaultShadow, shadowAngleDeg = 45 }: Extras,
  content: string,
): string {
  const angle = (shadowAngleDeg * Math.PI) / 180
  const [dx, dy] = [shadowLength * Math.cos(angle), shadowLength * Math.sin(angle)]
  return `<g style="filter:drop-shadow(${n(dx)}px ${n(dy)}px ${n(shadowLength * 0.3)}px ${shadowColor})">${content}</g>`
}

function desaturate(content: string, quality: Quality): string {
  return isDesaturated(quality) ? `<g style="filter:grayscale(.85) opacity(.75)">${content}</g>` : content
}

function qualityMark(size: Size, quality: Quality): string {
  if (!isDesaturated(quality)) return ''
  const brush = new SvgBrush()
  drawQualityFrame(brush, size, quality)
  return brush.toString()
}

/** A component is visible if it and all its groups are visible. */
function isShown(component: Component, around: Surroundings): boolean {
  const visited = new Set<Id>()
  for (
    let at: Component | undefined = component;
    at && !visited.has(at.id);
    at = at.parent === null ? undefined : around.get(at.parent)
  ) {
    visited.add(at.id)
    if (!liveFlag(around.live(at.id)?.['visible'], at.visible)) return false
  }
  return true
}
