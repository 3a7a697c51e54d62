import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import type { Component } from '../../document/index.ts'
import { importMeta2d } from '../index.ts'
import type { ImportOptions } from '../index.ts'
import { ownCpuMs } from '../../../tests/support/server/cpu.ts'

const view = { x: 0, y: 0, scale: 1, origin: { x: 0, y: 0 }, center: { x: 0, y: 0 }, width: 1000, height: 800 }

function imported(pens: readonly unknown[], rest: object = {}, options: ImportOptions = {}) {
  const read = importMeta2d({ ...view, ...rest, pens }, catalog, options)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  return read.value
}

const one = (pen: object, rest: object = {}): Component =>
  imported([{ name: 'rectangle', x: 100, y: 100, width: 100, height: 50, ...pen }], rest).drawing.components[0]
const codes = (pens: readonly unknown[], rest: object = {}): string[] =>
  imported(pens, rest).report.findings.map(({ code }) => code)
const box = ({ x, y, width, height }: Component): number[] => [x, y, width, height]

describe('lines', () => {
  const line = (extra: object, anchor: object = {}) => ({
    name: 'line',
    type: 1,
    lineName: 'line',
    x: 0,
    y: 0,
    width: 100,
    height: 0,
    color: '#222222',
    anchors: [
      { x: 0, y: 0, ...anchor },
      { x: 1, y: 0 },
    ],
    ...extra,
  })

  it('with lost connections and with arrows lost to a flow animation are reported', () => {
    expect(codes([line({ toArrow: 'triangle' })])).toEqual([])
    expect(codes([line({}, { connectTo: 'pump', anchorId: '0' })])).toEqual(['line.free'])
    expect(codes([line({ toArrow: 'triangle', animateSpan: 2, autoPlay: true })])).toEqual(['arrow.flowing'])
    expect(codes([line({ animateSpan: 2, autoPlay: true })])).toEqual([])
  })
})

describe('where pens stand', () => {
  it('is where the product put them before it was zoomed and moved', () => {
    const read = importMeta2d(readFileSync(new URL('../corpus/meta2d-groups.json', import.meta.url), 'utf8'), catalog)
    const leaves = (read.value?.drawing.components ?? []).filter(({ type }) => type !== 'group')
    const created = [
      [100, 100, 100, 50],
      [250, 120, 60, 60],
      [400, 120, 60, 80],
      [750, 100, 50, 50],
      [600, 150, 100, 50],
      [900, 100, 80, 80],
      [900, 100, 80, 80],
    ]
    for (const [i, leaf] of leaves.entries())
      for (const [j, value] of box(leaf).entries()) expect(Math.abs(value - created[i][j])).toBeLessThan(0.01)
    expect(leaves.map(({ angleDeg }) => angleDeg)).toEqual([20, 0, 0, 0, 45, 0, 0])
  })

  it('is in shares of the group for its members, mirrored where the group is', () => {
    const group = (extra: object) => [
      { id: 'g', name: 'combine', x: 100, y: 100, width: 200, height: 100, children: ['m'], ...extra },
      { id: 'm', parentId: 'g', name: 'circle', x: 0.1, y: 0.2, width: 0.25, height: 0.5 },
    ]
    const member = (extra: object) => box(imported(group(extra)).drawing.components[1])
    expect(member({})).toEqual([120, 120, 50, 50])
    expect(member({ flipX: true })).toEqual([230, 120, 50, 50])
    expect(member({ flipY: true })).toEqual([120, 130, 50, 50])
    expect(member({ rotate: 30 })).toEqual([120, 120, 50, 50])
  })

  it('gets a canvas that holds them where the file has none', () => {
    const { drawing } = imported([{ name: 'circle', x: -50, y: 2000, width: 10, height: 10 }], {
      width: undefined,
      height: undefined,
    })
    expect(drawing.layer).toMatchObject({ width: 1600, height: 2030 })
    expect(box(drawing.components[0])).toEqual([20, 2000, 10, 10])
  })
})

