import { getDeclaredValues } from './styles.ts'
import type { StyleSheet } from './styles.ts'
import { readLength } from './lengths.ts'
import type { XmlElement } from '../xml.ts'

/** Inherited style of HTML text. Lengths are user units. */
export interface HtmlStyle {
  readonly fontSize: number
  readonly color: string
  readonly background: string
  readonly family: string
  readonly isBold: boolean
  readonly isItalic: boolean
  /** As a multiple of the font size. */
  readonly lineHeight: number
  readonly align: 'left' | 'center' | 'right'
  readonly isWrapped: boolean
}

/** The words of HTML content, with the position of their box. */
export interface HtmlWords {
  readonly text: string
  readonly style: HtmlStyle
  /** Box of the innermost container. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** Position of the text in its box. */
  readonly justify: 'left' | 'center' | 'right' | null
  readonly valign: 'top' | 'middle' | 'bottom'
  /** The text has several formats, a table or a list, of which only the words remain. */
  readonly isReduced: boolean
  /** The content has parts other than words, such as pictures or form controls. */
  readonly hasForeignParts: boolean
  /** The content has too many pieces; the text ends before the last ones. */
  readonly isCut: boolean
}

type Box = HtmlWords['box']

const foreignTags = /^(?:img|svg|picture|input|button|select|textarea|video|audio|iframe|canvas|object|embed|math)$/
const blockTags = /^(?:div|p|li|ul|ol|table|tbody|thead|tr|h[1-6]|section|article|pre|blockquote|hr|body|html|center)$/
const silentTags = /^(?:script|style|head|title|template|noscript)$/
const runLimit = 2000

/** Name of an HTML element without a prefix, in lower case. */
const tagName = (element: XmlElement): string => element.name.replace(/^[\w-]+:/, '').toLowerCase()

/**
 * Reads the words of HTML content in a box, with the layout that drawing programs write: nested boxes with margins,
 * paddings and flexible alignment around one text.
 */
export function readHtmlWords(root: XmlElement, box: Box, sheet: StyleSheet): HtmlWords {
  const frame = findContainer(root, { box, sheet, style: plainStyle, justify: null, valign: 'top' })
  const writer = new WordWriter(sheet)
  writer.write(frame.element, frame.style)
  return {
    text: writer.text,
    style: writer.first ?? frame.style,
    box: frame.box,
    justify: frame.justify,
    valign: frame.valign,
    isReduced: writer.isReduced,
    hasForeignParts: writer.hasForeignParts,
    isCut: writer.isCut,
  }
}

const plainStyle: HtmlStyle = {
  fontSize: 16,
  color: '#000000',
  background: '',
  family: '',
  isBold: false,
  isItalic: false,
  lineHeight: 1.2,
  align: 'left',
  isWrapped: true,
}

interface Frame {
  readonly box: Box
  readonly sheet: StyleSheet
  readonly style: HtmlStyle
  readonly justify: HtmlWords['justify']
  readonly valign: HtmlWords['valign']
}

/** Descends through boxes with a single child, which only position the text. */
function findContainer(root: XmlElement, outer: Frame): Frame & { readonly element: XmlElement } {
  let element = root
  let frame = outer
  for (let depth = 0; depth < 30; depth++) {
    const inside = element.children.filter((child) => typeof child !== 'string' || child.trim() !== '')
    const [only] = inside
    if (inside.length !== 1 || only === undefined || typeof only === 'string') break
    const tag = tagName(only)
    if (!blockTags.test(tag) || /^(?:ul|ol|table|li|tr)$/.test(tag)) break
    frame = enterBox(only, frame)
    element = only
  }
  return { ...frame, element }
}

function enterBox(element: XmlElement, outer: Frame): Frame {
  const css = getDeclaredValues(element, outer.sheet)
  const style = readStyle(element, outer.style, outer.sheet)
  const { box } = outer
  const length = (name: string, whole: number): number => readLength(css.get(name), whole, style.fontSize) ?? 0
  const [margin, padding] = [readSides(css, 'margin', box.width), readSides(css, 'padding', box.width)]
  const isBorderBox = css.get('box-sizing') === 'border-box'
  const own = readLength(css.get('width'), box.width, style.fontSize)
  const high = readLength(css.get('height'), box.height, style.fontSize)
  const width = own ?? Math.max(0, box.width - margin.left - margin.right)
  const height = high ?? (css.has('height') ? box.height : 0)
  const inner = {
    x: box.x + margin.left + padding.left + length('left', box.width),
    y: box.y + margin.top + padding.top + length('top', box.height),
    width: Math.max(0, width - (own === undefined || isBorderBox ? padding.left + padding.right : 0)),
    height: Math.max(0, height - (isBorderBox ? padding.top + padding.bottom : 0)),
  }
  const display = css.get('display') ?? ''
  const isColumn = (css.get('flex-direction') ?? '').startsWith('column')
  const main = toPlace(css.get('justify-content'))
  const cross = toPlace(css.get('align-items'))
  if (/flex|grid/.test(display)) {
    const [across, down] = isColumn ? [cross, main] : [main, cross]
    return { ...outer, style, box: inner, justify: across ?? outer.justify, valign: toValign(down) ?? 'top' }
  }
  const aligned = display === 'table-cell' ? css.get('vertical-align') : undefined
  if (high === undefined && aligned === undefined)
    // A box without a height of its own takes the place that its container gives it.
    return { ...outer, style, box: { ...inner, height: outer.valign === 'top' ? inner.height : box.height } }
  return {
    ...outer,
    style,
    box: inner,
    valign: aligned === 'middle' ? 'middle' : aligned === 'bottom' ? 'bottom' : 'top',
  }
}

