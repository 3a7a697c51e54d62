import { role } from '../../components/roles.ts'
import { isClear, readColor } from '../color.ts'
import { getScale, placeBox } from '../matrix.ts'
import { textWidth, toFamily } from '../textSize.ts'
import type { XmlElement } from '../xml.ts'
import type { Context, Surface } from './context.ts'
import { readHtmlWords } from './htmlWords.ts'
import type { HtmlWords } from './htmlWords.ts'
import { formatPlace } from './namespaces.ts'
import { getPart } from './parts.ts'

/** Reads the words of a `foreignObject`; null if it contains none. */
export function readForeignWords(element: XmlElement, context: Context, surface: Surface): HtmlWords | null {
  const length = (name: string): number => surface.getLength(element, name, context)
  const box = { x: length('x'), y: length('y'), width: length('width'), height: length('height') }
  const words = readHtmlWords(element, box, surface.sheet)
  surface.spend(words.text.length / 50)
  return words.text === '' ? null : words
}

/** Adds the words of a `foreignObject` as a text component. Markup and styles other than those of the text are left out. */
export function addForeignWords(element: XmlElement, words: HtmlWords, context: Context, surface: Surface): void {
  const { style } = words
  const { book } = surface.sketch
  const part = { ...getPart(element, context, 'words'), sourceName: 'foreignObject' }
  if (words.isReduced) book.change(part.path, words.text.slice(0, 60), 'text.format')
  if (words.hasForeignParts) book.lose(part.path, part.sourceName, 'safe.markup')
  if (words.isCut) book.lose(part.path, words.text.slice(0, 60), 'text.long')
  const { frame, isWrapped } = getTextFrame(words)
  const placed = placeBox(frame, context.matrix)
  if (placed.isSheared) book.change(part.path, part.sourceName, 'shape.skew')
  const background = readColor(style.background)
  surface.sketch.add({
    ...part,
    role: role.text,
    frame: placed.frame,
    look: {
      text: words.text,
      fontSize: style.fontSize * getScale(context.matrix),
      fontColor: readColor(style.color) ?? '#000000ff',
      fontWeight: style.isBold ? 'bold' : 'normal',
      fontItalic: style.isItalic,
      fontFamily: toFamily(style.family),
      lineHeight: style.lineHeight,
      align: style.align,
      valign: words.valign,
      wrap: isWrapped,
      ...(background === undefined || isClear(background) || isWrapped ? {} : { fill: background }),
    },
  })
}

/** Reports that the plain text in a `switch` replaces formatted text, and whether that text is cut. */
export function reportFallback(fallback: XmlElement, words: HtmlWords, surface: Surface): void {
  const isCut = /(?:…|\.\.\.)\s*$/.test(fallback.children.filter((child) => typeof child === 'string').join(''))
  surface.sketch.book.change(formatPlace(fallback), words.text.slice(0, 60), isCut ? 'text.cut' : 'text.fallback')
}

/** Frame of the text: its container if the lines wrap, or else the estimated box of the lines in the container. */
function getTextFrame({ text, style, box, justify, valign }: HtmlWords) {
  const lines = text.split('\n')
  const widest = textWidth(text, style.fontSize) * (style.isBold ? 1.06 : 1)
  // Widths are estimated, so a line that is slightly too wide is not wrapped.
  const isWrapped = style.isWrapped && box.width >= style.fontSize && widest > 1.1 * box.width
  const lineCount = isWrapped
    ? lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(textWidth(line, style.fontSize) / box.width)), 0)
    : lines.length
  const height = lineCount * style.lineHeight * style.fontSize
  const width = isWrapped ? box.width : widest
  const spare = box.width - width
  const place = justify ?? style.align
  const x = box.x + (isWrapped || place === 'left' ? 0 : place === 'center' ? spare / 2 : spare)
  const y = box.y + (valign === 'top' ? 0 : valign === 'middle' ? (box.height - height) / 2 : box.height - height)
  return { frame: { x, y, width, height }, isWrapped }
}