describe('the picture behind all', () => {
  const background = (bkImage: string) => {
    const { drawing, report } = imported([], { bkImage })
    return [drawing.layer.backgroundImage, report.findings.map(({ code }) => code)]
  }

  it('comes over by its address and as its own data', () => {
    for (const picture of ['/floor.png', 'https://plant.example/floor.png', 'data:image/png;base64,iVBORw0KGgo='])
      expect(background(picture)).toEqual([picture, []])
  })

  it('is reported if it cannot be used: too large or not an image', () => {
    expect(background(`data:image/png;base64,${'A'.repeat(2_000_000)}`)).toEqual(['', ['picture.unfit']])
    for (const other of ['data:text/html;base64,AAAA', 'file:///floor.png'])
      expect(background(other)).toEqual(['', ['url.refused']])
  })
})

describe('looks', () => {
  it('takes fill, border, dashes, radius, opacity, lock, words and shadow', () => {
    const pen = one({
      background: 'rgba(255,0,0,.5)',
      color: '#00f',
      lineWidth: 2,
      lineDash: [9, 3],
      borderRadius: 0.2,
      globalAlpha: 0.5,
      locked: 2,
      text: 'P1',
      fontSize: 16,
      fontWeight: 'bold',
      textColor: 'green',
      textAlign: 'right',
      textBaseline: 'bottom',
      shadowColor: '#000',
      shadowOffsetX: 0,
      shadowOffsetY: 5,
    })
    expect(pen).toMatchObject({
      opacity: 0.5,
      locked: true,
      extras: { shadowColor: '#000000ff', shadowLength: 5, shadowAngleDeg: 90 },
      props: {
        backgroundColor: '#ff000080',
        borderColor: '#0000ffff',
        borderWidth: 2,
        borderStyle: 'dashed',
        radius: 10,
        text: 'P1',
        fontSize: 16,
        fontWeight: 'bold',
        fontColor: '#008000ff',
        align: 'right',
        valign: 'bottom',
      },
    })
  })

  it("turns a CSS gradient to the product's direction", () => {
    expect(
      one({ bkType: 1, gradientColors: 'linear-gradient(180deg, rgba(255,0,0,1) 0%, #00f 100%)' }).props
        .backgroundColor,
    ).toBe('linear(90,#ff0000ff,#0000ffff)')
  })

  it('keeps all colours of a gradient where they stand', () => {
    const drawn = imported([
      {
        name: 'rectangle',
        x: 0,
        y: 0,
        width: 50,
        height: 50,
        bkType: 1,
        gradientColors: 'linear-gradient(90deg, #f00 0%, #0f0 30%, #00f 100%)',
      },
    ])
    expect([drawn.drawing.components[0]?.props.backgroundColor, drawn.report.findings]).toEqual([
      'linear(0,#ff0000ff 0,#00ff00ff 0.3,#0000ffff 1)',
      [],
    ])
  })

  it('puts words beside a shape that cannot hold them, with their value', () => {
    const { drawing } = imported([
      {
        name: 'diamond',
        x: 0,
        y: 0,
        width: 50,
        height: 50,
        text: 'D',
        realTimes: [{ key: 'text', bind: { id: 'a/b' } }],
      },
    ])
    expect(drawing.components.map(({ props, bindings }) => [props.text, bindings.length])).toEqual([
      [undefined, 0],
      ['D', 1],
    ])
  })

  it('shows a placeholder for an unknown type and for an image with an invalid source', () => {
    const { drawing, report } = imported([
      { name: 'echarts', x: 1, y: 2, width: 30, height: 40 },
      { name: 'image', image: 'file:///x.png', x: 1, y: 2, width: 30, height: 40 },
    ])
    expect(drawing.components.map((component) => [...box(component), component.props.text])).toEqual([
      [1, 2, 30, 40, 'echarts'],
      [1, 2, 30, 40, 'image'],
    ])
    expect(report.findings.map(({ code, outcome }) => `${code} ${outcome}`)).toEqual([
      'type.unknown changed',
      'url.refused lost',
    ])
  })
})