function readSides(css: ReadonlyMap<string, string>, name: string, whole: number) {
  const [top = '0', right = top, bottom = top, left = right] = (css.get(name) ?? '0').trim().split(/\s+/)
  const side = (key: string, common: string): number => readLength(css.get(`${name}-${key}`) ?? common, whole) ?? 0
  return {
    top: side('top', top),
    right: side('right', right),
    bottom: side('bottom', bottom),
    left: side('left', left),
  }
}

function toPlace(text = ''): 'left' | 'center' | 'right' | null {
  if (/center/.test(text)) return 'center'
  if (/end|right/.test(text)) return 'right'
  return /start|left/.test(text) ? 'left' : null
}

function toValign(place: HtmlWords['justify']): HtmlWords['valign'] | undefined {
  return place === 'center' ? 'middle' : place === 'right' ? 'bottom' : place === 'left' ? 'top' : undefined
}

function readStyle(element: XmlElement, outer: HtmlStyle, sheet: StyleSheet): HtmlStyle {
  const css = getDeclaredValues(element, sheet)
  const tag = tagName(element)
  const attribute = (name: string): string | undefined => element.attributes.get(name)
  const fontSize = readLength(css.get('font-size'), outer.fontSize, outer.fontSize) ?? outer.fontSize
  const weight = css.get('font-weight') ?? (/^(?:b|strong|th|h[1-6])$/.test(tag) ? 'bold' : undefined)
  const slant = css.get('font-style') ?? (/^(?:i|em)$/.test(tag) ? 'italic' : undefined)
  const align = css.get('text-align') ?? attribute('align') ?? (tag === 'center' ? 'center' : undefined)
  const space = css.get('white-space')
  return {
    fontSize,
    color: css.get('color') ?? attribute('color') ?? outer.color,
    background: css.get('background-color') ?? css.get('background') ?? outer.background,
    family: css.get('font-family') ?? attribute('face') ?? outer.family,
    isBold: weight === undefined ? outer.isBold : /bold/.test(weight) || Number(weight) >= 600,
    isItalic: slant === undefined ? outer.isItalic : /italic|oblique/.test(slant),
    lineHeight: readLineHeight(css.get('line-height'), fontSize) ?? outer.lineHeight,
    align: align === undefined ? outer.align : (toPlace(align) ?? 'left'),
    isWrapped: space === undefined ? outer.isWrapped : !/^(?:nowrap|pre)$/.test(space),
  }
}

function readLineHeight(text: string | undefined, fontSize: number): number | undefined {
  if (text === undefined || text === 'inherit') return undefined
  const number = Number(text)
  const share = Number.isFinite(number)
    ? number
    : (readLength(text, fontSize, fontSize) ?? 0) / Math.max(fontSize, 1e-6)
  return share > 0.3 && share < 10 ? share : 1.2
}

/** Collects the lines of inline content. */
class WordWriter {
  first: HtmlStyle | undefined
  isReduced = false
  hasForeignParts = false
  isCut = false
  private readonly sheet: StyleSheet
  private readonly lines: string[] = ['']
  private runs = 0

  constructor(sheet: StyleSheet) {
    this.sheet = sheet
  }

  get text(): string {
    const lines = this.lines.map((line) => line.trim())
    while (lines.at(-1) === '') lines.pop()
    while (lines[0] === '') lines.shift()
    return lines.join('\n')
  }

  write(element: XmlElement, style: HtmlStyle): void {
    for (const child of element.children) {
      if (++this.runs > runLimit) {
        this.isCut = true
        return
      }
      if (typeof child === 'string') this.words(child, style)
      else this.element(child, style)
    }
  }

  private element(element: XmlElement, outer: HtmlStyle): void {
    const tag = tagName(element)
    if (silentTags.test(tag)) return
    if (foreignTags.test(tag)) {
      this.hasForeignParts = true
      return
    }
    if (tag === 'br') {
      this.lines.push('')
      return
    }
    const style = readStyle(element, outer, this.sheet)
    const css = getDeclaredValues(element, this.sheet)
    if (css.get('display') === 'none' || css.get('visibility') === 'hidden') return
    if (/absolute|fixed/.test(css.get('position') ?? '') || /^(?:table|li|hr|sub|sup)$/.test(tag)) this.isReduced = true
    if (/underline|line-through/.test(css.get('text-decoration') ?? '') || /^(?:u|s|strike|del)$/.test(tag))
      this.isReduced = true
    const isBlock = blockTags.test(tag) && css.get('display') !== 'inline'
    if (isBlock) this.startLine()
    if (tag === 'li') this.append('• ')
    if ((tag === 'td' || tag === 'th') && this.lines.at(-1) !== '') this.append('  ')
    this.write(element, style)
    if (isBlock) this.startLine()
  }

  private words(text: string, style: HtmlStyle): void {
    const plain = text.replace(/[ \t\r\n\f]+/g, ' ')
    const line = this.lines.at(-1) ?? ''
    const next = line === '' || line.endsWith(' ') ? plain.trimStart() : plain
    if (next === '') return
    if (next.trim() !== '') {
      this.first ??= style
      if (!isSameLook(this.first, style)) this.isReduced = true
    }
    this.append(next)
  }

  private append(text: string): void {
    this.lines[this.lines.length - 1] += text
  }

  private startLine(): void {
    if ((this.lines.at(-1) ?? '').trim() !== '') this.lines.push('')
  }
}

function isSameLook(one: HtmlStyle, other: HtmlStyle): boolean {
  return (
    one.fontSize === other.fontSize &&
    one.color === other.color &&
    one.isBold === other.isBold &&
    one.isItalic === other.isItalic
  )
}
