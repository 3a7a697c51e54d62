import type { Parsed, Problem } from '../schema/index.ts'

/** An element of a parsed XML document. Names include their namespace prefix. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlNode[]
  /** Line of the start tag, from 1. */
  readonly line: number
}

/** An element, or the text between elements. */
export type XmlNode = XmlElement | string

/** Limits for parsing untrusted XML. Lengths are in characters; `attributes` is the maximum number for one element. */
export interface XmlLimits {
  readonly textLength: number
  /** Maximum nesting depth. */
  readonly depth: number
  /** Maximum number of elements and texts. */
  readonly nodes: number
  readonly attributes: number
  readonly attributeLength: number
}

export const xmlLimits: XmlLimits = {
  textLength: 10 * 1024 * 1024,
  depth: 128,
  nodes: 500_000,
  attributes: 200,
  attributeLength: 4 * 1024 * 1024,
}

/**
 * Parses untrusted XML in one pass, without recursion and without loading anything. Supports the predefined entities,
 * character references and entities declared as plain text (as in Illustrator's namespaces), limited in number and size
 * and without nesting. Other declarations in the document type are rejected. Returns problems for invalid XML or
 * exceeded limits.
 *
 * ```ts
 * const read = readXml('<svg/>')
 * if (!read.problems) read.value.name // 'svg'
 * ```
 */
export function readXml(text: string, limits: Partial<XmlLimits> = {}): Parsed<XmlElement> {
  const allowed = { ...xmlLimits, ...limits }
  if (text.length > allowed.textLength)
    return {
      problems: [
        { path: '', code: 'xml.tooLarge', message: `the text has more than ${allowed.textLength} characters` },
      ],
    }
  try {
    return { value: new XmlReader(text, allowed).read() }
  } catch (error) {
    if (error instanceof XmlFault) return { problems: [error.problem] }
    throw error
  }
}

/** Text of an element and its descendants. */
export function textIn(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')
}

interface OpenElement {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: XmlNode[]
  readonly line: number
}

/** Aborts parsing; caught by `readXml`. */
class XmlFault extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

const namePattern = /[A-Za-z_:\u00c0-\uffff][-A-Za-z0-9_:.\u00b7\u00c0-\uffff]*/y
const spacePattern = /[ \t\r\n]*/y
// oxlint-disable-next-line no-control-regex -- these are the very characters that XML forbids
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
/** Document type with an optional internal subset. */
const doctypePattern = /<!DOCTYPE[ \t\r\n][^[\]<>]*(?:\[([^[\]]*)\][ \t\r\n]*)?>/iy
/** Entity declared as plain text: contains no markup or references. */
const entityPattern =
  /<!ENTITY[ \t\r\n]+([A-Za-z_][\w.-]{0,63})[ \t\r\n]+(?:"([^"<&%]{0,500})"|'([^'<&%]{0,500})')[ \t\r\n]*>/y
const entityLimit = 100
/** Maximum number of characters inserted by declared entities. */
const expansionLimit = 1_000_000
const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

class XmlReader {
  private readonly text: string
  private readonly limits: XmlLimits
  private readonly open: OpenElement[] = []
  private at = 0
  private nodes = 0
  private root: XmlElement | undefined
  private readonly declared = new Map<string, string>()
  private expanded = 0
  private lineEnd = -1
  private line = 0

  constructor(text: string, limits: XmlLimits) {
    this.text = text
    this.limits = limits
  }

  read(): XmlElement {
    if (this.text.startsWith('\ufeff')) this.at = 1
    const bad = forbidden.exec(this.text)
    if (bad) this.fail('xml.character', 'this character is not allowed', bad.index)
    while (this.at < this.text.length) {
      const next = this.text.indexOf('<', this.at)
      this.characters(next < 0 ? this.text.length : next)
      if (next >= 0) this.markup()
    }
    const unclosed = this.open.at(-1)
    if (unclosed) this.fail('xml.unclosed', `${unclosed.name} of line ${unclosed.line} is not closed`)
    return this.root ?? this.fail('xml.empty', 'the document has no root element')
  }

