import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { readDrawing, writeDrawing } from '../document/index.ts'
import { importAny, importFuxa, importMeta2d, importSvg } from './index.ts'
import type { Imported } from './index.ts'
import type { Parsed } from '../schema/index.ts'
import { count } from '../../tests/support/counts.ts'

const folder = new URL('./corpus/', import.meta.url)
const corpus = readdirSync(folder)
  .filter((name) => /\.(?:json|svg)$/.test(name) && !name.endsWith('.golden.json'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))

/** The result must be problems, or a drawing that survives a write and read. */
function expectSound(read: Parsed<Imported>): void {
  if (read.problems) {
    expect(read.problems.length).toBeGreaterThan(0)
    expect(read.problems.map(({ code }) => code)).not.toContain('import.unreadable')
    return
  }
  const reread = readDrawing(writeDrawing(read.value.drawing), catalog)
  expect(reread.problems).toBeUndefined()
  expect(reread.value?.drawing).toEqual(read.value.drawing)
  expect(read.value.report.findings.length).toBeLessThanOrEqual(500)
}

const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e308,
    -1e308,
    Number.NaN,
    Infinity,
    '',
    '1',
    'NaN',
    '__proto__',
    'constructor',
    '#fff',
    'url(#a)',
    'javascript:alert(1)',
    'linear-gradient(0deg,red,blue)',
    '水',
    '\u0000',
    '\ud800',
    [],
    {},
    [[]],
    'x'.repeat(5000),
  ),
  fc.double(),
  fc.string({ maxLength: 20, unit: 'binary' }),
)

/** Copies data and replaces some of its values. */
function broken(value: unknown, changes: ReadonlyMap<number, unknown>, counter = { at: 0 }): unknown {
  const own = counter.at++
  if (changes.has(own)) return changes.get(own)
  if (Array.isArray(value)) return value.map((inner) => broken(inner, changes, counter))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, broken(inner, changes, counter)]))
}

describe('whatever comes in', () => {
  it('any value at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withObjectString: true,
          withSet: true,
          withTypedArray: true,
          withSparseArray: true,
        }),
        async (input) => {
          for (const read of [
            await importAny(input, catalog),
            importMeta2d(input, catalog),
            importFuxa(input, catalog),
            importSvg(input, catalog),
          ])
            expectSound(read)
        },
      ),
      { numRuns: count({ daily: 75, full: 300 }) },
    )
  })

  it('pens with anything in them', () => {
    const keys = [
      'name',
      'x',
      'y',
      'width',
      'height',
      'rotate',
      'anchors',
      'children',
      'parentId',
      'text',
      'background',
      'color',
      'lineWidth',
      'lineDash',
      'borderRadius',
      'frames',
      'events',
      'realTimes',
      'form',
      'image',
      'path',
      'progress',
      'gradientColors',
      'bkType',
      'type',
      'fontSize',
      'globalAlpha',
      'locked',
      'shadowColor',
      'shadowOffsetX',
      'animations',
      'triggers',
      'title',
    ]
    const names = fc.constantFrom(
      'rectangle',
      'circle',
      'triangle',
      'line',
      'text',
      'diamond',
      'cube',
      'image',
      'combine',
      'svgPath',
      'constructor',
      'echarts',
    )
    const pen = fc
      .tuple(names, fc.dictionary(fc.constantFrom(...keys), hostileValue, { maxKeys: 10 }))
      .map(([name, rest]) => ({ x: 0, y: 0, width: 10, height: 10, ...rest, name: rest['name'] ?? name }))
    fc.assert(
      fc.property(fc.array(pen, { maxLength: 6 }), hostileValue, hostileValue, (pens, scale, origin) => {
        expectSound(importMeta2d({ pens, scale, origin, width: 100, height: 100 }, catalog))
      }),
      { numRuns: count({ daily: 125, full: 500 }) },
    )
  })

  it('real files with some of their values replaced', async () => {
    const parsed = corpus.filter((text) => text.startsWith('{')).map((text): unknown => JSON.parse(text))
    const changes = fc
      .array(fc.tuple(fc.nat(900), hostileValue), { minLength: 1, maxLength: 12 })
      .map((list) => new Map(list))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...parsed), changes, async (data, replaced) => {
        expectSound(await importAny(broken(data, replaced), catalog))
      }),
      { numRuns: count({ daily: 100, full: 400 }) },
    )
  }, 60_000)

  it('real files with pieces cut out, doubled or exchanged', async () => {
    const cut = fc.tuple(
      fc.constantFrom(...corpus),
      fc.nat(),
      fc.nat(200),
      fc.constantFrom('', '"', '<', '>', '-', '1e999', 'NaN', '0', '#', '&lt;', '\u0000', '{', ']'),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(cut, async ([text, from, length, instead, isDoubled]) => {
        const at = from % text.length
        expectSound(
          await importAny(
            text.slice(0, at) + instead + text.slice(isDoubled ? Math.max(0, at - length) : at + length),
            catalog,
          ),
        )
      }),
      { numRuns: count({ daily: 150, full: 600 }) },
    )
  })

  it('shapes of SVG with anything in their attributes', () => {
    const name = fc.constantFrom(
      'rect',
      'circle',
      'ellipse',
      'line',
      'polyline',
      'polygon',
      'path',
      'text',
      'image',
      'use',
      'g',
      'a',
      'svg',
      'switch',
    )
    const attribute = fc.constantFrom(
      'x',
      'y',
      'width',
      'height',
      'r',
      'rx',
      'ry',
      'cx',
      'cy',
      'd',
      'points',
      'transform',
      'fill',
      'stroke',
      'stroke-width',
      'stroke-dasharray',
      'style',
      'class',
      'id',
      'href',
      'viewBox',
      'opacity',
      'font-size',
    )
    const value = fc.oneof(
      fc.constantFrom(
        '10',
        '-5',
        '1e300',
        '-1e300',
        '50%',
        '1e-300',
        'NaN',
        '',
        '#a',
        '#b',
        'url(#a)',
        'none',
        'red',
        '0 0 10 10',
        '0 0 0 0',
        'matrix(0 0 0 0 0 0)',
        'scale(1e200)',
        'rotate(45) skewX(90)',
        'M0 0L10 10A0 5 0 1 1 20 20Z',
        'M0 0C1e300 0 0 1e300 5 5',
        'fill:red;opacity:x',
      ),
      fc.string({ maxLength: 12 }).map((text) => text.replace(/[<&"]/g, '')),
    )
    const element: fc.Arbitrary<string> = fc.tuple(name, fc.dictionary(attribute, value, { maxKeys: 6 })).map(
      ([tag, attributes]) =>
        `<${tag}${Object.entries(attributes)
          .map(([key, text]) => ` ${key}="${text}"`)
          .join('')}>x</${tag}>`,
    )
    const tree = fc
      .array(fc.tuple(element, element), { maxLength: 5 })
      .map((list) => list.map(([outer, inner]) => outer.replace('>x<', `>${inner}<`)).join(''))
    fc.assert(
      fc.property(tree, fc.constantFrom<'components' | 'picture'>('components', 'picture'), (content, as) => {
        expectSound(importSvg(`<svg xmlns="http://www.w3.org/2000/svg" id="a">${content}</svg>`, catalog, { as }))
      }),
      { numRuns: count({ daily: 150, full: 600 }) },
    )
  })
})
