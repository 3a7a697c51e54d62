import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog, createCatalog } from '../../components/catalog.ts'
import type { AnyComponentType } from '../../components/catalog.ts'
import { groupType, makeComponent, newDrawing, readDrawing } from '../../document/index.ts'
import type { Component, ComponentPatch, Drawing, Id, Props } from '../../document/index.ts'
import { renderSvg } from './svg.ts'
import { SvgBrush } from './svgBrush.ts'

const plate: AnyComponentType = {
  type: 'plate',
  words: { en: 'Plate', zh: '板' },
  palette: 'shape',
  size: { width: 10, height: 10 },
  fields: {},
  defaults: { label: '' },
  miniatureColor: '',
  draw: (brush, props, size) => {
    if (props.label === 'fail') throw new Error('drawn badly')
    brush.rect(0, 0, size.width, size.height, { fill: '#112233' })
    if (props.label) brush.text(0, 0, size.width, size.height, String(props.label), { fill: '#000000', fontSize: 10 })
  },
}
const plates = createCatalog([plate])
const id = (text: string) => text as Id
const component = (part: ComponentPatch & { id?: Id }): Component =>
  makeComponent({ type: 'plate', x: 10, y: 20, width: 30, height: 40, ...part })
const createDrawing = (...components: Component[]): Drawing => ({ ...newDrawing('Test'), components })
const findGroups = (svg: string) =>
  [...svg.matchAll(/<g transform="([^"]*)"( opacity="[^"]*")?>/g)].map(
    ([, transform, opacity]) => `${transform}${opacity ?? ''}`,
  )

