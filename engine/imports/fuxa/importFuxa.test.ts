import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import type { Component } from '../../document/index.ts'
import { importFuxa } from '../index.ts'
import type { FuxaOptions } from '../index.ts'

const project = readFileSync(new URL('../corpus/fuxa-project.json', import.meta.url), 'utf8')

function imported(input: unknown, options: FuxaOptions = {}) {
  const read = importFuxa(input, catalog, options)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  return read.value
}

function view(svg: string, items: Readonly<Record<string, object>> = {}): object {
  const whole = Object.fromEntries(
    Object.entries(items).map(([id, property]) => [
      id,
      { id, type: 'svg-ext-shapes', name: id, property: { events: [], actions: [], ...property } },
    ]),
  )
  return {
    id: 'v',
    name: 'V',
    profile: { width: 100, height: 100, bkcolor: '' },
    items: whole,
    svgcontent: `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${svg}</svg>`,
  }
}

const named = (list: readonly Component[], name: string): Component | undefined =>
  list.find((component) => component.name === name)
const rect = '<rect id="a" width="10" height="10" fill="#fff"/>'

describe('a project', () => {
  const { drawing, report } = imported(project)

  it('gives the view it starts with and names the others', () => {
    expect(drawing.name).toBe('MainView')
    expect(report.findings.filter(({ code }) => code === 'view.other').map(({ what }) => what)).toEqual(['Other'])
    expect(imported(project, { view: 'Other' }).drawing.components).toHaveLength(1)
    expect(imported(project, { view: 0 }).drawing.name).toBe('Other')
    expect(importFuxa(project, catalog, { view: 'gone' }).problems?.[0].code).toBe('fuxa.view')
  })

  it('leaves out views without a picture and names them', () => {
    const views = [{ id: 'a', name: 'Empty', items: {} }, view(rect), { ...view(rect), id: 'w', name: 'W' }]
    const read = imported({ hmi: { views, layout: { start: 'a' } } })
    expect(read.drawing.name).toBe('V')
    expect(read.report.findings.map(({ code, what }) => [code, what])).toEqual([
      ['view.empty', 'Empty'],
      ['view.other', 'W'],
    ])
  })

  it('comes in as a whole: each view as a group with its page, and all tags', () => {
    const shown = { a: { variableId: 'x', ranges: [] } }
    const other = { ...view(rect, { a: { ...shown.a, variableId: 'y' } }), id: 'w', name: 'W' }
    const views = [view(rect, shown), { id: 'e', name: 'Empty' }, other]
    const read = imported({ hmi: { views } }, { allViews: true })
    const groups = read.drawing.components.filter(({ type }) => type === 'group')
    expect(groups.map(({ name, y, height }) => [name, y, height])).toEqual([
      ['V', 0, 100],
      ['W', 140, 100],
    ])
    expect(read.drawing.layer).toMatchObject({ width: 100, height: 240 })
    expect(read.report.findings.map(({ code, what }) => [code, what])).toEqual([['view.empty', 'Empty']])
    expect(imported(view(rect), { allViews: true }).drawing.name).toBe('V')
  })

  it('calls values by their device and tag', () => {
    expect(report.tags.map(({ tag }) => tag)).toEqual(
      expect.arrayContaining([
        'imported/station-a/tank_level',
        'imported/station-a/Pump_1_run',
        'imported/tags/t_auto',
      ]),
    )
  })

  it('shows a value with its decimals and unit', () => {
    expect(named(drawing.components, 'level')?.bindings).toEqual([
      { prop: 'text', tag: 'imported/station-a/tank_level', via: { kind: 'value', decimals: 2, unit: 'm' } },
    ])
  })

  it('makes a pipe that flows by its value, along its corners', () => {
    const pipe = named(drawing.components, 'intake')
    expect(pipe).toMatchObject({
      x: 84,
      y: 300,
      width: 416,
      height: 224,
      props: { points: [0, 1, 1, 1, 1, 0], thickness: 20, borderWidth: 3 },
    })
    expect(pipe?.bindings).toMatchObject([
      {
        prop: 'flow',
        via: {
          states: [
            { min: 1, max: 1, value: 'forward' },
            { min: 2, max: 2, value: 'reverse' },
          ],
          otherwise: 'static',
        },
      },
      { prop: 'visible', via: { states: [{ min: 9, max: 9, value: false }], otherwise: true } },
    ])
  })

  it('makes controls: a level, a dial, a button that writes, a field to type into and a switch', () => {
    expect(named(drawing.components, 'tank')).toMatchObject({
      x: 600,
      y: 100,
      width: 40,
      height: 180,
      props: { max: 12 },
      bindings: [{ prop: 'value' }],
    })
    expect(named(drawing.components, 'flow dial')).toMatchObject({
      width: 212,
      height: 164,
      props: { max: 150 },
      bindings: [{ prop: 'value' }],
    })
    expect(named(drawing.components, 'start')).toMatchObject({
      x: 700,
      y: 100,
      props: { text: 'Start', fontSize: 15, radius: 7 },
      action: { kind: 'write', tag: 'imported/station-a/start', value: 1 },
    })
    expect(named(drawing.components, 'setpoint')?.action).toEqual({
      kind: 'write',
      tag: 'imported/station-a/set_point',
      value: null,
    })
    expect(named(drawing.components, 'automatic')?.action).toEqual({
      kind: 'switch',
      tag: 'imported/tags/t_auto',
      on: 2,
      off: 0,
    })
  })
})

