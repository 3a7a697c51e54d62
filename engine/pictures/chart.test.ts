import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog, resolveProps } from '../components/catalog.ts'
import type { Examples } from '../components/examples.ts'
import { makeComponent, makeId, newDrawing } from '../document/index.ts'
import { renderSvg } from '../paint/index.ts'
import type { FieldValue } from '../schema/index.ts'
import { chartSvg } from './chart.ts'
import { paintPictures, getPictures } from './index.ts'

const load = async (url: string) => readFileSync(new URL(`../../public${url}`, import.meta.url), 'utf8')
const examples = import.meta.glob<Examples>('../components/*/examples.ts', { eager: true, import: 'examples' })
const charts = catalog.list.filter((type) =>
  getPictures(type, type.defaults, type.size).some(({ picture }) => picture.painter === 'chart'),
)

describe.each(charts.map((type) => [type.type, type] as const))('%s', (name, type) => {
  const folder = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const states = Object.entries(examples[`../components/${folder}/examples.ts`] ?? {})

  it('is painted in each of its states, at its own size and a small one, as sound SVG', async () => {
    for (const [, props] of states) {
      for (const size of [type.size, { width: 90, height: 60 }]) {
        const svg = await svgOfType(name, props, size)
        checkSvg(svg)
        expect(svg.length).toBeGreaterThan(300)
      }
    }
  })

  it('shows words and lines', async () => {
    const drawn = await Promise.all(states.map(([, props]) => svgOfType(name, props, type.size)))
    expect(drawn.some((svg) => /<text[^>]*>[^<]*\d/.test(svg) || /<text[^>]*>[^<]*\p{Script=Han}/u.test(svg))).toBe(
      true,
    )
    expect(drawn.some((svg) => (svg.match(/<path|<polyline/g) ?? []).length > 3)).toBe(true)
  })
})

