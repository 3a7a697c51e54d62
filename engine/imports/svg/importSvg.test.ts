import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import { getCorners } from '../../geometry/index.ts'
import type { Component } from '../../document/index.ts'
import { readXml } from '../xml.ts'
import { importSvg } from './importSvg.ts'
import type { SvgOptions } from '../options.ts'
import { ownCpuMs } from '../../../tests/support/server/cpu.ts'

function imported(content: string, options: SvgOptions = {}, attributes = 'width="1000" height="1000"') {
  const read = importSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
    catalog,
    options,
  )
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  return read.value
}

function leaves(content: string, options: SvgOptions = {}): Component[] {
  return imported(content, options).drawing.components.filter((component) => component.type !== 'group')
}

const codes = (content: string): string[] => imported(content).report.findings.map(({ code }) => code)

/** Corners of a component from its points, or else from its box. */
function cornersOfComponent(component: Component): number[] {
  const { points } = component.props
  if (!Array.isArray(points)) return getCorners(component).flatMap(({ x, y }) => [x, y])
  return points.map((share: number, i: number) =>
    i % 2 === 0 ? component.x + share * component.width : component.y + share * component.height,
  )
}

/** Independent of the importer's own matrix arithmetic. */
type Step = { readonly text: string; readonly at: (x: number, y: number) => readonly [number, number] }

const numbers = (min: number, max: number) =>
  fc.double({ min: min, max: max, noNaN: true }).map((value) => Math.round(value * 1000) / 1000)
const translate = fc
  .tuple(numbers(-200, 200), numbers(-200, 200))
  .map(([dx, dy]): Step => ({ text: `translate(${dx}, ${dy})`, at: (x, y) => [x + dx, y + dy] }))
const rotate = fc.tuple(numbers(-400, 400), numbers(-50, 50), numbers(-50, 50)).map(([angle, cx, cy]): Step => {
  const radians = (angle * Math.PI) / 180
  return {
    text: `rotate(${angle} ${cx} ${cy})`,
    at: (x, y) => [
      cx + (x - cx) * Math.cos(radians) - (y - cy) * Math.sin(radians),
      cy + (x - cx) * Math.sin(radians) + (y - cy) * Math.cos(radians),
    ],
  }
})
const factor = fc.oneof(numbers(0.2, 3), numbers(-3, -0.2))
const uniform = factor.map((by): Step => ({ text: `scale(${by})`, at: (x, y) => [x * by, y * by] }))
const mirror = fc.constantFrom<Step>(
  { text: 'scale(-1 1)', at: (x, y) => [-x, y] },
  { text: 'matrix(1 0 0 -1 0 0)', at: (x, y) => [x, -y] },
)
const uneven = fc
  .tuple(factor, factor)
  .map(([sx, sy]): Step => ({ text: `scale(${sx},${sy})`, at: (x, y) => [x * sx, y * sy] }))
const skew = numbers(-50, 50).map((angle): Step => ({
  text: `skewX(${angle})`,
  at: (x, y) => [x + y * Math.tan((angle * Math.PI) / 180), y],
}))

function nestedIn(levels: readonly (readonly Step[])[], shape: string): string {
  return levels.reduceRight(
    (inner, steps) => `<g transform="${steps.map(({ text }) => text).join(' ')}">${inner}</g>`,
    shape,
  )
}

function applySteps(levels: readonly (readonly Step[])[], x: number, y: number): readonly [number, number] {
  let point: readonly [number, number] = [x, y]
  for (const step of levels.flat().reverse()) point = step.at(...point)
  return point
}

/** Each expected corner must be found, in any order and direction. */
function expectCorners(found: readonly number[], expected: readonly (readonly [number, number])[]): void {
  for (const [x, y] of expected) {
    let nearest = Infinity
    for (let at = 0; at + 1 < found.length; at += 2)
      nearest = Math.min(nearest, Math.hypot(found[at] - x, found[at + 1] - y))
    expect(nearest).toBeLessThan(0.01)
  }
}

