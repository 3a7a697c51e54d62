import { expect, it } from 'vitest'
import { catalog } from '../../components/catalog.ts'
import { shiftDashes } from '../dashPattern.ts'
import { importSvg } from './importSvg.ts'

function importShapes(content: string, attributes = '') {
  const read = importSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" ${attributes}>${content}</svg>`,
    catalog,
  )
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  return read.value.drawing.components.filter(({ type }) => type !== 'group')
}

it('fills all outlines of a path before it strokes them', () => {
  const shapes = importShapes('<path d="M20,10V50M10,10H60V50H10Z" fill="#fff" stroke="#000"/>')
  expect(shapes.map(({ type, props }) => [type, props.backgroundColor ?? props.lineColor])).toEqual([
    ['rect', '#ffffffff'],
    ['line', '#000000ff'],
    ['rect', '#00000000'],
  ])
})

it('fills by the rule of the path, with strokes around holes', () => {
  const ring = 'M0,0H40V40H0ZM10,10H30V30H10Z'
  const types = (rule: string) =>
    importShapes(`<path d="${ring}" fill-rule="${rule}" fill="#0a0" stroke="#000"/>`).map(({ type, props }) => [
      type,
      props.backgroundColor,
    ])
  expect(types('evenodd')[0]).toEqual(['polygon', '#00aa00ff'])
  expect(types('evenodd').slice(1)).toEqual([
    ['rect', '#00000000'],
    ['rect', '#00000000'],
  ])
  expect(types('nonzero')[0]).toEqual(['rect', '#00aa00ff'])
})

it('keeps one component where outlines do not overlap', () => {
  const shapes = importShapes('<path d="M0,0H10V10H0ZM20,0H30V10H20Z" fill="#fff" stroke="#000"/>')
  expect(shapes.map(({ props }) => [props.backgroundColor, props.borderColor])).toEqual([
    ['#ffffffff', '#000000ff'],
    ['#ffffffff', '#000000ff'],
  ])
})

it('keeps dash patterns of any length, their offset and the line ends', () => {
  const [line] = importShapes('<path d="M0 9H90" stroke="#000" stroke-width="3" stroke-dasharray="15 5 3 5"/>')
  expect(line?.props.dashes).toBe('15 5 3 5')
  const scaled = importShapes(
    '<g transform="scale(2)"><path d="M0 9H90" stroke="#000" stroke-dasharray="4" stroke-linecap="round" stroke-width="2"/></g>',
  )
  expect([scaled[0]?.props.dashes, scaled[0]?.props.lineEnds]).toEqual(['8', 'round'])
  const [arc] = importShapes('<path d="M20 100A80 80 0 0 1 100 20" fill="none" stroke="#000" stroke-width="24"/>')
  expect(arc?.props.lineEnds).toBe('butt')
  expect(shiftDashes([15, 5, 3, 5], 7)).toEqual([8, 5, 3, 5, 7, 0])
  expect(shiftDashes([4, 6], 5)).toEqual([0, 5, 4, 1])
})

it('draws the dashed edge of an area as a line, unless a border looks the same', () => {
  const shapes = importShapes(
    '<rect x="9" y="9" width="50" height="30" fill="#fff" stroke="#000" stroke-width="2" stroke-dasharray="20 4 1 4"/>',
  )
  expect(shapes.map(({ type, props }) => [type, props.dashes, props.borderWidth])).toEqual([
    ['rect', undefined, undefined],
    ['line', '20 4 1 4', undefined],
  ])
  const [plain] = importShapes(
    '<rect x="9" y="9" width="50" height="30" stroke="#000" stroke-width="2" stroke-dasharray="6 4"/>',
  )
  expect([plain?.props.borderStyle, plain?.props.borderWidth]).toEqual(['dashed', 2])
})

it('keeps the background of the page: white, or the one of the file', () => {
  const background = (style: string) => {
    const read = importSvg(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" style="${style}"/>`, catalog)
    return [read.value?.drawing.layer.backColor, read.value?.report.findings.length]
  }
  expect(background('')).toEqual(['#ffffffff', 0])
  expect(background('background-color: rgb(20, 30, 40)')).toEqual(['#141e28ff', 0])
  expect(background('background: light-dark(#eeeeee, #121212)')).toEqual(['#eeeeeeff', 0])
})