describe('a chart', () => {
  it('keeps Chinese words', async () => {
    const svg = await svgOfType('chart-line', {
      text: '流量',
      unit: '立方米',
      data: '{"xdata":["一月"],"ydata":[{"name":"进水","data":[3]}]}',
    })
    for (const word of ['流量', '立方米', '一月', '进水']) expect(svg).toContain(`>${word}<`)
  })

  it('writes the name of an axis within itself, also where no numbers stand beside that axis', async () => {
    const data = '{"xdata":["a","b"],"ydata":[{"name":"x","data":[null,null]}]}'
    for (const [name, props] of [
      ['history-curve', {}],
      ['chart-line', {}],
      ['chart-line', { data }],
      ['chart-line', { isFitted: false, min: 0, max: 100 }],
    ] as const) {
      const svg = await svgOfType(name, { ...props, yName: '%' })
      const [, x = '0', left] = /<text[^>]*?(?: x="([-\d.]+)")?[^>]*?translate\(([-\d.]+)[^>]*>%</.exec(svg) ?? []
      expect([name, Number(left) + Number(x) > 3]).toEqual([name, true])
    }
  })

  it('reports invalid data instead of showing an empty chart', async () => {
    for (const data of ['{', '7', '{"rows":[]}'])
      expect(await svgOfType('chart-bar', { data })).toMatch(/invalid data.*数据无效/)
    expect(await svgOfType('chart-bar', { data: '{"ydata":[1]}', option: '[' })).toMatch(/invalid data.*数据无效/)
    expect(await svgOfType('chart-bar', {})).toContain('无数据')
  })

  it('shows hostile names as the text they are', async () => {
    const name = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u0000'
    for (const type of charts.map((one) => one.type)) {
      const svg = await svgOfType(type, {
        text: name,
        data: JSON.stringify([
          { name, value: 1 },
          { name: 'b', value: 2 },
        ]),
        unit: name.slice(0, 20),
      })
      checkSvg(svg)
      expect(svg).not.toMatch(/<(?:script|img|image|style|foreignObject)\b/)
    }
  })

  it('lets no chart code out of its attribute', async () => {
    const bad = 'red" onload="alert(1)'
    const option = JSON.stringify({
      series: { lineStyle: { color: bad }, label: { show: true, color: bad, fontFamily: 'x";background:u\\72l(//a)' } },
      xAxis: { axisLine: { lineStyle: { color: bad } } },
      backgroundColor: bad,
    })
    const svg = await svgOfType('chart-line', { data: '{"ydata":[1,2,3]}', option })
    checkSvg(svg)
    expect(svg).not.toContain('onload="')
  })

  it('keeps a gap a gap', async () => {
    const lines = (svg: string) => svg.match(/<(?:path|polyline)[^>]*stroke="#3f6f94"/g)?.length ?? 0
    expect(lines(await svgOfType('chart-line', { data: '{"ydata":[1,2,3,4,5]}' }))).toBe(1)
    const broken = await svgOfType('history-curve', {
      data: '[{"tag":"a/b/c","at":[1e12,1000000060000,1000000120000,1000000180000,1000000240000],"values":[1,2,null,4,5]}]',
    })
    expect(broken.match(/<(?:path|polyline)[^>]*stroke="#3f6f94"[^>]*>/g)?.join('')).toMatch(/d="M[^"]*M/)
  })

  it('samples a hundred thousand points down to its width', { tags: 'full' }, async () => {
    const values = Array.from({ length: 100_000 }, (_, index) => Math.round(1000 * Math.sin(index / 500)) / 10)
    const table = await svgOfType('chart-line', { data: JSON.stringify({ ydata: values }) })
    const history = await svgOfType('history-curve', {
      data: JSON.stringify([{ tag: 'a/b/c', at: values.map((_, index) => 1e12 + index * 36), values }]),
    })
    expect(Math.max(table.length, history.length)).toBeLessThan(40_000)
  })

  it('keeps the lowest and the highest value of each span when it thins, and gaps, however short the peaks and close together', async () => {
    const [count, span, top, bottom] = [100_000, 5000, 2400, 2403]
    const values = Array.from({ length: count }, (_, index) => {
      // Both ends are always kept; the test derives the scale of the picture from them.
      if (index === 0 || index === count - 1) return index === 0 ? 0 : 100
      const [place, nth] = [index % span, Math.floor(index / span)]
      if (nth === 5 && place > 3000 && place < 4000) return null
      return place === top ? 80 + (nth % 10) : place === bottom ? 20 - (nth % 10) : 50 + Math.sin(index / 7)
    })
    const drawn = [
      await svgOfType('chart-line', { data: JSON.stringify({ ydata: values }) }),
      await svgOfType('history-curve', {
        data: JSON.stringify([{ tag: 'a/b/c', at: values.map((_, index) => 1e12 + index * 36), values }]),
      }),
    ]
    const extremes = (found: readonly number[]) =>
      found.length === 0 ? [] : [Math.min(...found), Math.max(...found)].map(Math.round)
    const expected = Array.from({ length: count / span }, (_, nth) => [20 - (nth % 10), 80 + (nth % 10)])
    for (const svg of drawn) {
      expect(svg.length).toBeLessThan(40_000)
      // A gap is kept, too.
      expect(svg.match(/<(?:path|polyline)[^>]*stroke="#3f6f94"[^>]*>/g)?.join('')).toMatch(/d="M[^"]*M/)
      const points = linePoints(svg)
      const [first, last] = [points[0], points.at(-1)]
      if (!first || !last) throw new Error('no line is painted')
      const read = points.map(({ x, y }) => ({
        at: ((x - first.x) / (last.x - first.x)) * count,
        value: ((y - first.y) / (last.y - first.y)) * 100,
      }))
      expect(
        expected.map((_, nth) =>
          extremes(read.filter(({ at }) => Math.abs(at - nth * span - top) < span / 4).map(({ value }) => value)),
        ),
      ).toEqual(expected)
    }
  })

  it('reports how many tags of a history are not shown, even if its code replaces the title', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `plant/tank-${index}/level`)
    const data = (count: number) =>
      JSON.stringify(lines(count).map((tag) => ({ tag, at: [1e12, 1e12 + 60_000], values: [1, 2] })))
    const drawn = (count: number, more: Readonly<Record<string, FieldValue>> = {}) =>
      svgOfType('history-curve', { tags: lines(count).join('\n'), data: data(12), legend: 'none', ...more })
    expect(await drawn(12)).not.toMatch(/未显示|not shown/)
    const variants: readonly Readonly<Record<string, string>>[] = [
      {},
      { text: 'Levels' },
      { legend: 'bottom' },
      { data: '' },
      { option: '{"title":{"text":"Own","textStyle":{"fontSize":20}}}' },
      { option: '{"title":[{"text":"Own"}]}' },
    ]
    for (const more of variants) {
      const svg = await drawn(15, more)
      checkSvg(svg)
      expect(svg).toContain('>3 more not shown: 12 tags at most / 另有 3 个点位未显示（最多 12 个）<')
      if (more['option']) expect(svg).toContain('>Own<')
    }
    // Values in `data` are all shown.
    expect(await drawn(15, { data: data(15) })).not.toMatch(/未显示/)
  })

  it('gives several charts on one page ids of their own, and the same chart the same picture', async () => {
    const draw = (to: number) =>
      svgOfType('chart-line', { data: JSON.stringify({ ydata: [1, to] }), isFitted: false, max: 50 })
    const [first, repeated, other] = [await draw(20), await draw(20), await draw(30)]
    expect(first).toBe(repeated)
    const ids = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(ids(first).length).toBeGreaterThan(0)
    expect(ids(first).filter((id) => ids(other).includes(id))).toEqual([])
  })

  it('shows that map data is missing', async () => {
    expect(await svgOfType('map', { mapUrl: 'https://example.org/none.json' })).toContain('无地图数据')
    expect(
      await svgOfType('map', { mapUrl: 'https://example.org/html.json' }, undefined, async () => '<html>'),
    ).toContain('无地图数据')
  })

  it('throws on invalid chart content, so that a broken image is shown', () => {
    expect(() => chartSvg({ title: {} }, 100, 100)).toThrow('ChartContent')
  })
})