  private characters(end: number): void {
    if (end === this.at) return
    const text = this.text.slice(this.at, end)
    const parent = this.open.at(-1)
    if (!parent) {
      if (text.trim() !== '') this.fail('xml.text', 'text outside the root element')
    } else this.addNode(parent, this.decode(text, this.at))
    this.at = end
  }

  private markup(): void {
    const { text } = this
    if (text.startsWith('<!--', this.at)) this.skipTo('-->', 4)
    else if (text.startsWith('<![CDATA[', this.at)) this.cdata()
    else if (text.startsWith('<?', this.at)) this.skipTo('?>', 2)
    else if (text.startsWith('<!', this.at)) this.doctype()
    else if (text.startsWith('</', this.at)) this.close()
    else this.element()
  }

  private skipTo(end: string, from: number): string {
    const found = this.text.indexOf(end, this.at + from)
    if (found < 0) this.fail('xml.unclosed', `${end} is missing`)
    const inside = this.text.slice(this.at + from, found)
    this.at = found + end.length
    return inside
  }

  private cdata(): void {
    const parent = this.open.at(-1) ?? this.fail('xml.text', 'text outside the root element')
    this.addNode(parent, this.skipTo(']]>', 9))
  }

  /**
   * Parses the document type. Only plain text entities are accepted, which prevents entity expansion attacks and
   * external files.
   */
  private doctype(): void {
    if (this.root || this.open.length > 0 || !/^<!DOCTYPE[ \t\r\n]/i.test(this.text.slice(this.at, this.at + 10)))
      this.fail('xml.declaration', 'no declaration is allowed here')
    const start = this.at
    doctypePattern.lastIndex = start
    const match = doctypePattern.exec(this.text)
    if (!match) {
      this.skipTo('>', 9)
      this.fail('xml.declaration', 'the document type declares more than text entities; rejected for security', start)
    }
    this.declare(match[1] ?? '', start)
    this.at = doctypePattern.lastIndex
  }

  private declare(subset: string, start: number): void {
    const declarations = subset.trimEnd()
    let at = 0
    while (at < declarations.length) {
      spacePattern.lastIndex = at
      spacePattern.test(declarations)
      entityPattern.lastIndex = spacePattern.lastIndex
      const [, name, double, single] = entityPattern.exec(declarations) ?? []
      if (name === undefined || this.declared.size >= entityLimit)
        return this.fail(
          'xml.declaration',
          'the document type declares more than text entities; rejected for security',
          start,
        )
      // The first declaration of a name applies, as specified by XML.
      if (!this.declared.has(name)) this.declared.set(name, double ?? single ?? '')
      at = entityPattern.lastIndex
    }
  }

  private element(): void {
    const line = this.getLine(this.at)
    this.at++
    const name = this.name()
    const attributes = this.attributes()
    const element: OpenElement = { name, attributes, children: [], line }
    const parent = this.open.at(-1)
    if (parent) this.addNode(parent, element)
    else if (this.root) this.fail('xml.roots', 'there is more than one root element')
    else this.root = element
    if (this.text.startsWith('/>', this.at)) {
      this.at += 2
      return
    }
    if (this.text.charAt(this.at) !== '>') this.fail('xml.syntax', `the tag of ${name} is not closed`)
    this.at++
    if (this.open.push(element) > this.limits.depth)
      this.fail('xml.depth', `more than ${this.limits.depth} elements are open`)
  }

