import { describe, expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import { importMeta2d } from './importMeta2d.ts'

function imported(pens: readonly object[], rest: object = {}) {
  const read = importMeta2d({ scale: 1, origin: { x: 0, y: 0 }, pens, ...rest }, catalog)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const { drawing, report } = read.value
  return { parts: drawing.components, layer: drawing.layer, codes: report.findings.map(({ code }) => code) }
}

const box = { name: 'rectangle', x: 100, y: 100, width: 100, height: 60 }

describe('groups', () => {
  const member = { id: 'm', parentId: 'g', name: 'circle', x: 0.25, y: 0.25, width: 0.5, height: 0.5 }
  const types = (extra: object) =>
    imported([{ ...box, id: 'g', name: 'combine', children: ['m'], ...extra }, member]).parts.map(({ type }) => type)

  it('paint only their text', () => {
    expect(types({ background: '#ffee88', lineWidth: 4 })).toEqual(['group', 'circular'])
    expect(types({ text: 'Skid 2' })).toEqual(['group', 'text', 'circular'])
    expect(types({ draw: true, background: '#ffee88' })).toEqual(['group', 'rect', 'circular'])
    expect(imported([{ ...box, name: 'combine' }]).parts).toEqual([])
  })

  it('that can be clicked get an invisible box', () => {
    const events = [{ name: 'click', action: 0, value: 'https://plant.example' }]
    const { parts } = imported([{ ...box, id: 'g', name: 'combine', children: ['m'], events }, member])
    const [, shield] = parts
    expect([shield?.type, shield?.props.backgroundColor, shield?.props.borderWidth]).toEqual([
      'rect',
      '#00000000',
      undefined,
    ])
    expect(shield?.action).not.toBeNull()
  })
})

it('keeps hairlines and draws other lines at least one pixel wide', () => {
  const width = (lineWidth: number) => imported([{ ...box, lineWidth }]).parts[0]?.props.borderWidth
  expect([0.014, 0.05, 0.4, 1, 3].map(width)).toEqual([0.014, 0.05, 1, 1, 3])
})

describe('texts', () => {
  const words = (extra: object) =>
    imported([{ ...box, width: 64, fontSize: 16, lineHeight: 1.5, ...extra }]).parts.map(({ type, props }) => [
      type,
      props.text ?? '',
      props.wrap ?? false,
      props.lineSpacing ?? 1.25,
    ])

  it('wrap within their pen, Chinese too', () => {
    expect(words({ text: '二号冷却水循环泵' })).toEqual([
      ['rect', '', false, 1.25],
      ['text', '二号冷却水循环泵', true, 1.5],
    ])
    expect(words({ text: 'Cooling water pump', name: 'text' })).toEqual([['text', 'Cooling water pump', true, 1.5]])
  })

  it('stay with their pen where one line suffices', () => {
    expect(words({ text: '泵' })).toEqual([['rect', '泵', false, 1.25]])
    expect(words({ text: 'Cooling water pump', whiteSpace: 'nowrap' })).toEqual([
      ['rect', 'Cooling water pump', false, 1.25],
    ])
  })
})

describe('attached lines', () => {
  const anchors = [
    { id: 'n', x: 0.5, y: 0 },
    { id: 'e', x: 1, y: 0.5 },
  ]
  const pens = (line: object = {}, first: object = {}) => [
    { ...box, id: 'a', anchors, ...first },
    { ...box, id: 'b', x: 400, y: 300 },
    {
      id: 'l',
      name: 'line',
      type: 1,
      x: 200,
      y: 130,
      width: 200,
      height: 200,
      toArrow: 'triangleSolid',
      anchors: [
        { x: 0, y: 0, connectTo: 'a', anchorId: 'e' },
        { x: 0.5, y: 0 },
        { x: 0.5, y: 1 },
        { x: 1, y: 1, connectTo: 'b', anchorId: '3' },
      ],
      ...line,
    },
  ]

  it('become connectors with their course and heads', () => {
    const { parts, codes } = imported(pens())
    const line = parts.at(-1)
    expect(codes).toEqual([])
    expect(line).toMatchObject({ type: 'connector', x: 200, y: 130, width: 200, height: 200 })
    expect(line?.props).toMatchObject({ from: `${parts[0]?.id}:1,0.5`, to: `${parts[1]?.id}:0,0.5` })
    expect(line?.props.endHead ?? 'filled').toBe('filled')
    expect(line?.props.bends).toEqual([0, 0, 0.5, 0, 0.5, 1, 1, 1])
  })

  it('find pens that come later and the group of a pen of several parts', () => {
    const [a, b, line] = pens({}, { name: 'svgPath', path: 'M0 0H4V4H0ZM5 5H9V9H5Z' })
    const { parts } = imported([line ?? {}, a ?? {}, b ?? {}])
    const group = parts.find(({ type }) => type === 'group')
    expect(parts[0]?.props.from).toBe(`${group?.id}:1,0.5`)
  })

  it('keep their free end, and are free where their pen is missing', () => {
    const free = [
      { x: 0, y: 0, connectTo: 'a', anchorId: 'e' },
      { x: 1, y: 1 },
    ]
    const { parts } = imported(pens({ anchors: free }))
    expect(parts.at(-1)?.props).toMatchObject({ from: `${parts[0]?.id}:1,0.5`, routing: 'straight' })
    expect(parts.at(-1)?.props.to ?? '').toBe('')
    const lost = [{ x: 0, y: 0, connectTo: 'gone', anchorId: 'e' }, free[1]]
    expect(imported(pens({ anchors: lost })).codes).toEqual(['line.free'])
  })
})

it('fills paths with holes and strokes them last', () => {
  const { parts, codes } = imported([
    {
      ...box,
      name: 'svgPath',
      background: '#00aa00',
      path: 'M0 0H40V40H0ZM10 10V30H30V10Z',
    },
  ])
  expect(codes).toEqual([])
  expect(parts.filter(({ type }) => type !== 'group').map(({ type }) => type)).toEqual(['polygon', 'rect', 'rect'])
})

it('keeps dash patterns and a white page', () => {
  const line = {
    ...box,
    name: 'line',
    type: 1,
    height: 0,
    lineWidth: 4,
    lineDash: [15, 5, 3, 5],
    anchors: [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ],
  }
  const { parts, layer } = imported([line])
  expect(parts[0]?.props).toMatchObject({ dashes: '15 5 3 5', lineEnds: 'round' })
  expect(layer.backColor).toBe('#ffffffff')
  expect(imported([line], { background: '#1f2a36' }).layer.backColor).toBe('#1f2a36ff')
})
