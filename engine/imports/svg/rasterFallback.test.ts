import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import type { Component } from '../../document/index.ts'
import { isInside } from '../outline.ts'
import { readXml } from '../xml.ts'
import { importSvg } from './importSvg.ts'
import { ownCpuMs } from '../../../tests/support/server/cpu.ts'

function imported(content: string, attributes = 'width="200" height="200"') {
  const read = importSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
    catalog,
  )
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const { drawing, report } = read.value
  return {
    all: drawing.components,
    leaves: drawing.components.filter(({ type }) => type !== 'group'),
    codes: report.findings.map(({ code }) => code),
  }
}

const getCorners = ({ x, y, width, height, props }: Component): number[] =>
  (Array.isArray(props.points) ? props.points : []).map((share: number, i) =>
    i % 2 === 0 ? x + share * width : y + share * height,
  )

function svgIn(component: Component | undefined): string {
  const source = Object.values(component?.props ?? {}).find((value) =>
    String(value).startsWith('data:image/svg+xml;base64,'),
  )
  const svg = new TextDecoder().decode(
    Uint8Array.from(atob(String(source).split(',')[1] ?? ''), (sign) => sign.charCodeAt(0)),
  )
  expect(readXml(svg).problems).toBeUndefined()
  return svg
}

describe('holes', () => {
  it('are cut out of one polygon, whatever its outlines are called', () => {
    // A washer as written by Inkscape after "difference": relative arcs, fill rule in the style.
    const { leaves, codes } =
      imported(`<g inkscape:label="Layer 1" inkscape:groupmode="layer"><path style="fill:#808080;fill-rule:evenodd;stroke:none"
      d="m 50,10 a 40,40 0 0 0 -40,40 40,40 0 0 0 40,40 40,40 0 0 0 40,-40 40,40 0 0 0 -40,-40 z m 0,20 a 20,20 0 0 1 20,20 20,20 0 0 1 -20,20 20,20 0 0 1 -20,-20 20,20 0 0 1 20,-20 z" id="path12"/></g>`)
    expect(leaves).toHaveLength(1)
    expect(codes).toEqual([])
    const corners = getCorners(leaves[0])
    expect([
      isInside(50, 51, corners),
      isInside(50, 20.3, corners),
      isInside(20.3, 51, corners),
      isInside(5, 50, corners),
    ]).toEqual([false, true, true, false])
  })

  it('keep their outlines as strokes of their own', () => {
    const { leaves } = imported(
      '<path d="M10 10h80v80h-80z M30 30v40h40v-40z" fill="gold" stroke="black" stroke-width="2"/>',
    )
    expect(leaves).toHaveLength(3)
    expect(leaves.filter(({ props }) => Number(props.borderWidth) > 0)).toHaveLength(2)
    expect(isInside(50, 51, getCorners(leaves[0]))).toBe(false)
  })

  it('are none where the outlines go the same way round', () => {
    const { leaves } = imported('<path d="M10 10h80v80h-80z M30 30h40v40h-40z" fill="gold"/>')
    expect(leaves.map(({ type, width }) => [type, width])).toEqual([['rect', 80]])
  })

  it('are not thought into the sign of a valve, which stays one polygon with its edge', () => {
    const { leaves, codes } = imported(
      '<path d="M10 10L50 30V10L10 30Z" fill="none" stroke="black"/><path id="v" d="M10 10L50 30V10L10 30Z" fill="#808080" stroke="black"/>',
    )
    expect([leaves.length, codes]).toEqual([2, []])
    expect(leaves[1]).toMatchObject({ type: 'polygon', x: 10, y: 10, width: 40, height: 20, props: { borderWidth: 1 } })
    expect([isInside(15, 20, getCorners(leaves[1])), isInside(30, 12, getCorners(leaves[1]))]).toEqual([true, false])
  })

  it('in self-intersecting outlines become an image, with a warning', () => {
    const { leaves, codes } = imported('<polygon points="50,5 79,95 3,39 97,39 21,95" fill="red" fill-rule="evenodd"/>')
    expect(codes).toEqual(['shape.picture'])
    expect(leaves[0].type).toBe('image')
    expect(svgIn(leaves[0])).toContain('fill-rule="evenodd"')
  })
})