  private attributes(): Map<string, string> {
    const attributes = new Map<string, string>()
    for (;;) {
      const before = this.at
      this.space()
      const sign = this.text.charAt(this.at)
      if (sign === '>' || sign === '/' || sign === '') return attributes
      if (before === this.at) this.fail('xml.syntax', 'a space is missing before an attribute')
      const name = this.name()
      this.space()
      if (this.text.charAt(this.at) !== '=') this.fail('xml.syntax', `= is missing after ${name}`)
      this.at++
      this.space()
      const quote = this.text.charAt(this.at)
      if (quote !== '"' && quote !== "'") this.fail('xml.syntax', `the value of ${name} is not in quotes`)
      const end = this.text.indexOf(quote, this.at + 1)
      if (end < 0) this.fail('xml.unclosed', `the value of ${name} does not end`)
      if (end - this.at > this.limits.attributeLength)
        this.fail('xml.tooLong', `${name} is longer than ${this.limits.attributeLength} characters`)
      const raw = this.text.slice(this.at + 1, end)
      if (raw.includes('<')) this.fail('xml.syntax', `the value of ${name} contains <`)
      if (attributes.has(name)) this.fail('xml.duplicate', `duplicate attribute ${name}`)
      if (attributes.size >= this.limits.attributes)
        this.fail('xml.tooMany', `more than ${this.limits.attributes} attributes`)
      // Literal line breaks become spaces. As character references they remain, because an address could hide in them.
      attributes.set(name, this.decode(raw.replace(/[\t\r\n]/g, ' '), this.at + 1))
      this.at = end + 1
    }
  }

  private close(): void {
    this.at += 2
    const name = this.name()
    this.space()
    const open = this.open.pop()
    if (open?.name !== name)
      this.fail(
        'xml.mismatch',
        open ? `${open.name} of line ${open.line} is closed as ${name}` : `${name} was never opened`,
      )
    if (this.text.charAt(this.at) !== '>') this.fail('xml.syntax', `the end tag of ${name} is not closed`)
    this.at++
  }

  private addNode(parent: OpenElement, node: XmlNode): void {
    if (++this.nodes > this.limits.nodes) this.fail('xml.tooMany', `more than ${this.limits.nodes} elements and texts`)
    parent.children.push(node)
  }

  private name(): string {
    namePattern.lastIndex = this.at
    const [name] = namePattern.exec(this.text) ?? []
    if (name === undefined || name.length > 200) return this.fail('xml.syntax', 'a name is missing here')
    this.at += name.length
    return name
  }

  private space(): void {
    spacePattern.lastIndex = this.at
    spacePattern.test(this.text)
    this.at = spacePattern.lastIndex
  }

  private decode(raw: string, from: number): string {
    if (!raw.includes('&')) return raw
    return raw.replace(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z_][\w.-]{0,63}));|&/gi,
      (whole: string, hex: string, decimal: string, name: string, offset: number) => {
        const entity = name === undefined ? undefined : entities.get(name)
        if (entity !== undefined) return entity
        const words = name === undefined ? undefined : this.declared.get(name)
        if (words !== undefined) return this.written(words, whole, from + offset)
        const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : -1
        const isSurrogate = code >= 0xd800 && code <= 0xdfff
        if (code < 1 || code > 0x10ffff || isSurrogate || forbidden.test(String.fromCodePoint(code)))
          this.fail('xml.entity', `unknown entity ${whole}`, from + offset)
        return String.fromCodePoint(code)
      },
    )
  }

  private written(words: string, name: string, at: number): string {
    this.expanded += words.length
    if (this.expanded > expansionLimit)
      this.fail('xml.tooLong', `${name} expands to more than ${expansionLimit} characters`, at)
    return words
  }

  /** Counts on from the previous position, since elements are visited in order. */
  private getLine(at: number): number {
    while (this.lineEnd < at) {
      const next = this.text.indexOf('\n', this.lineEnd + 1)
      this.lineEnd = next < 0 ? this.text.length : next
      this.line++
    }
    return this.line
  }

  private fail(code: string, message: string, at = this.at): never {
    const before = this.text.slice(0, at)
    const line = before.split('\n').length
    throw new XmlFault({
      path: '',
      code,
      message: `${message} (line ${line}, column ${at - before.lastIndexOf('\n')})`,
    })
  }
}