describe('live values', () => {
  it('binds a text, a state and a member shown by number', () => {
    const { drawing, report } = imported([
      {
        id: 'a',
        name: 'rectangle',
        x: 0,
        y: 0,
        width: 10,
        height: 10,
        text: '0',
        realTimes: [
          { key: 'text', bind: { id: 'dev/level' } },
          {
            key: 'background',
            bind: { id: 'dev/level' },
            triggers: [
              {
                conditions: [{ operator: '>=', value: '90' }],
                actions: [{ action: 1, params: 'a', value: { background: 'red' } }],
              },
            ],
          },
        ],
      },
    ])
    expect(drawing.components[0].bindings).toEqual([
      { prop: 'text', tag: 'imported/dev/level', via: { kind: 'value' } },
      {
        prop: 'backgroundColor',
        tag: 'imported/dev/level',
        via: { kind: 'states', states: [{ min: 90, max: 1e15, value: '#ff0000ff' }] },
      },
    ])
    expect(report.tags).toEqual([{ name: 'dev/level', tag: 'imported/dev/level', count: 2 }])
  })

  it('starts and stops an animation where a value does', () => {
    const on = (operator: string, action: number, more = {}) => ({
      conditions: [{ operator, value: '10' }],
      actions: [{ action, ...more }],
    })
    const moved = (rest: object, ...triggers: readonly object[]) => {
      const {
        drawing: {
          components: [{ animation, bindings }],
        },
        report,
      } = imported([
        {
          id: 'a',
          name: 'rectangle',
          x: 0,
          y: 0,
          width: 10,
          height: 10,
          frames: [{ duration: 2000, rotate: 360 }],
          realTimes: [{ key: 'run', bind: { id: 'dev/run' }, triggers }],
          ...rest,
        },
      ])
      return [animation?.kind, bindings, report.findings.map(({ code }) => code)]
    }
    const runs = (otherwise: boolean, ...states: readonly object[]) => [
      { prop: 'animated', tag: 'imported/dev/run', via: { kind: 'states', states, otherwise } },
    ]
    expect(moved({}, on('=', 2))).toEqual(['rotate', runs(false, { min: 10, max: 10, value: true }), []])
    expect(moved({ autoPlay: true }, on('>=', 4, { value: 'a' }))).toEqual([
      'rotate',
      runs(true, { min: 10, max: 1e15, value: false }),
      [],
    ])
    // Triggers for another pen, or for a pen without an animation, are reported.
    expect(moved({}, on('=', 2, { value: 'b' }))).toEqual(['rotate', [], ['binding.condition', 'animation.started']])
    expect(moved({ frames: [] }, on('=', 2))).toEqual([undefined, [], ['binding.condition']])
  })

  it('shows, hides and moves a group as a whole, with its own picture', () => {
    const runs = { conditions: [{ operator: '=', value: '1' }], actions: [{ action: 2 }] }
    const group = (rest: object, ...realTimes: readonly object[]) => {
      const { drawing, report } = imported([
        { id: 'g', name: 'combine', x: 0, y: 0, width: 20, height: 10, children: ['m'], realTimes, ...rest },
        { id: 'm', parentId: 'g', name: 'rectangle', x: 0, y: 0, width: 1, height: 1 },
      ])
      const summary = drawing.components.map(({ type, visible, bindings, animation }) => [
        type,
        visible,
        bindings.map(({ prop, tag }) => `${prop} ${tag}`),
        animation?.kind ?? null,
      ])
      return [...summary, ...report.findings.map(({ code, what }) => `${code} ${what}`)]
    }
    const follows = (key: string, triggers: readonly object[] = []) => ({ key, bind: { id: 'run' }, triggers })
    const member = ['rect', true, [], null]
    expect(group({ visible: false }, follows('visible'))).toEqual([
      ['group', false, ['visible imported/tags/run'], null],
      member,
    ])
    expect(group({ frames: [{ duration: 100, rotate: 360 }], autoPlay: true })).toEqual([
      ['group', true, [], 'rotate'],
      member,
    ])
    expect(group({ name: 'rectangle', frames: [{ duration: 100, rotate: 360 }] }, follows('play', [runs]))).toEqual([
      ['group', true, ['animated imported/tags/run'], 'rotate'],
      member,
      member,
    ])
    expect(group({}, follows('background'), follows('visible'))).toEqual([
      ['group', true, ['visible imported/tags/run'], null],
      member,
      'binding.prop run → fill',
    ])
    expect(group({}, follows('text'))).toEqual([
      ['group', true, [], null],
      ['text', true, ['text imported/tags/run'], null],
      member,
    ])
    expect(group({}, follows('x'))).toEqual([['group', true, [], null], member, 'binding.prop run → x'])
  })

  it('shows one group of several by number', () => {
    const { drawing } = imported([
      {
        id: 'g',
        name: 'combine',
        x: 0,
        y: 0,
        width: 20,
        height: 10,
        showChild: 1,
        children: ['a', 'b'],
        realTimes: [{ key: 'showChild', bind: { id: 'which' } }],
      },
      ...['a', 'b'].flatMap((id) => [
        { id, parentId: 'g', name: 'combine', x: 0, y: 0, width: 1, height: 1, children: [`${id}1`] },
        { id: `${id}1`, parentId: id, name: 'circle', x: 0, y: 0, width: 1, height: 1 },
      ]),
    ])
    const states = (i: number) => [
      {
        prop: 'visible',
        tag: 'imported/tags/which',
        via: { kind: 'states', states: [{ min: i, max: i, value: true }], otherwise: false },
      },
    ]
    expect(drawing.components.map(({ type, visible, bindings }) => [type, visible, bindings])).toEqual([
      ['group', true, []],
      ['group', false, states(0)],
      ['circular', true, []],
      ['group', true, states(1)],
      ['circular', true, []],
    ])
  })

  it('resolves tags by name and omits bindings without a tag', () => {
    const resolveTag = (name: string) =>
      name === 'known' ? 'plant/tank-01/level' : name === 'wrong' ? 'No Tag' : undefined
    const pens = ['known', 'wrong', 'none'].map((id, i) => ({
      id,
      name: 'text',
      text: 'x',
      x: i,
      y: 0,
      width: 10,
      height: 10,
      realTimes: [{ key: 'text', bind: { id } }],
    }))
    const { drawing, report } = imported(pens, {}, { resolveTag })
    expect(drawing.components.map(({ bindings }) => bindings[0]?.tag)).toEqual([
      'plant/tank-01/level',
      undefined,
      undefined,
    ])
    expect(report.findings.map(({ code, what }) => `${code} ${what}`)).toEqual([
      'tag.refused wrong',
      'tag.refused none',
    ])
  })

  it("scales a bound position by the file's zoom", () => {
    const { drawing } = imported(
      [{ name: 'circle', x: 30, y: 20, width: 20, height: 20, realTimes: [{ key: 'x', bind: { id: 'x' } }] }],
      { scale: 2, origin: { x: 10, y: 0 } },
    )
    expect(drawing.components[0].x).toBe(10)
    expect(drawing.components[0].bindings[0].via).toEqual({ kind: 'value', scale: 0.5, offset: -5 })
  })
})

