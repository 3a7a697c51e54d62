import { expect, it } from 'vitest'
import { areMarkers, parse, readMarkers, createFieldSchema, text } from './index.ts'

it('reads a marker a line, in percent of the model, with the marks of either language', () => {
  expect(readMarkers('Pump 1: 50, 100, 50\n\n水泵：2： 0，12.5，-10')).toEqual([
    { name: 'Pump 1', at: [0.5, 1, 0.5] },
    undefined,
    { name: '水泵：2', at: [0, 0.125, -0.1] },
  ])
})

it('rejects invalid markers, and more markers than there are values', () => {
  const field = text({ en: 'Markers', zh: '标记' }, { format: 'markers' })
  for (const good of ['', 'A: 1,2,3', ': 1,2,3', 'A: 1,2,3\n'])
    expect(parse(createFieldSchema(field), good).problems).toBeUndefined()
  for (const bad of [
    'A',
    'A: 1,2',
    'A: 1,2,x',
    'A: 1,2,3,4',
    'A: 1e9,2,3',
    Array.from({ length: 7 }, () => 'A: 1,2,3').join('\n'),
  ])
    expect([bad, areMarkers(bad)]).toEqual([bad, false])
})
