import { baselineEm, fontFamilies } from '../paint/atlas/glyphs.ts'
import { escapeXml, n } from '../paint/svg/svgBrush.ts'
import { colorPattern } from '../schema/index.ts'
import type { ECharts } from './library.ts'

/**
 * Converts the layout of an ECharts chart to SVG elements. ECharts' own SVG output does not escape colours, fonts and
 * ids, which come from drawings. Only known elements and safe attributes are written, and ids include a digest of the
 * picture to keep them unique on a page. `isCoarse` rounds to tenths: too coarse for small circles, but it halves the
 * size of a map.
 */
export function svgInside(chart: ECharts, isCoarse: boolean): string {
  const { painter } = chart.getZr()
  if (!('renderToVNode' in painter) || typeof painter.renderToVNode !== 'function')
    throw new Error('the chart is not painted as SVG')
  const root: unknown = painter.renderToVNode({
    animation: false,
    emphasis: false,
    willUpdate: false,
    compress: isCoarse,
  })
  const written = isNode(root) ? (root.children ?? []).map(write).join('') : ''
  return written.replaceAll(idMark, `c${hashText(written)}-`)
}

type Attributes = Readonly<Record<string, unknown>>
interface Node {
  readonly tag: string
  readonly attrs?: Attributes
  readonly children?: readonly unknown[]
  readonly text?: string
}

const supportedTags = new Set([
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'defs',
  'clipPath',
  'linearGradient',
  'radialGradient',
  'stop',
  'filter',
  'feDropShadow',
])
/** Placeholder for the digest until the output is complete. */
const idMark = '\u{e000}'

function write(node: unknown): string {
  if (!isNode(node) || !supportedTags.has(node.tag)) return ''
  const source = node.attrs ?? {}
  const attrs = normalizePaints(node.tag === 'text' || node.tag === 'tspan' ? wordAttributes(source) : source)
  const inner = `${node.text ? escapeXml(node.text.replaceAll(idMark, '')) : ''}${(node.children ?? []).map(write).join('')}`
  if (inner === '' && attrs['fill'] === 'none' && attrs['stroke'] === undefined) return ''
  const { 'paint-order': order, ...plain } = attrs
  if (order !== 'stroke' || plain['stroke'] === undefined) return element(node.tag, plain, inner)
  // Text with an outline: write the outline as a separate element first, because not all readers support `paint-order`.
  const rim = Object.fromEntries(Object.entries(plain).filter(([name]) => !name.startsWith('fill')))
  const words = Object.fromEntries(Object.entries(plain).filter(([name]) => !name.startsWith('stroke')))
  return element(node.tag, { ...rim, fill: 'none' }, inner) + element(node.tag, words, inner)
}

function element(tag: string, attrs: Attributes, inner: string): string {
  const attributes = Object.entries(attrs)
    .map(([name, value]) => attribute(name, value))
    .join('')
  return inner === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inner}</${tag}>`
}

/** Separates alpha from colours and removes invisible fills and strokes: some readers draw a stroke of width 0. */
function normalizePaints(source: Attributes): Attributes {
  const attrs: Record<string, unknown> = { ...source }
  for (const name of ['fill', 'stroke', 'stop'] as const) {
    const [color, opacity] = name === 'stop' ? ['stop-color', 'stop-opacity'] : [name, `${name}-opacity`]
    const text = attrs[color]
    if (typeof text !== 'string') continue
    const isHex = colorPattern.test(text)
    const alpha =
      (isHex && text.length === 9 ? Number.parseInt(text.slice(7), 16) / 255 : text === 'transparent' ? 0 : 1) *
      Number(attrs[opacity] ?? 1)
    const isUnseen = name !== 'stop' && (alpha === 0 || (name === 'stroke' && Number(attrs['stroke-width'] ?? 1) === 0))
    attrs[color] = isUnseen ? (name === 'fill' ? 'none' : undefined) : isHex ? text.slice(0, 7) : text
    attrs[opacity] = isUnseen || alpha === 1 ? undefined : n(alpha)
    if (isUnseen && name === 'stroke') attrs['stroke-width'] = undefined
  }
  return attrs
}

/**
 * Writes font and baseline as attributes and an absolute y, because some readers support neither `style` nor
 * `dominant-baseline`.
 */
function wordAttributes(source: Attributes): Attributes {
  const { style, 'dominant-baseline': baseline, y, ...rest } = source
  const css = typeof style === 'string' ? style : ''
  const size = Number(/(?:^|[\s:])([\d.]+)px/.exec(css)?.[1] ?? 12)
  const family = /(?:font-family:|px )([^;]+)/.exec(css)?.[1]
  return {
    ...rest,
    y: n((Number(y) || 0) + (baseline === 'central' ? baselineEm * size : 0)),
    'font-size': n(size),
    ...(family && family !== fontFamilies.sans && { 'font-family': family }),
    ...(/font-weight:(?:bold|[6-9]00)|\b(?:bold|[6-9]00) [\d.]+px/.test(css) && { 'font-weight': '600' }),
    ...(/italic/.test(css) && { 'font-style': 'italic' }),
  }
}

function attribute(name: string, value: unknown): string {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return ''
  if (!/^[a-z][a-z0-9-]*$/i.test(name) || name.startsWith('on') || omittedAttributes.has(name)) return ''
  const text = String(value).replaceAll(idMark, '')
  if (/url\(/i.test(text) && !/^url\(#zr\d+-[a-z]+\d+\)$/.test(text)) return ''
  return ` ${name}="${escapeXml(text).replace(/\bzr\d+-(?=[a-z]+\d+)/g, idMark)}"`
}

const omittedAttributes = new Set(['class', 'href', 'style', 'pointer-events'])

function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'tag' in value && typeof value.tag === 'string'
}