describe('items on shapes', () => {
  it('colour areas by ranges, lines by their stroke and words by their colour', () => {
    const svg = '<g id="a"><rect width="10" height="10"/><line x2="9" stroke="red"/><text y="9">x</text></g>'
    const { drawing } = imported(
      view(svg, {
        a: {
          variableId: 'run',
          ranges: [
            { min: '0', max: '1', color: '#f00', stroke: '#0f0' },
            { min: 2, max: 1, color: '' },
          ],
        },
      }),
    )
    const bound = drawing.components
      .filter(({ type }) => type !== 'group')
      .map(({ bindings }) => bindings.map(({ prop }) => prop))
    expect(bound).toEqual([['backgroundColor', 'borderColor'], ['lineColor'], ['fontColor']])
  })

  it('are shown or hidden by a value', () => {
    const show = { variableId: 'run', actions: [{ type: 'show', variableId: 'run', range: { min: '1', max: '2' } }] }
    expect(imported(view(rect, { a: show })).drawing.components[0].bindings).toEqual([
      {
        prop: 'visible',
        tag: 'imported/tags/run',
        via: { kind: 'states', states: [{ min: 1, max: 2, value: true }], otherwise: false },
      },
    ])
  })

  it('animate while a value is in range, and permanently only if no condition can be expressed', () => {
    const act = (type: string, min: number, more = {}) => ({
      type,
      variableId: 'run',
      range: { min, max: min },
      ...more,
    })
    const movedBy = (...actions: readonly object[]) => {
      const {
        drawing: {
          components: [{ animation, bindings }],
        },
        report,
      } = imported(view(rect, { a: { actions } }))
      return [
        animation?.kind,
        bindings.map(({ prop, tag, via }) => [prop, tag, via]),
        report.findings.map(({ code }) => code),
      ]
    }
    const ranWhile = (...states: readonly (readonly [number, boolean])[]) => [
      [
        'animated',
        'imported/tags/run',
        { kind: 'states', states: states.map(([at, value]) => ({ min: at, max: at, value })), otherwise: false },
      ],
    ]
    expect(movedBy(act('clockwise', 1), act('stop', 0))).toEqual(['rotate', ranWhile([0, false], [1, true]), []])
    expect(movedBy(act('blink', 1), act('blink', 3))).toEqual(['blink', ranWhile([1, true], [3, true]), []])
    expect(movedBy(act('blink', 1), act('blink', 3, { variableId: 'other' }))).toEqual([
      'blink',
      ranWhile([1, true]),
      ['animation.second'],
    ])
    expect(movedBy(act('blink', 1), act('clockwise', 3))).toEqual(['blink', ranWhile([1, true]), ['animation.second']])
    expect(movedBy(act('blink', 1, { bitmask: 4 }))).toEqual(['blink', [], ['animation.started']])
    // A condition without a tag is lost, and so is its animation.
    expect(
      imported(view(rect, { a: { actions: [act('clockwise', 1)] } }), { resolveTag: () => undefined }).drawing
        .components[0],
    ).toMatchObject({ animation: null, bindings: [] })
  })

  it.each([
    [
      { events: [{ type: 'click', action: 'onpage', actparam: 'v_1' }] },
      { kind: 'drawing', drawing: 'v_1', open: 'current' },
    ],
    [
      { events: [{ type: 'click', action: 'shapes.event-ondialog', actparam: 'v_1' }] },
      { kind: 'drawing', drawing: 'v_1', open: 'popup' },
    ],
    [
      { variableId: 'x', events: [{ type: 'click', action: 'onToggleValue' }] },
      { kind: 'switch', tag: 'imported/tags/x', on: 1, off: 0 },
    ],
    [{ variableId: 'x', events: [{ type: 'click', action: 'onSetValue', actparam: 'TRIP' }] }, null],
    [{ events: [{ type: 'click', action: 'onOpenTab', actparam: 'javascript:alert(1)' }] }, null],
    [{ events: [{ type: 'mouseover', action: 'onpage', actparam: 'v_1' }] }, null],
    [{ events: [{ type: 'click', action: 'onRunScript', actparam: 's' }] }, null],
  ])('act on a click: %j', (property, action) => {
    const { drawing, report } = imported(view(rect, { a: property }))
    expect(drawing.components[0].action).toEqual(action)
    // Target drawings have FUXA's names, so the user has to select them again.
    expect(report.findings.map(({ code, outcome }) => (code === 'action.drawing' ? outcome : 'lost'))).toEqual(
      action?.kind === 'drawing' ? ['changed'] : action ? [] : ['lost'],
    )
  })
})

