import { expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import { getCorners } from '../../geometry/index.ts'
import { importSvg } from './importSvg.ts'

function importShapes(content: string) {
  const read = importSvg(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">${content}</svg>`, catalog)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  const { drawing, report } = read.value
  return {
    shapes: drawing.components.filter(({ type }) => type !== 'group'),
    codes: report.findings.map(({ code }) => code),
  }
}

const tip =
  '<marker id="tip" orient="auto" refX="2" style="overflow:visible"><path d="M0 -2L6 0L0 2z" fill="#d00"/></marker>'

it('draws a filled head in its own colour, scaled by the line width and turned along the line', () => {
  const { shapes, codes } = importShapes(
    `${tip}<path d="M20 20V100" fill="none" stroke="#880" stroke-width="3" marker-end="url(#tip)"/>`,
  )
  const [line, head] = shapes
  expect([line?.props.endArrow, line?.props.lineColor]).toEqual([undefined, '#888800ff'])
  expect(head?.props.backgroundColor).toBe('#dd0000ff')
  // Three times as large, with the point 4 marker units behind the end of the line.
  expect([head?.x, head?.y, head?.width, head?.height]).toEqual([14, 94, 12, 18])
  expect(codes).toEqual([])
})

it('draws markers of any shape at all vertices, along the mean direction at bends', () => {
  const box =
    '<marker id="box" orient="auto" markerUnits="userSpaceOnUse"><rect x="-2" y="-2" width="4" height="4"/></marker>'
  const { shapes } = importShapes(
    `${box}<polyline points="10,10 50,10 50,50" fill="none" stroke="#000" style="marker:url(#box)" marker-start="url(#box)" marker-mid="url(#box)" marker-end="url(#box)"/>`,
  )
  const boxes = shapes.filter(({ type }) => type === 'rect')
  expect(boxes.map((each) => [each.x + 2, each.y + 2])).toEqual([
    [10, 10],
    [50, 10],
    [50, 50],
  ])
  const [, bend] = boxes
  expect(
    bend && getCorners(bend).some(({ x, y }) => Math.abs(x - 50) < 0.01 && Math.abs(y - 10 - 2 * Math.SQRT2) < 0.01),
  ).toBe(true)
})

it('reports markers that are left out of a line with many bends', () => {
  const draw = (bends: number, name: string) => {
    const points = Array.from({ length: bends + 2 }, (_, i) => `${i % 100},${(i * 7) % 90}`).join(' ')
    const dot = '<marker id="dot"><rect width="1" height="1"/></marker>'
    return importShapes(`${dot}<polyline points="${points}" fill="none" stroke="#000" ${name}="url(#dot)"/>`).codes
  }
  expect([draw(600, 'marker-mid'), draw(400, 'marker-mid'), draw(600, 'marker-end')]).toEqual([['arrow.count'], [], []])
})

it('fits a view box into the size of the marker and turns a start marker on request', () => {
  const marker =
    '<marker id="m" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="5" markerHeight="5" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z"/></marker>'
  const { shapes } = importShapes(`${marker}<path d="M50 50H90" fill="none" stroke="#000" marker-start="url(#m)"/>`)
  const head = shapes.at(-1)
  expect([head?.x, head?.y, head?.width, head?.height]).toEqual([50, 47.5, 5, 5])
  expect(head?.props.points).toEqual([1, 1, 0, 0.5, 1, 0])
})

it('paints context colours and ignores markers that use themselves or are missing', () => {
  const marker = '<marker id="m"><path d="M0 0L4 2L0 4z" fill="context-stroke" marker-end="url(#m)"/></marker>'
  const { shapes, codes } = importShapes(
    `${marker}<path d="M0 9H90" fill="none" stroke="#123456" marker-end="url(#m)"/><path d="M0 50L50 70" stroke="#000" marker-start="url(#nope)"/>`,
  )
  expect(shapes.filter(({ type }) => type === 'polygon').map(({ props }) => props.backgroundColor)).toEqual([
    '#123456ff',
  ])
  expect(codes).toEqual([])
})