describe('the maps that come with the product', () => {
  const field = catalog.get('map')?.fields['province']
  const provinces = field?.kind === 'choice' ? field.options.map(({ value }) => value) : []

  it('are the country and 34 provinces', () => expect(provinces).toHaveLength(35))

  it.each(provinces)('%s is drawn', async (province) => {
    const svg = await svgOfType('map', { province })
    expect(svg).not.toContain('无地图数据')
    expect(svg.match(/<path/g)?.length ?? 0).toBeGreaterThan(3)
  })
})

async function svgOfType(
  name: string,
  props: Readonly<Record<string, FieldValue>>,
  size?: { width: number; height: number },
  from: typeof load = load,
): Promise<string> {
  const type = catalog.get(name)
  if (!type) throw new Error(`no type ${name}`)
  const { width, height } = size ?? type.size
  const component = makeComponent({
    id: makeId(),
    type: name,
    name,
    rank: 'a',
    x: 0,
    y: 0,
    width,
    height,
    props: resolveProps(type, props),
  })
  const drawing = { ...newDrawing('charts'), components: [component] }
  return renderSvg(drawing, catalog, { pictures: await paintPictures(drawing, catalog, { load: from }) })
}

/** Returns the painted points of the chart's only line. */
function linePoints(svg: string): { readonly x: number; readonly y: number }[] {
  const paths = [...svg.matchAll(/<(?:path|polyline)[^>]*stroke="#3f6f94"[^>]*>/g)].map(
    ([tag]) => /(?: d| points)="([^"]+)"/.exec(tag)?.[1] ?? '',
  )
  return [...paths.join(' ').matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
}

/** Checks that tags are balanced, attributes are quoted and unique, and all numbers are valid. */
function checkSvg(svg: string): void {
  const open: string[] = []
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w:-]*="[^"<]*")*)\s*(\/?)>/g,
    (_, end: string, tag: string, attributes: string, closed: string) => {
      const names = [...attributes.matchAll(/([\w:-]+)="/g)].map((match) => match[1])
      if (new Set(names).size !== names.length) throw new Error(`an attribute twice: <${tag}${attributes}>`)
      if (end) expect(open.pop()).toBe(tag)
      else if (!closed) open.push(tag)
      return ''
    },
  )
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]/)
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
}