const anyStep = fc.oneof(translate, rotate, uniform, mirror, uneven, skew)
const plainStep = fc.oneof(translate, rotate, uniform, mirror)
const arbitraryLevels = (step: fc.Arbitrary<Step>) =>
  fc.array(fc.array(step, { maxLength: 3 }), { minLength: 1, maxLength: 4 })

describe('positions under nested transforms', () => {
  it('are exact for boxes that are not sheared', () => {
    fc.assert(
      fc.property(arbitraryLevels(plainStep), (levels) => {
        const [rect] = leaves(nestedIn(levels, '<rect x="3" y="4" width="50" height="20"/>'))
        expect(rect.props.points).toBeUndefined()
        expectCorners(cornersOfComponent(rect), [
          applySteps(levels, 3, 4),
          applySteps(levels, 53, 4),
          applySteps(levels, 53, 24),
          applySteps(levels, 3, 24),
        ])
      }),
      { numRuns: 200 },
    )
  })

  it('are exact for boxes, lines and outlines under anything', () => {
    fc.assert(
      fc.property(arbitraryLevels(anyStep), (levels) => {
        const expected = (
          [
            [3, 4],
            [53, 4],
            [53, 24],
            [3, 24],
          ] as const
        ).map(([x, y]) => applySteps(levels, x, y))
        for (const shape of [
          '<rect x="3" y="4" width="50" height="20"/>',
          '<polygon points="3,4 53,4 53,24 3,24"/>',
          '<path d="M3 4h50v20H3" fill="none" stroke="red"/>',
        ]) {
          for (const component of leaves(nestedIn(levels, shape)))
            expectCorners(cornersOfComponent(component), expected)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('are exact for ellipses under anything: every point of the outline lies on the turned ellipse', () => {
    fc.assert(
      fc.property(arbitraryLevels(anyStep), (levels) => {
        const [ellipse] = leaves(nestedIn(levels, '<ellipse cx="10" cy="20" rx="30" ry="12"/>'))
        if (!ellipse || ellipse.width < 1 || ellipse.height < 1) return
        const radians = (-ellipse.angleDeg * Math.PI) / 180
        for (let i = 0; i < 12; i++) {
          const angle = (i * Math.PI) / 6
          const [x, y] = applySteps(levels, 10 + 30 * Math.cos(angle), 20 + 12 * Math.sin(angle))
          const [dx, dy] = [x - ellipse.x - ellipse.width / 2, y - ellipse.y - ellipse.height / 2]
          const [u, v] = [
            dx * Math.cos(radians) - dy * Math.sin(radians),
            dx * Math.sin(radians) + dy * Math.cos(radians),
          ]
          const along = Math.hypot(u / (ellipse.width / 2), v / (ellipse.height / 2))
          expect((Math.abs(along - 1) * Math.min(ellipse.width, ellipse.height)) / 2).toBeLessThan(0.01)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('hold through view boxes, nested pictures, symbols and uses', () => {
    const content = `<defs><symbol id="s" viewBox="0 0 10 10"><rect width="5" height="5"/></symbol></defs>
      <svg x="100" y="50" width="200" height="100" viewBox="0 0 20 10"><rect x="1" y="1" width="4" height="2"/></svg>
      <use href="#s" x="400" y="100" width="100" height="50"/><use xlink:href="#s" transform="translate(600 0)" width="10" height="10"/>`
    expect(leaves(content).map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
      [110, 60, 40, 20],
      [425, 100, 25, 25],
      [600, 0, 5, 5],
    ])
  })

  it.each([
    ['a point', '<rect x="10" y="20" width="40" height="10" transform="rotate(90)" transform-origin="30 25"/>'],
    [
      'its own middle, in a sheet',
      '<style>.a{transform:rotate(90deg);transform-origin:center;transform-box:fill-box}</style><rect class="a" x="10" y="20" width="40" height="10"/>',
    ],
    [
      'a corner in percent',
      '<g style="transform: rotate(90deg); transform-origin: 0% 100%; transform-box: fill-box"><rect x="25" y="-5" width="40" height="10"/></g>',
    ],
    [
      'a share of the picture',
      '<rect x="10" y="20" width="40" height="10" transform="rotate(90)" transform-origin="3% 2.5%"/>',
    ],
    [
      'names of sides in either order',
      '<svg width="60" height="50" viewBox="0 0 60 50"><rect x="10" y="20" width="40" height="10" transform="rotate(90)" transform-origin="center center"/></svg>',
    ],
  ])('turn about %s', (_, content) => {
    const { drawing, report } = imported(content)
    const [rect] = drawing.components.filter(({ type }) => type !== 'group')
    if (!rect) throw new Error('nothing was put down')
    expectCorners(cornersOfComponent(rect), [
      [25, 5],
      [35, 5],
      [35, 45],
      [25, 45],
    ])
    expect(report.findings).toEqual([])
  })

  it('report an unknown transform origin', () => {
    expect(
      codes(
        '<text transform="rotate(9)" style="transform-box:fill-box;transform-origin:center">a</text><rect width="4" height="4" transform="rotate(9)" transform-origin="somewhere"/>',
      ),
    ).toEqual(['shape.origin', 'shape.origin'])
    expect(codes('<rect width="4" height="4" transform-origin="somewhere"/>')).toEqual([])
  })

  it('come as one group where that is wished for, a part that is alone as it is', () => {
    const layers =
      '<g id="layer"><rect id="a" width="10" height="10"/><g id="inner"><rect x="20" width="10" height="10"/><rect x="40" width="10" height="10"/></g></g>'
    const { components } = imported(layers, { group: 'Pump house' }).drawing
    const [group] = components.filter(({ parent }) => parent === null)
    expect([
      group?.name,
      group?.width,
      components.filter(({ parent }) => parent === group?.id).map(({ name }) => name),
    ]).toEqual(['Pump house', 50, ['a', 'inner']])
    expect(components.filter(({ parent }) => parent === null)).toHaveLength(1)
    expect(
      imported('<rect width="10" height="10"/>', { group: 'x' }).drawing.components.map(({ type }) => type),
    ).toEqual(['rect'])
  })

  it("scale with the file's own size", () => {
    const { drawing } = imported(
      '<rect x="10" y="10" width="10" height="10"/>',
      {},
      'width="400" height="100" viewBox="0 0 100 100"',
    )
    expect(drawing.layer).toMatchObject({ width: 400, height: 100 })
    expect(drawing.components[0]).toMatchObject({ x: 160, y: 10, width: 10, height: 10 })
  })
})

describe('shapes', () => {
  it('takes the outer half of a stroke into the box, as the picture has it', () => {
    const [rect, round] = leaves(
      '<rect x="10" y="10" width="20" height="20" stroke="black" stroke-width="4" rx="3"/><circle cx="50" cy="50" r="10" stroke="black" stroke-width="2"/>',
    )
    expect(rect).toMatchObject({ x: 8, y: 8, width: 24, height: 24, props: { borderWidth: 4, radius: 5 } })
    expect(round).toMatchObject({ x: 39, y: 39, width: 22, height: 22 })
  })

  it('keeps every corner of a line that has more than a component holds', () => {
    const points = Array.from({ length: 600 }, (_, i) => [i, (i * 37) % 100] as const)
    const parts = leaves(
      `<polyline fill="none" stroke="red" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
    )
    expect(parts).toHaveLength(3)
    expectCorners(parts.flatMap(cornersOfComponent), points)
  })

  it('simplifies a filled outline with too many corners, with a warning', () => {
    const points = Array.from({ length: 2000 }, (_, i) =>
      [500 + 300 * Math.cos(i * 0.00314159), 500 + 300 * Math.sin(i * 0.00314159)].join(','),
    )
    const content = `<polygon points="${points.join(' ')}"/>`
    const [area] = leaves(content)
    expect(area.props.points).toHaveProperty('length')
    expect(Array.isArray(area.props.points) && area.props.points.length <= 512).toBe(true)
    expect(codes(content)).toEqual(['shape.simplified'])
  })

  it('follows curves and arcs within a tenth of a pixel', () => {
    const [arc] = leaves('<path d="M100 100A80 80 0 0 1 260 100" fill="none" stroke="black"/>')
    const corners = cornersOfComponent(arc)
    for (let at = 0; at + 1 < corners.length; at += 2)
      expect(Math.abs(Math.hypot(corners[at] - 180, corners[at + 1] - 100) - 80)).toBeLessThan(0.01)
    for (let at = 0; at + 3 < corners.length; at += 2) {
      const [x, y] = [(corners[at] + corners[at + 2]) / 2, (corners[at + 1] + corners[at + 3]) / 2]
      expect(Math.abs(Math.hypot(x - 180, y - 100) - 80)).toBeLessThan(0.1)
    }
  })

  it('reads flags and numbers that stand without spaces, as optimisers write them', () => {
    const [path] = leaves('<path d="M10-10.5l.5.5a5 5 0 0110 0l1e1.5" fill="none" stroke="black"/>')
    expect(
      cornersOfComponent(path)
        .slice(0, 2)
        .map((value) => Math.round(value * 1000) / 1000),
    ).toEqual([10, -10.5])
  })

  it('groups as the file does, without groups of one', () => {
    const { drawing } = imported(
      '<g id="a"><rect width="1" height="1"/><g id="b"><rect width="2" height="2"/></g></g><rect width="3" height="3"/>',
    )
    expect(drawing.components.map(({ name, parent }) => [name, parent])).toEqual([
      ['a', null],
      ['rect', 'i1'],
      ['rect', 'i1'],
      ['rect', null],
    ])
  })
})

describe('text', () => {
  it('stands on its baseline at the side it is aligned to', () => {
    const [start, middle, end] = leaves(
      '<g font-size="20"><text x="100" y="50">a</text><text x="100" y="50" text-anchor="middle">a</text><text x="100" y="50" text-anchor="end">a</text></g>',
    )
    for (const text of [start, middle, end]) expect(text.y + text.height / 2 + 0.36 * 20).toBeCloseTo(50, 3)
    expect([start.x, middle.x + middle.width / 2, end.x + end.width]).toEqual([100, 100, 100])
  })

  it('shows markup in a text as characters', () => {
    expect(leaves('<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>')[0].props.text).toBe('<script>alert(1)</script>')
  })
})

describe('active content', () => {
  const hostile = readFileSync(new URL('../corpus/svg-hostile.svg', import.meta.url), 'utf8')

  it('is removed from an SVG embedded as an image', () => {
    const read = importSvg(hostile, catalog, { as: 'picture' })
    const [picture] = read.value?.drawing.components ?? []
    const source = Object.values(picture.props).find(
      (value) => typeof value === 'string' && value.startsWith('data:image/svg+xml;base64,'),
    )
    const svg = atob(String(source).split(',')[1] ?? '')
    expect(readXml(svg).problems).toBeUndefined()
    expect(svg).not.toMatch(
      /<script|onload|onclick|javascript:|foreignObject|iframe|evil\.example|file:|@import|<animate|<set|data:text/i,
    )
    expect(svg).toContain('<circle')
    expect(read.value?.report.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['safe.script', 'safe.markup', 'url.refused', 'css.rule']),
    )
  })

  it.each([
    ['<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>'],
    ['<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
    ['<rect style="fill:u\\72l(https://evil.example/x)"/>'],
    ['<rect fill="url( https://evil.example/x )"/>'],
    ['<style>@\\69mport "https://evil.example/x";</style>'],
    ['<style>rect{background:image-set("https://evil.example/x" 1x)}</style>'],
    ['<style><![CDATA[</style><script>alert(1)</script>]]></style>'],
    ['<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'],
    ['<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>'],
    ['<SCRIPT>alert(1)</SCRIPT>'],
    ['<g ONCLICK="alert(1)" OnMouseOver="alert(1)"/>'],
    ['<a href="javascript:alert(1)"><text>x</text></a>'],
    ['<filter id="f"><feImage href="https://evil.example/x"/></filter>'],
    ['<text xml:base="https://evil.example/">x</text>'],
    ['<handler type="application/ecmascript">alert(1)</handler>'],
  ])('is cleaned: %s', (content) => {
    const [picture] = imported(content, { as: 'picture' }).drawing.components
    const svg = atob(
      String(Object.values(picture.props).find((value) => String(value).startsWith('data:'))).split(',')[1] ?? '',
    )
    expect(svg).not.toMatch(/<[\w:]*script|\son\w+=|javascript:|evil\.example|<handler|data:image\/svg|@import/i)
  })

  it('uses the given image type', () => {
    const other = catalog.list.find(({ fields }) =>
      Object.values(fields).some((field) => field.kind === 'text' && field.format === 'picture'),
    )
    expect(
      imported('<rect width="1" height="1"/>', { as: 'picture', pictureType: other?.type ?? '' }).drawing.components[0]
        .type,
    ).toBe(other?.type)
  })
})

describe('limits', () => {
  it('ends at once where parts use each other without end or multiply', () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `<g id="l${i + 1}">${`<use href="#l${i}"/>`.repeat(10)}</g>`,
    ).join('')
    const bomb = `<defs><g id="l0"><rect width="1" height="1"/></g>${levels}</defs><use href="#l12"/>`
    const read = importSvg(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${bomb}</svg>`, catalog, {
      limits: { components: 5000 },
    })
    expect(read.value?.drawing.components.length ?? 0).toBeLessThanOrEqual(5000)
    expect(codes('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')).toContain('reference.circle')
  })

  it('joins groups that nest deeper than a drawing may', () => {
    const deep = `${'<g><rect width="1" height="1"/>'.repeat(60)}${'</g>'.repeat(60)}`
    expect(imported(deep).report.findings.some(({ code }) => code === 'limit.nesting')).toBe(true)
  })

  it.each([
    ['comments without end', `<style>${'/*'.repeat(300_000)}</style>`],
    ['selectors without body', `<style>${'a '.repeat(300_000)}</style>`],
    [
      'rules for everything',
      `<style>${'*{fill:red}'.repeat(50_000)}</style>${'<rect width="1" height="1"/>'.repeat(2000)}`,
    ],
    ['at signs', `<style>${'@a'.repeat(300_000)}</style>`],
    ['brackets of a transform', `<rect width="1" height="1" transform="${'a('.repeat(200_000)}"/>`],
    ['letters of a transform', `<rect width="1" height="1" transform="${'a'.repeat(9000)}"/>`.repeat(300)],
    ['a path of nothing but commas', `<path d="M0 0${','.repeat(1_000_000)}"/>`],
    ['a path of very many steps', `<path fill="none" stroke="red" d="M0 0${'l1 1'.repeat(500_000)}"/>`],
    ['curves of huge extent', `<path d="${'M0 0C1e9 1e9 -1e9 1e9 0 1e9'.repeat(2000)}"/>`],
    [
      'very many stops',
      `<linearGradient id="g">${'<stop/>'.repeat(100_000)}</linearGradient>${'<rect width="1" height="1" fill="url(#g)"/>'.repeat(2000)}`,
    ],
    ['very many attributes of spaces', `<rect x="${' '.repeat(1_000_000)}" width="1" height="1"/>`],
  ])('does not dwell on %s', (_, content) => {
    for (const as of ['components', 'picture'] as const) {
      const started = ownCpuMs()
      imported(content, { as })
      expect(ownCpuMs() - started).toBeLessThan(5000)
    }
  })
})

it('applies style sheets with descendant selectors, !important and the font shorthand', () => {
  const [warm, cold, important, kind, words] =
    leaves(`<style>.warm rect { fill: #ff0000 } g > .cold { fill: #0000ff } #own { fill: #00ff00 !important } [data-kind="x"] { fill: #123456 } text { font: italic bold 20px/1.2 Arial, serif }</style>
    <g class="warm"><g><rect width="10" height="10"/></g></g><g><rect class="cold" width="10" height="10"/></g><rect id="own" style="fill:#000000" width="10" height="10"/><rect data-kind="x" width="10" height="10"/><text x="0" y="20">a</text>`)
  expect([warm, cold, important, kind].map((one) => one?.props['backgroundColor'])).toEqual([
    '#ff0000ff',
    '#0000ffff',
    '#00ff00ff',
    '#123456ff',
  ])
  expect(words?.props).toMatchObject({ fontSize: 20, fontWeight: 'bold', fontItalic: true })
})

describe('a style sheet that asks for an attribute', () => {
  const shownBy = (style: string): string[] =>
    leaves(
      `<style>${style}</style><g><rect data-name="Layer 1" width="10" height="10"/></g><g data-name="a, circle, b > c"><ellipse rx="9" ry="5"/></g><circle r="9"/>`,
    ).map(({ visible, props }) => (visible ? String(props['backgroundColor']) : 'hidden'))
  const [black, red] = ['#000000ff', '#ff0000ff']
  const plain = [black, black, black]
  const reported = (style: string) => codes(`<style>${style}</style>`)

  it.each<[string, readonly string[]]>([
    ['[data-name="Layer 1"] { display: none }', ['hidden', black, black]],
    ['g > rect[data-name="Layer 1"] { fill: red }', [red, black, black]],
    ['[data-name = "Layer 1"] { display: none }', plain],
    ['[data-name="Layer 2"] { display: none }', plain],
    ["[data-name='a, circle, b > c'] * { fill: red }", [black, red, black]],
    ['rect > > circle, > rect, g >, circle[ { display: none }', plain],
  ])('%s', (style, shown) => {
    expect(shownBy(style)).toEqual(shown)
  })

  it('is reported where it is not understood, and not dwelt on', () => {
    expect(reported('[data-name="Layer 1"] { display: none }')).toEqual([])
    for (const style of [
      '[data-name = "Layer 1"] { fill: red }',
      'g > > rect { fill: red }',
      '[data-name~="a b"] { fill: red }',
      'rect:hover { fill: red }',
    ])
      expect([style, reported(style)]).toEqual([style, ['css.rule']])
    const started = ownCpuMs()
    expect(reported(`a${' '.repeat(280)}! { fill: red }`)).toEqual(['css.rule'])
    expect(ownCpuMs() - started).toBeLessThan(1000)
  })
})

it.each<[string, object]>([
  ['700 20px Arial', { fontSize: 20, fontWeight: 'bold' }],
  ['600 12px/1 "Noto Sans"', { fontSize: 12, fontWeight: 'bold' }],
  ['italic 400 .5in Arial', { fontSize: 48, fontItalic: true }],
  ['700 Arial', { fontSize: 16 }],
])('reads the weight and the size of the font in one word: %s', (font, expected) => {
  const { fontSize, fontWeight, fontItalic } =
    leaves(`<text x="0" y="60" style='font: ${font}'>a</text>`)[0]?.props ?? {}
  expect({ fontSize, fontWeight, fontItalic }).toEqual({ fontWeight: undefined, fontItalic: undefined, ...expected })
})

it('imports a gradient with up to eight colours, and otherwise an image of the shape', () => {
  const gradient = (id: string, attributes: string, ...stops: string[]) =>
    `<linearGradient id="${id}" ${attributes}>${stops.map((color, i) => `<stop offset="${i / (stops.length - 1)}" stop-color="${color}"/>`).join('')}</linearGradient>`
  const shape = (defs: string, paint: string) =>
    leaves(`<defs>${defs}</defs><rect width="100" height="40" ${paint}/>`)[0]
  expect(shape(gradient('two', '', '#ff0000', '#0000ff'), 'fill="url(#two)"')?.props['backgroundColor']).toBe(
    'linear(0,#ff0000ff,#0000ffff)',
  )
  expect(
    shape(gradient('even', '', '#000000', '#808080', '#ffffff'), 'fill="url(#even)"')?.props['backgroundColor'],
  ).toBe('linear(0,#000000ff,#ffffffff)')
  expect(
    shape(gradient('metal', '', '#333333', '#eeeeee', '#333333'), 'fill="url(#metal)"')?.props['backgroundColor'],
  ).toBe('linear(0,#333333ff 0,#eeeeeeff 0.5,#333333ff 1)')
  for (const [defs, paint] of [
    [
      gradient('stripes', '', ...Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? '#000000' : '#ffffff'))),
      'fill="url(#stripes)"',
    ],
    [
      gradient(
        'part',
        'gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="20" y2="0" spreadMethod="repeat"',
        '#ff0000',
        '#0000ff',
      ),
      'fill="url(#part)"',
    ],
    [gradient('edge', '', '#ff0000', '#0000ff'), 'fill="none" stroke="url(#edge)" stroke-width="4"'],
    [
      '<radialGradient id="ball" fx="0.2" fy="0.2"><stop stop-color="#fff"/><stop offset="1"/></radialGradient>',
      'fill="url(#ball)"',
    ],
  ] as const)
    expect([defs, shape(defs, paint)?.type]).toEqual([defs, 'image'])
})

it('keeps the positions of gradient stops, with a warning only for more than eight', () => {
  const stop = (offset: number | string, color: string, more = '') =>
    `<stop offset="${offset}" stop-color="${color}" ${more}/>`
  const read = (stops: string, kind = 'linear') => {
    const content = `<defs><${kind}Gradient id="g">${stops}</${kind}Gradient></defs><rect width="100" height="40" fill="url(#g)" fill-opacity="0.5"/>`
    return [leaves(content)[0]?.props['backgroundColor'], codes(content)]
  }
  expect(
    read(
      stop(0.2, '#ff0000') + stop('40%', '#00ff00', 'stop-opacity="0.5"') + stop(0.3, '#0000ff') + stop(0.9, '#ffffff'),
    ),
  ).toEqual(['linear(0,#ff000080 0.2,#00ff0040 0.4,#0000ff80 0.4,#ffffff80 0.9)', []])
  expect(read(stop(0, '#ffffff') + stop(0.5, '#ff0000') + stop(1, '#000000'), 'radial')).toEqual([
    'radial(#ffffff80 0,#ff000080 0.5,#00000080 1)',
    [],
  ])
  const many = Array.from({ length: 24 }, (_, i) =>
    stop(
      i / 23,
      `#${Math.round(128 + 127 * Math.sin((i / 23) * Math.PI))
        .toString(16)
        .padStart(2, '0')}8080`,
    ),
  ).join('')
  const [fill, found] = read(many)
  expect([String(fill).match(/#/g)?.length, found]).toEqual([8, ['paint.gradient']])
})

describe('style sheets', () => {
  const fills = (content: string) => leaves(content).map(({ props }) => props['backgroundColor'])
  const rects = (count: number) => '<rect width="10" height="10"/>'.repeat(count)

  it('resolve colour variables from the root, a parent group, another variable or a fallback', () => {
    expect(
      fills(`<style>:root { --warm: #ff0000; --Cold: #0000ff; --both: var(--warm) } .w { fill: var(--warm) } .c { fill: var( --Cold , red ) } .b { fill: var(--both) } .n { fill: var(--none, var(--never, #00ff00)) }</style>
      <rect class="w" width="10" height="10"/><rect class="c" width="10" height="10"/><rect class="b" width="10" height="10"/><rect class="n" width="10" height="10"/>
      <g style="--warm: #123456"><rect class="w" width="10" height="10"/></g><rect fill="var(--warm)" width="10" height="10"/>`),
    ).toEqual(['#ff0000ff', '#0000ffff', '#ff0000ff', '#00ff00ff', '#123456ff', '#ff0000ff'])
  })

  it('with an undefined or circular variable keep the previous value, with a warning', () => {
    expect(
      fills('<style>rect { fill: var(--lost) }</style><g fill="#445566"><rect width="10" height="10"/></g>'),
    ).toEqual(['#445566ff'])
    expect(
      imported('<style>rect { fill: var(--lost) }</style><rect width="9" height="9"/>').report.findings,
    ).toContainEqual(expect.objectContaining({ what: '--lost', code: 'reference.missing' }))
    expect(
      fills(
        '<style>:root { --a: var(--b); --b: var(--a) } rect { fill: var(--a, #abcdef) }</style><rect width="10" height="10"/>',
      ),
    ).toHaveLength(1)
  })

  it('count: every second, the first, the last, from the end, and of one kind', () => {
    const shown = (selector: string) =>
      fills(
        `<style>rect { fill: #111111 } ${selector} { fill: #ffffff }</style><g>${rects(2)}<circle r="5" fill="#111111"/>${rects(2)}</g>`,
      )
        .map((fill) => (fill === '#ffffffff' ? 1 : 0))
        .join('')
    expect([
      shown('rect:nth-child(odd)'),
      shown('rect:nth-child( 2n + 2 )'),
      shown('rect:first-child'),
      shown('g > :last-child'),
      shown('rect:nth-last-child(2)'),
      shown('rect:nth-of-type(3)'),
      shown(':nth-child(-n+2)'),
      shown('circle:only-of-type'),
      shown('rect:only-child'),
    ]).toEqual(['10001', '01010', '10000', '00001', '00010', '00010', '11000', '00100', '00000'])
    expect(codes(`<style>rect:nth-child(2) { fill: red }</style><g>${rects(2)}</g>`)).toEqual([])
    expect(codes(`<style>rect:hover { fill: red }</style><g>${rects(2)}</g>`)).toEqual(['css.rule'])
  })

  it('and attributes with effects that a drawing has not are reported, each once', () => {
    const content =
      '<g style="mix-blend-mode: multiply"><rect width="10" height="10" vector-effect="non-scaling-stroke"/></g><style>rect { rx: 3 } circle { mix-blend-mode: normal }</style><circle r="4"/>'
    const { findings } = imported(content).report
    expect(findings.map(({ code, what }) => `${code} ${what}`).toSorted()).toEqual([
      'css.property rx',
      'css.property vector-effect',
      'paint.blend g',
    ])
    expect(findings.every(({ why }) => why.en !== '' && /\p{Script=Han}/u.test(why.zh))).toBe(true)
  })

  it('keep variables in a part that becomes a separate image', () => {
    const [piece] = leaves(
      '<style>:root { --warm: #ff0000 } .w { fill: var(--warm) }</style><mask id="m"><rect width="50" height="50" fill="white"/></mask><rect class="w" mask="url(#m)" width="100" height="100"/>',
    )
    const picture = atob(
      String(
        piece?.props['picture'] ?? Object.values(piece?.props ?? {}).find((value) => String(value).startsWith('data:')),
      ).split(',')[1] ?? '',
    )
    expect(picture).toMatch(/--warm:#ff0000/)
  })

  it.each([
    [
      'variables in a circle',
      `<style>:root{${Array.from({ length: 5000 }, (_, at) => `--v${at}:var(--v${at + 1}) var(--v${at + 1})`).join(';')}}rect{fill:var(--v0)}</style>${rects(2000)}`,
    ],
    ['brackets without end', `<style>rect{fill:${'var(--a,'.repeat(50_000)}}</style>${rects(2000)}`],
    [
      'counting everywhere',
      `<style>${'rect:nth-child(2n+1):nth-last-child(3n){fill:red}'.repeat(4000)}</style><g>${rects(3000)}</g>`,
    ],
  ])('of ill will cost no more than others: %s', (_, content) => {
    const startedMs = ownCpuMs()
    imported(content)
    expect(ownCpuMs() - startedMs).toBeLessThan(6000)
  })
})