describe('a button that writes', () => {
  const pressed = (action: string, actoptions: object) => {
    const { drawing, report } = imported(
      view(rect, { a: { variableId: 'shown', events: [{ type: 'click', action, actparam: '5', actoptions }] } }),
    )
    return { action: drawing.components[0].action, codes: report.findings.map(({ code }) => code) }
  }

  it('writes to the tag of its click, also in older files, and to the displayed tag only if none is given', () => {
    const getTags = (actoptions: object) =>
      ['onSetValue', 'onToggleValue']
        .map((kind) => pressed(kind, actoptions).action)
        .map((action) => action && 'tag' in action && action.tag)
    const both = (tag: string) => [`imported/tags/${tag}`, `imported/tags/${tag}`]
    expect(getTags({ variable: { variableId: 'named' } })).toEqual(both('named'))
    expect(getTags({ variableSrc: 'plc', variableId: 'named', variable: 'Named' })).toEqual(both('named'))
    expect(getTags({ variable: { variableId: 'named' }, variableId: 'older' })).toEqual(both('named'))
    expect(getTags({})).toEqual(both('shown'))
  })

  it('is not imported as a write of the whole word if it commands single bits', () => {
    for (const actoptions of [{ bitmask: 4 }, { variable: { variableId: 'named', bitmask: 4 } }]) {
      for (const kind of ['onSetValue', 'onToggleValue'])
        expect(pressed(kind, actoptions)).toEqual({ action: null, codes: ['binding.bitmask'] })
    }
    expect(pressed('onToggleValue', { variable: { variableId: 'named', bitmask: 0 } }).action).toMatchObject({
      kind: 'switch',
    })
  })

  it('does not become one that sets a value where it adds to it or takes from it', () => {
    const set = { kind: 'write', tag: 'imported/tags/shown', value: 5 }
    for (const change of ['', 'set', 'shapes.event-setvalue-set'])
      expect([change, pressed('onSetValue', { function: change })]).toEqual([change, { action: set, codes: [] }])
    for (const change of ['add', 'remove', 'shapes.event-setvalue-add', 'other']) {
      expect([change, pressed('onSetValue', { function: change })]).toEqual([
        change,
        { action: null, codes: ['action.kind'] },
      ])
    }
    // FUXA's toggle ignores the function.
    expect(pressed('onToggleValue', { function: 'add' }).action).toMatchObject({ kind: 'switch' })
  })
})

describe('a control of single bits', () => {
  const createControl = (kind: string, property: object) => {
    const {
      drawing: { components },
      report,
    } = imported({
      ...view(`<g id="a" type="svg-ext-${kind}"><rect width="40" height="20"/></g>`),
      items: {
        a: {
          id: 'a',
          type: `svg-ext-${kind}`,
          name: 'a',
          property: { variableId: 'word', events: [], actions: [], ...property },
        },
      },
    })
    return {
      action: components[0].action,
      bound: components[0].bindings.length,
      codes: report.findings.map(({ code }) => code).filter((code) => code !== 'control.reduced'),
    }
  }

  it.each(['html_switch', 'html_input', 'html_select', 'html_slider'])(
    'neither shows nor commands the whole word: %s',
    (kind) => {
      expect(createControl(kind, { bitmask: 4 })).toEqual({ action: null, bound: 0, codes: ['binding.bitmask'] })
      for (const property of [{}, { bitmask: 0 }]) {
        const { action, ...rest } = createControl(kind, property)
        expect(action).toMatchObject({ tag: 'imported/tags/word' })
        expect(rest).toEqual({ bound: 1, codes: [] })
      }
    },
  )

  it.each(['gauge_progress', 'html_bag'])('shows no value of the whole word: %s', (kind) => {
    expect(createControl(kind, { bitmask: 4 })).toMatchObject({ bound: 0, codes: ['binding.bitmask'] })
    expect(createControl(kind, {})).toMatchObject({ bound: 1, codes: [] })
  })
})

describe('broken views', () => {
  it.each([
    ['no picture', { hmi: { views: [{ id: 'v', items: {} }] } }, 'fuxa.picture', 'hmi.views.0'],
    ['a picture that is none', { svgcontent: '<svg' }, 'xml.syntax', 'svgcontent'],
    ['entities', { svgcontent: '<!DOCTYPE svg [<!ENTITY a SYSTEM "b">]><svg/>' }, 'xml.declaration', 'svgcontent'],
    ['no views', { hmi: { views: [] } }, 'fuxa.view', 'hmi.views'],
  ])('are refused with their place: %s', (_, input, code, path) => {
    expect(importFuxa(input, catalog).problems?.[0]).toMatchObject({ code, path })
  })

  it('reads items that are no objects as none', () => {
    const read = importFuxa(
      {
        svgcontent:
          '<svg xmlns="http://www.w3.org/2000/svg"><rect id="__proto__" width="5" height="5"/><g id="b" type="svg-ext-html_button"/></svg>',
        items: [1, 2],
        profile: 'x',
      },
      catalog,
    )
    expect(read.value?.drawing.components).toHaveLength(1)
  })
})