describe('rejected content', () => {
  it.each([
    [{ events: [{ name: 'click', action: 0, value: 'java\nscript:alert(1)' }] }, 'url.refused'],
    [{ events: [{ name: 'click', action: 5, value: 'alert(1)' }] }, 'safe.script'],
    [
      {
        events: [
          {
            name: 'click',
            action: 12,
            data: [{ prop: 'a', value: '1' }],
            where: { key: 'text', comparison: '=', value: '1' },
          },
        ],
      },
      'action.condition',
    ],
    [
      {
        events: [
          { name: 'click', action: 12, data: [{ prop: 'a', value: '1' }], conditions: [{ operator: '=', value: '1' }] },
        ],
      },
      'action.condition',
    ],
    [{ events: [{ name: 'click', action: 12, data: [{ prop: 'a', value: 'on' }] }] }, 'action.value'],
    [{ events: [{ name: 'mousedown', action: 12, data: [{ prop: 'a', value: '1' }] }] }, 'action.event'],
  ])('%j', (extra, code) => {
    const pen = { name: 'rectangle', x: 0, y: 0, width: 10, height: 10, ...extra }
    expect(imported([pen]).drawing.components[0].action).toBeNull()
    expect(codes([pen])).toEqual([code])
  })

  it('keeps the first of several click actions and reports the others', () => {
    const events = [
      { name: 'click', action: 13, value: 'a' },
      { name: 'click', action: 13, value: 'b' },
    ]
    expect(one({ events }).action).toEqual({ kind: 'drawing', drawing: 'a', open: 'current' })
    expect(codes([{ name: 'rectangle', x: 0, y: 0, width: 1, height: 1, events }])).toEqual([
      'action.drawing',
      'action.second',
    ])
  })

  it('reports that the target of a link to another drawing must be chosen again', () => {
    const { drawing, report } = imported([
      {
        name: 'rectangle',
        x: 0,
        y: 0,
        width: 10,
        height: 10,
        events: [{ name: 'click', action: 13, value: 'hall-2' }],
      },
    ])
    expect(drawing.components[0].action).toEqual({ kind: 'drawing', drawing: 'hall-2', open: 'current' })
    expect(report.findings).toMatchObject([
      {
        path: 'pens.0.events.0',
        what: 'hall-2',
        code: 'action.drawing',
        outcome: 'changed',
        why: { zh: expect.stringContaining('重新选择') },
      },
    ])
  })

  it('names connections and scripts of the whole file', () => {
    expect(codes([], { mqtt: 'ws://x', networks: [{}], initJs: 'alert(1)' })).toEqual([
      'source.connection',
      'source.connection',
      'safe.script',
    ])
  })
})

