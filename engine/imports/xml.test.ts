import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readXml, textIn } from './xml.ts'
import type { XmlElement } from './xml.ts'

function root(text: string): XmlElement {
  const read = readXml(text)
  if (read.problems) throw new Error(read.problems[0].message)
  return read.value
}

const getCode = (text: string, limits = {}): string | undefined => readXml(text, limits).problems?.[0].code

describe('readXml', () => {
  it('reads elements, attributes, texts, entities, CDATA and comments, with lines', () => {
    const svg = root(
      '\ufeff<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n<svg a=\'1 &lt; 2\' b="&#x6c34;&#27893;">\n<g id="x"/>t &amp; <![CDATA[<raw> & ]]><!-- no --><?pi?></svg>\n',
    )
    expect([...svg.attributes]).toEqual([
      ['a', '1 < 2'],
      ['b', '水泵'],
    ])
    expect(svg.line).toBe(3)
    expect(svg.children[1]).toMatchObject({ name: 'g', line: 4 })
    expect(textIn(svg).trim()).toBe('t & <raw> &')
  })

  it('keeps a line end that was written as a number, so that no address hides in it', () => {
    expect(root('<a href="java&#10;script:x" b="1\n2"/>').attributes.get('href')).toBe('java\nscript:x')
    expect(root('<a b="1\n2"/>').attributes.get('b')).toBe('1 2')
  })

  it('writes out names for plain words, as Illustrator declares them of its namespaces', () => {
    const svg = root(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd" [
\t<!ENTITY ns_svg "http://www.w3.org/2000/svg">
\t<!ENTITY title 'Pump 水泵'>
]>
<svg xmlns="&ns_svg;">&lt;&ns_svg;</svg>`)
    expect([svg.attributes.get('xmlns'), svg.children, svg.line]).toEqual([
      'http://www.w3.org/2000/svg',
      ['<http://www.w3.org/2000/svg'],
      5,
    ])
  })

  it('keeps keys of prototypes as plain names', () => {
    const element = root('<a __proto__="1" constructor="2"/>')
    expect(element.attributes.get('__proto__')).toBe('1')
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })

  it.each([
    [
      'billion laughs',
      '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY l2 "&lol;&lol;">]><lolz>&l2;</lolz>',
      'xml.declaration',
    ],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'xml.declaration'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://evil.example/x">%x;]><a/>', 'xml.declaration'],
    ['an entity of markup', '<!DOCTYPE a [<!ENTITY x "<b/>">]><a>&x;</a>', 'xml.declaration'],
    ['an entity of a character number', '<!DOCTYPE a [<!ENTITY x "&#60;b/>">]><a>&x;</a>', 'xml.declaration'],
    ['another declaration than of entities', '<!DOCTYPE a [<!ATTLIST a b CDATA "x">]><a/>', 'xml.declaration'],
    ['declarations without end', `<!DOCTYPE a [${'<!ENTITY x "y">'.repeat(3)}<a/>`, 'xml.declaration'],
    [
      'very many entities',
      `<!DOCTYPE a [${Array.from({ length: 101 }, (_, i) => `<!ENTITY x${i} "y">`).join('')}]><a/>`,
      'xml.declaration',
    ],
    [
      'words written out without end',
      `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(500)}">]><a>${'&x;'.repeat(2001)}</a>`,
      'xml.tooLong',
    ],
    ['a declaration inside', '<a><!ENTITY x "y"></a>', 'xml.declaration'],
    ['an unknown entity', '<a>&nbsp;</a>', 'xml.entity'],
    ['a bare ampersand', '<a b="x & y"/>', 'xml.entity'],
    ['NUL by number', '<a>&#0;</a>', 'xml.entity'],
    ['half a pair by number', '<a>&#xD800;</a>', 'xml.entity'],
    ['a number beyond all characters', '<a>&#x110000;</a>', 'xml.entity'],
    ['a control character', '<a>\u0001</a>', 'xml.character'],
    ['a wrong end tag', '<a><b></a></b>', 'xml.mismatch'],
    ['an end tag too many', '<a></a></a>', 'xml.mismatch'],
    ['no end', '<a><b>', 'xml.unclosed'],
    ['an open comment', '<a><!-- </a>', 'xml.unclosed'],
    ['an open value', '<a b="1></a>', 'xml.unclosed'],
    ['two roots', '<a/><b/>', 'xml.roots'],
    ['text outside', '<a/>x', 'xml.text'],
    ['nothing', '  \n', 'xml.empty'],
    ['an attribute twice', '<a b="1" b="2"/>', 'xml.duplicate'],
    ['no quotes', '<a b=1/>', 'xml.syntax'],
    ['no space between attributes', '<a b="1"c="2"/>', 'xml.syntax'],
    ['a tag in a value', '<a b="<script>"/>', 'xml.syntax'],
    ['a name that is none', '<1a/>', 'xml.syntax'],
  ])('refuses %s', (_, text, code) => {
    expect(getCode(text)).toBe(code)
  })

  it('rejects input that is too deep, too long or too large, immediately', () => {
    expect(getCode('<a>'.repeat(1_000_000))).toBe('xml.depth')
    expect(getCode(`<a b="${'x'.repeat(5 * 1024 * 1024)}"/>`)).toBe('xml.tooLong')
    expect(getCode(`<a ${Array.from({ length: 300 }, (_, i) => `b${i}="1"`).join(' ')}/>`)).toBe('xml.tooMany')
    expect(getCode(`<a>${'<b/>'.repeat(600_000)}</a>`)).toBe('xml.tooMany')
    expect(getCode('<a/>', { textLength: 3 })).toBe('xml.tooLarge')
  })

  it('reports the position of an error', () => {
    expect(readXml('<a>\n  <b x=1/>\n</a>').problems?.[0].message).toContain('line 2, column 8')
  })

  it('never throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '</',
      '/>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!DOCTYPE ',
      '<?',
      '?>',
      '&',
      '&amp;',
      '&#x',
      ';',
      'a',
      ' ',
      '=',
      '"',
      "'",
      '\n',
      '[',
      ']',
      '水',
      '\ud800',
    )
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }).map((list) => list.join('')),
        (text) => {
          const read = readXml(text)
          expect(read.problems === undefined).toBe(read.value !== undefined)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