describe('clip paths', () => {
  // An Illustrator artboard clip around everything, set by a class.
  const artboard = (
    content: string,
  ) => `<defs><style>.cls-1{fill:none;}.cls-2{clip-path:url(#clip-path);}.cls-3{fill:#00a651;}</style>
    <clipPath id="clip-path"><rect class="cls-1" width="100" height="100"/></clipPath></defs><g class="cls-2">${content}</g>`

  it('that cut nothing off change nothing', () => {
    const { leaves, codes } = imported(
      artboard(
        '<rect class="cls-3" x="10" y="10" width="30" height="30"/><circle class="cls-3" cx="50" cy="50" r="50"/>',
      ),
    )
    expect(leaves.map(({ type }) => type)).toEqual(['rect', 'circular'])
    expect(codes).toEqual([])
  })

  it('cut plain areas exactly', () => {
    const { leaves, codes } = imported(
      artboard(
        '<rect class="cls-3" x="80" y="-20" width="60" height="40"/><circle class="cls-3" cx="100" cy="100" r="40"/>',
      ),
    )
    expect(leaves[0]).toMatchObject({ type: 'rect', x: 80, y: 0, width: 20, height: 20 })
    expect(leaves[1]).toMatchObject({ type: 'polygon', x: 60, y: 60, width: 40, height: 40 })
    expect(codes).toEqual([])
  })

  it('remove shapes outside them', () => {
    expect(
      imported(
        artboard(
          '<rect class="cls-3" x="150" y="150" width="10" height="10"/><rect class="cls-3" width="5" height="5"/>',
        ),
      ).leaves,
    ).toHaveLength(1)
  })

  it('convert shapes that cannot be clipped to an image that contains the clip and no other part of the file', () => {
    const { leaves, codes } = imported(
      artboard(
        '<path class="cls-3" stroke="black" d="M80 50C90 20 120 20 140 50" id="bow"/><rect class="cls-3" id="other" width="5" height="5"/>',
      ),
    )
    expect(codes).toEqual(['shape.picture'])
    const svg = svgIn(leaves[0])
    expect(svg).toContain('clip-path="url(#clip-path)"')
    expect(svg).toContain('fill:#00a651')
    expect(svg).not.toContain('other')
    expect(leaves[0].x + leaves[0].width).toBeLessThanOrEqual(100)
    expect(leaves[1].type).toBe('rect')
  })

  it('hold where they were asked for, under the transforms around', () => {
    const { leaves } = imported(`<clipPath id="c"><circle cx="10" cy="10" r="10"/></clipPath>
      <g transform="translate(50 20) scale(2)" clip-path="url(#c)"><rect transform="translate(5 5)" width="40" height="40" fill="blue"/></g>`)
    expect(leaves).toHaveLength(1)
    expect(leaves[0]).toMatchObject({ x: 60, y: 30 })
    expect(leaves[0].x + leaves[0].width).toBeCloseTo(90, 1)
  })

  it('of a picture from elsewhere are left out, since it must be fetched', () => {
    const { leaves, codes } = imported(
      '<clipPath id="c"><circle cx="10" cy="10" r="10"/></clipPath><image clip-path="url(#c)" width="20" height="20" href="/img/pump.png"/>',
    )
    expect(codes).toEqual(['paint.effect'])
    expect(leaves[0].props).toMatchObject({ source: '/img/pump.png' })
  })

  it('that are not in the file clip nothing', () => {
    const { leaves, codes } = imported('<rect clip-path="url(#gone)" width="20" height="20"/>')
    expect([leaves.length, codes]).toEqual([1, ['reference.missing']])
  })
})

describe('masks, texts along paths and patterns', () => {
  it('become a picture with all that they refer to', () => {
    const { leaves, codes } =
      imported(`<defs><linearGradient id="fade"><stop offset="0" stop-color="white"/><stop offset="1"/></linearGradient>
      <mask id="m"><rect width="80" height="80" fill="url(#fade)"/></mask></defs>
      <g id="masked" mask="url(#m)" opacity=".5" transform="translate(10 20)"><rect width="80" height="40" fill="red"/><circle cx="40" cy="60" r="10"/></g>`)
    expect(codes).toEqual(['shape.picture'])
    expect(leaves).toHaveLength(1)
    expect(leaves[0]).toMatchObject({ type: 'image', name: 'masked', opacity: 0.5 })
    const svg = svgIn(leaves[0])
    expect(svg).toContain('<mask id="m">')
    expect(svg).toContain('id="fade"')
    expect(svg).not.toContain('opacity=".5"')
    expect([leaves[0].x, leaves[0].y].map(Math.round)).toEqual([8, 18])
  })

  it('are placed at their path, not at the text origin', () => {
    const { leaves, codes } = imported(
      `<path id="curve" d="M100 150A50 50 0 0 1 200 150" fill="none"/><text font-size="10" style="letter-spacing:1px"><textPath xlink:href="#curve">Around</textPath></text>`,
      'width="300" height="300"',
    )
    expect(codes).toEqual(['shape.picture'])
    expect(leaves[0].x).toBeGreaterThan(80)
    expect(leaves[0].y).toBeGreaterThan(80)
    expect(svgIn(leaves[0])).toContain('<textPath')
  })

  it('fill with a pattern as a picture', () => {
    const { leaves } = imported(
      '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0l4 4" stroke="red"/></pattern><rect x="5" y="5" width="50" height="50" fill="url(#p)"/>',
    )
    expect(svgIn(leaves[0])).toContain('<pattern')
  })

  it('bring nothing along that acts', () => {
    const { leaves } =
      imported(`<mask id="m" onload="alert(1)"><rect width="80" height="80" fill="white"/><script>alert(1)</script></mask>
      <g mask="url(#m)"><rect width="9" height="9" style="fill:url(https://evil.example/x)" onclick="alert(1)"/></g>`)
    expect(svgIn(leaves[0])).not.toMatch(/script|onclick|onload|evil/)
  })

  it('do not multiply a file without bound', () => {
    const noise = '<path d="M1 1L9 9"/>'.repeat(2000)
    const content = `<mask id="m">${noise}</mask>${'<rect mask="url(#m)" width="9" height="9"/>'.repeat(3000)}`
    const started = ownCpuMs()
    const { leaves } = imported(content)
    const characters = leaves.reduce((sum, { props }) => sum + JSON.stringify(props).length, 0)
    expect(ownCpuMs() - started).toBeLessThan(10_000)
    expect(characters).toBeLessThan(20_000_000)
  })
})