describe('renderSvg', () => {
  it('places a component, turned and mirrored about its centre', () => {
    const svg = renderSvg(
      createDrawing(component({}), component({ angleDeg: 90, flipX: true, flipY: true, opacity: 0.5 })),
      plates,
    )
    expect(findGroups(svg)).toEqual([
      'translate(10 20)',
      'translate(10 20) rotate(90 15 20) translate(30 0) scale(-1 1) translate(0 40) scale(1 -1) opacity="0.5"',
    ])
  })

  it('omits components hidden directly or by a group', () => {
    const group = component({ id: id('g'), type: groupType, visible: false })
    expect(
      findGroups(
        renderSvg(createDrawing(component({ visible: false }), group, component({ parent: id('g') })), plates),
      ),
    ).toEqual([])
  })

  it('fades members with their group', () => {
    const group = component({ id: id('g'), type: groupType, opacity: 0.5 })
    expect(findGroups(renderSvg(createDrawing(group, component({ parent: id('g'), opacity: 0.5 })), plates))).toEqual([
      'translate(10 20) opacity="0.25"',
    ])
  })

  it('moves and turns members with the live values of their groups, turned ones about the middle of the group', () => {
    const outer = component({ id: id('o'), type: groupType, x: 0, y: 0, width: 100, height: 100 })
    const group = component({ id: id('g'), type: groupType, parent: id('o'), x: 0, y: 0, width: 100, height: 100 })
    const member = component({ parent: id('g'), x: 0, y: 40, width: 20, height: 20, angleDeg: 10 })
    const at = (live: Props, outerLive: Props = {}) =>
      findGroups(
        renderSvg(createDrawing(outer, group, member), plates, {
          overrides: new Map([
            [id('g'), live],
            [id('o'), outerLive],
          ]),
        }),
      )
    expect(at({ x: 5, y: 7 })).toEqual(['translate(5 47) rotate(10 10 10)'])
    expect(at({ angleDeg: 90 })).toEqual(['translate(40 0) rotate(100 10 10)'])
    expect(at({ angleDeg: 90, x: 5 }, { angleDeg: 180, opacity: 0.5 })).toEqual([
      'translate(35 80) rotate(280 10 10) opacity="0.5"',
    ])
  })

  it('shows a moment of the animations, of a group about its middle where it stands now', () => {
    const moment = (elapsedMs: number, overrides: ReadonlyMap<Id, Props>, ...components: Component[]) =>
      findGroups(renderSvg(createDrawing(...components), plates, { elapsedMs, overrides }))
    const live = new Map<Id, Props>([[id('p'), { angleDeg: 20 }]])
    expect(
      moment(
        250,
        live,
        component({ id: id('p'), angleDeg: 10, animation: { kind: 'rotate', periodMs: 1000, direction: 1 } }),
      ),
    ).toEqual(['translate(10 20) rotate(110 15 20)'])
    expect(
      moment(500, new Map(), component({ x: 5, animation: { kind: 'slide', periodMs: 1000, dx: 30, dy: 0 } })),
    ).toEqual(['translate(35 20)'])
    expect(moment(750, new Map(), component({ animation: { kind: 'showHide', periodMs: 1000 } }))).toEqual([])
    const group = component({
      id: id('g'),
      type: groupType,
      x: 0,
      y: 0,
      width: 100,
      height: 100,
      animation: { kind: 'rotate', periodMs: 1000, direction: 1 },
    })
    const member = component({ parent: id('g'), x: 0, y: 40, width: 20, height: 20 })
    const blinking = component({
      parent: id('g'),
      x: 0,
      y: 40,
      width: 20,
      height: 20,
      animation: { kind: 'blink', periodMs: 1000 },
    })
    expect(moment(250, new Map([[id('g'), { x: 10 }]]), group, member, blinking)).toEqual([
      'translate(50 0) rotate(90 10 10)',
      'translate(10 40)',
    ])
  })

  it("shows an animation that a tag has stopped as it was drawn, and a member's own beside a stopped group's", () => {
    const animation = { kind: 'rotate', periodMs: 1000, direction: 1 } as const
    const group = component({ id: id('g'), type: groupType, x: 0, y: 0, width: 100, height: 100, animation })
    const member = component({ parent: id('g'), x: 0, y: 40, width: 20, height: 20 })
    const turning = component({ id: id('t'), parent: id('g'), x: 0, y: 40, width: 20, height: 20, animation })
    const at = (...stopped: readonly string[]) =>
      findGroups(
        renderSvg(createDrawing(group, member, turning), plates, {
          elapsedMs: 250,
          overrides: new Map(['g', 't'].map((name) => [id(name), { animated: !stopped.includes(name) }])),
        }),
      )
    expect(at()).toEqual(['translate(40 0) rotate(90 10 10)', 'translate(0 40) rotate(90 10 10)'])
    expect(at('g')).toEqual(['translate(0 40)', 'translate(0 40) rotate(90 10 10)'])
    expect(at('t')).toEqual(['translate(40 0) rotate(90 10 10)', 'translate(0 40)'])
  })

  it('shows an animation as far on as its live speed has brought it', () => {
    const turning = component({ id: id('t'), animation: { kind: 'rotate', periodMs: 1000, direction: 1 } })
    const at = (values: Props) =>
      findGroups(
        renderSvg(createDrawing(turning), plates, { elapsedMs: 250, overrides: new Map([[id('t'), values]]) }),
      )[0]?.match(/rotate\((\d+)/)?.[1]
    expect([
      at({ animationSpeed: 1 }),
      at({ animationSpeed: 2 }),
      at({ animationSpeed: 0.5 }),
      at({ animationSpeed: 0 }),
      at({ animationSpeed: 2, animated: false }),
    ]).toEqual(['90', '180', '45', undefined, undefined])
  })

  it('applies live mirroring, and draws components that follow the page in its theme', () => {
    expect(
      findGroups(
        renderSvg(createDrawing(component({ id: id('p') })), plates, {
          overrides: new Map([[id('p'), { flipX: true }]]),
        }),
      ),
    ).toEqual(['translate(10 20) translate(30 0) scale(-1 1)'])
    const themed = createCatalog([{ ...plate, followsPage: 'label', defaults: { label: 'page' } }])
    const drawing = {
      ...createDrawing(component({}), component({ props: { label: 'muted' } })),
      layer: { ...newDrawing().layer, theme: 'vivid' as const },
    }
    expect(
      [...renderSvg(drawing, themed).matchAll(/>(muted|vivid|page)<\/text>/g)].map(([, palette]) => palette),
    ).toEqual(['vivid', 'muted'])
  })

  it('ends on groups that contain each other', () => {
    const [a, b] = [
      component({ id: id('a'), type: groupType, parent: id('b') }),
      component({ id: id('b'), type: groupType, parent: id('a') }),
    ]
    expect(findGroups(renderSvg(createDrawing(a, b, component({ parent: id('a') })), plates))).toHaveLength(1)
  })

  it('takes live values over the drawing’s own and ignores those that are none', () => {
    const overrides = new Map([[id('p'), { x: 99, y: Number.NaN, label: 'live', visible: 1 }]])
    const svg = renderSvg(createDrawing(component({ id: id('p'), visible: false })), plates, { overrides })
    expect(findGroups(svg)).toEqual(['translate(99 20)'])
    expect(svg).toContain('>live</text>')
  })

  it('outlines and desaturates stale components', () => {
    const svg = renderSvg(createDrawing(component({ id: id('p') })), plates, { qualities: new Map([[id('p'), 3]]) })
    expect(svg).toContain('grayscale')
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(1)
  })

  it('casts a shadow to its side however the component is turned, mirrored or fading, and none of the mark of an old value', () => {
    const extras = { shadowLength: 10, shadowAngleDeg: 90, shadowColor: '#00000080' }
    const turned = renderSvg(createDrawing(component({ angleDeg: 90, flipX: true, opacity: 0.5, extras })), plates)
    const cast = '<g style="filter:drop-shadow(0px 10px 3px #00000080)">'
    const place = '<g transform="translate(10 20) rotate(90 15 20) translate(30 0) scale(-1 1)" opacity="0.5">'
    const shape = '<rect x="0" y="0" width="30" height="40" fill="#112233"/>'
    expect(turned).toContain(`${cast}${place}${shape}</g></g></svg>`)
    const stale = renderSvg(createDrawing(component({ id: id('p'), extras })), plates, {
      qualities: new Map([[id('p'), 3]]),
    })
    expect(stale).toContain(
      `${cast}<g transform="translate(10 20)"><g style="filter:grayscale(.85) opacity(.75)">${shape}</g></g></g><g transform="translate(10 20)"><`,
    )
  })

  it('shows an error box in place of an unknown type and of a drawing that failed, and draws the rest', () => {
    const svg = renderSvg(
      createDrawing(
        component({ type: 'warp-core' }),
        component({ name: 'Broken one', props: { label: 'fail' } }),
        component({ props: { label: 'fine' } }),
      ),
      plates,
    )
    expect([...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text)).toEqual(['warp-core', 'Broken one', 'fine'])
  })

  it('lets no text out of its place', () => {
    const hostile = `"'><script>alert(1)</script>\u0000\ud800&amp;`
    const svg = renderSvg(
      { ...createDrawing(component({ props: { label: hostile } }), component({ type: hostile })), name: hostile },
      plates,
    )
    expect(svg).not.toMatch(/<script/)
    for (const broken of ['\u0000', '\ud800']) expect(svg.includes(broken)).toBe(false)
    expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\ufffd\ufffd&amp;amp;')
  })

  it('links a background of this host and none that runs code', () => {
    const withBackground = (backgroundImage: string) =>
      renderSvg({ ...newDrawing(), layer: { ...newDrawing().layer, backgroundImage } }, plates)
    expect(withBackground('/files/plan.png')).toContain('href="/files/plan.png"')
    for (const bad of ['javascript:alert(1)', 'java\nscript:alert(1)', '//evil/x.png', 'data:text/html,x'])
      expect(withBackground(bad)).not.toContain('<image')
  })

  it('keeps the layer’s proportion when only one side is given', () => {
    expect(renderSvg(newDrawing(), plates, { width: 320 })).toContain('width="320" height="180" viewBox="0 0 1600 900"')
    expect(renderSvg(newDrawing(), plates, { height: 90 })).toContain('width="160" height="90"')
  })
})

describe('SvgBrush', () => {
  const written = (draw: (brush: SvgBrush) => void) => {
    const brush = new SvgBrush()
    draw(brush)
    return brush.toString()
  }

  it('keeps a border inside its shape', () => {
    expect(written((brush) => brush.rect(0, 0, 20, 10, { stroke: '#000000', strokeWidth: 4, radius: 5 }))).toBe(
      '<rect x="2" y="2" width="16" height="6" rx="3" fill="none" stroke="#000000" stroke-width="4"/>',
    )
  })

  it('writes transparency apart from the colour, and no paint that is none', () => {
    expect(written((brush) => brush.ellipse(0, 0, 2, 2, { fill: '#11223380' }))).toContain(
      'fill="#112233" fill-opacity="0.502"',
    )
    for (const fill of ['#11223300', 'url(#x)', '" onload="x'])
      expect(written((brush) => brush.ellipse(0, 0, 2, 2, { fill }))).toContain('fill="none"')
  })

  it('stands text on the baseline that the stage uses', () => {
    const svg = written((brush) =>
      brush.text(0, 0, 100, 40, 'one\ntwo', {
        fill: '#000000',
        fontSize: 10,
        align: 'right',
        valign: 'bottom',
        weight: 'bold',
      }),
    )
    // Two lines of 12.5 at the bottom of 40; the baseline is 0.5 × 12.5 + 0.36 × 10 below the top of a line.
    expect([...svg.matchAll(/x="([^"]*)" y="([^"]*)"/g)].map(([, x, y]) => [x, y])).toEqual([
      ['100', '24.85'],
      ['100', '37.35'],
    ])
    expect(svg).toContain('font-weight="600"')
  })

  it('counts a round cap as part of its dash', () => {
    expect(
      written((brush) =>
        brush.line(0, 0, 9, 0, { stroke: '#000000', width: 4, dash: 14, gap: 6, phase: 3, cap: 'round' }),
      ),
    ).toContain('stroke-linecap="round" stroke-dasharray="10 10" stroke-dashoffset="1"')
  })

  it('fills a vessel from below within its round corners', () => {
    const path = (level: number) =>
      /d="([^"]*)"/.exec(written((brush) => brush.liquid(0, 0, 40, 40, { fill: '#000000', radius: 10, level })))?.[1] ??
      ''
    expect(path(0)).toBe('')
    expect(path(0.5)).toBe('M0 20L40 20L40 30A10 10 0 0 1 30 40L10 40A10 10 0 0 1 0 30L0 20Z')
    expect(path(1).startsWith('M10 0L30 0A10 10 0 0 1 40 10')).toBe(true)
  })

  it('closes a ring with ends that coincide after rounding, and draws a minimal arc as an arc', () => {
    const ring = (sweepDeg: number) =>
      written((brush) => brush.arc(40, 30, 20, -90, sweepDeg, { stroke: '#000000', width: 4 }))
    for (const whole of [360, 359.9995, -359.9995])
      expect(ring(whole)).toBe('<circle cx="40" cy="30" r="20" fill="none" stroke="#000000" stroke-width="4"/>')
    expect([ring(359), ring(0.0005)].map((svg) => /d="([^"]*)"/.exec(svg)?.[1])).toEqual([
      'M40 10A20 20 0 1 1 39.651 10.003',
      'M40 10A20 20 0 0 1 40 10',
    ])
  })

  it('keeps waves within the vessel, and has none where it is full', () => {
    const findSurface = (level: number, radius: number) => {
      const path =
        /d="([^"]*)"/.exec(
          written((brush) => brush.liquid(0, 0, 90, 60, { fill: '#000000', radius, level, wave: 20 })),
        )?.[1] ?? ''
      return [...(/^M[^A]*/.exec(path)?.[0] ?? '').matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(
        ([, x, y]) => [Number(x), Number(y)] as const,
      )
    }
    /** Distance of a point outside a rounded box of 90 × 60. */
    const outside = (x: number, y: number, radius: number) =>
      Math.hypot(Math.max(0, Math.abs(x - 45) - 45 + radius), Math.max(0, Math.abs(y - 30) - 30 + radius)) - radius
    for (const radius of [0, 24]) {
      for (const level of [0.01, 0.06, 0.5, 0.95, 0.99])
        expect(Math.max(...findSurface(level, radius).map(([x, y]) => outside(x, y, radius)))).toBeLessThan(0.01)
      expect(findSurface(1, radius).filter(([, y]) => y !== 0 && y < 60 - radius)).toEqual([])
      expect(new Set(findSurface(0.5, radius).map(([, y]) => y)).size).toBeGreaterThan(5)
    }
  })

  it('runs the gradient of a liquid through the whole vessel, however much of it is filled', () => {
    const fill = 'linear(90,#111111,#eeeeee)'
    const [half, triangle] = [{ radius: 10 }, { vessel: 'triangle' as const }].map((vessel) =>
      written((brush) => brush.liquid(5, 7, 40, 80, { fill, level: 0.5, ...vessel })),
    )
    expect(half).toContain(
      '<linearGradient id="g-linear90111111eeeeee-5-7-40-80" gradientUnits="userSpaceOnUse" gradientTransform="translate(5 7) scale(40 80)" x1="0.5" y1="0" x2="0.5" y2="1">',
    )
    for (const svg of [half, triangle]) expect(svg).toContain(' fill="url(#g-linear90111111eeeeee-5-7-40-80)"')
    expect(written((brush) => brush.rect(5, 7, 40, 80, { fill }))).not.toContain('userSpaceOnUse')
  })

  it('writes all gradient stops at their offsets, on areas, lines and held shapes', () => {
    const fill = 'linear(0,#000000ff 0.1,#ffffff80 0.3333,#112233 0.3333,#445566ff 1)'
    const stops =
      '<stop offset="0.1" stop-color="#000000"/><stop offset="0.333" stop-color="#ffffff" stop-opacity="0.502"/><stop offset="0.333" stop-color="#112233"/><stop offset="1" stop-color="#445566"/>'
    for (const draw of [
      (brush: SvgBrush) => brush.rect(0, 0, 40, 20, { fill }),
      (brush: SvgBrush) => brush.ellipse(0, 0, 40, 20, { fill: fill.replace('linear(0,', 'radial(') }),
      (brush: SvgBrush) => brush.line(0, 0, 40, 20, { stroke: fill, width: 6 }),
      (brush: SvgBrush) => brush.liquid(0, 0, 40, 20, { fill, level: 0.5 }),
    ])
      expect(written(draw)).toContain(stops)
    // Fills that differ only in which digits belong to the position and which to the colour.
    const both = written((brush) =>
      [
        'linear(0,#111111 0,#222222 0.12,#3456789a 1)',
        'linear(0,#111111 0,#222222 0.1,#23456789 1)',
        'linear(0,#111111 0,#222222 0.123,#456789 1)',
      ].forEach((one) => brush.rect(0, 0, 9, 9, { fill: one })),
    )
    expect(new Set(both.match(/id="[^"]*"/g)).size).toBe(3)
  })

  it('writes a number that is none as 0', () => {
    expect(written((brush) => brush.rect(Number.NaN, Number.POSITIVE_INFINITY, 1, 1, { fill: '#000000' }))).toContain(
      'x="0" y="0"',
    )
  })
})

describe.each(readdirSync('public/samples').filter((file) => file.endsWith('.json')))('sample %s', (file) => {
  const { drawing: stored }: { drawing: unknown } = JSON.parse(readFileSync(`public/samples/${file}`, 'utf8'))
  const read = readDrawing(stored, catalog)

  it('reads without a problem or a warning and draws without an error box', () => {
    expect(read.problems ?? read.value.warnings).toEqual([])
    if (!read.value) return
    const svg = renderSvg(read.value.drawing, catalog)
    expect(svg).not.toContain('NaN')
    expect(svg).not.toContain('#a8326e')
  })
})