describe('broken files', () => {
  it.each([
    ['no pens', {}, 'meta2d.pens'],
    ['a list', [], 'invalid_type'],
    ['nothing', null, 'invalid_type'],
    ['no JSON', '{"pens":[', 'drawing.syntax'],
    ['a text too deep', `{"pens":${'['.repeat(100)}${']'.repeat(100)}}`, 'drawing.depth'],
  ])('are refused: %s', (_, input, code) => {
    expect(importMeta2d(input, catalog).problems?.[0].code).toBe(code)
  })

  it('names members without a group, groups within themselves and groups too deep', () => {
    const circle = [
      { id: 'a', name: 'combine', parentId: 'b', x: 0, y: 0, width: 1, height: 1 },
      { id: 'b', name: 'combine', parentId: 'a', x: 0, y: 0, width: 1, height: 1 },
    ]
    expect(codes(circle)).toEqual(['reference.circle', 'reference.circle'])
    expect(codes([{ id: 'a', name: 'circle', parentId: 'gone', x: 0, y: 0, width: 1, height: 1 }])).toEqual([
      'reference.missing',
    ])
    const deep = Array.from({ length: 100 }, (_, i) => ({
      id: `p${i}`,
      name: 'combine',
      ...(i > 0 ? { parentId: `p${i - 1}` } : {}),
      x: 0,
      y: 0,
      width: 1,
      height: 1,
    }))
    expect(codes(deep)).toContain('limit.nesting')
  })

  it('omits shapes with invalid coordinates', () => {
    expect(
      codes([
        { name: 'rectangle', x: '1e400', y: 0, width: -5, height: 10 },
        { name: 'circle', x: 1e9, y: 0, width: 1, height: 1 },
      ]),
    ).toEqual(['shape.outOfRange', 'shape.outOfRange'])
  })

  it('does not reach a prototype', () => {
    const read = importMeta2d(
      '{"pens":[{"id":"__proto__","name":"constructor","x":0,"y":0,"width":1,"height":1,"__proto__":{"visible":false}}],"__proto__":{"polluted":1}}',
      catalog,
    )
    expect(read.value?.drawing.components[0].visible).toBe(true)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('does not dwell on a path that a hundred thousand pens share', { tags: 'full' }, () => {
    const path = `M0 0${'l1 1'.repeat(20_000)}`
    const pens = Array.from({ length: 20_000 }, (_, i) => ({
      id: `p${i}`,
      name: 'svgPath',
      pathId: 'x',
      x: 0,
      y: 0,
      width: 10,
      height: 10,
    }))
    const started = ownCpuMs()
    expect(codes(pens, { paths: { x: path } })).toContain('limit.elements')
    expect(ownCpuMs() - started).toBeLessThan(15_000)
  })
})
