import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { tagPattern } from '../schema/index.ts'
import { readColor } from './color.ts'
import { boundless, toIntervals } from './conditions.ts'
import { importAny, importers } from './index.ts'
import type { SourceFile } from './index.ts'
import { readCssGradient } from './paint.ts'
import { asNumber, toRaw } from './untypedJson.ts'
import { ReportBook } from './report.ts'
import { TagNames } from './tagNames.ts'

describe('readColor', () => {
  it.each([
    ['#abc', '#aabbccff'],
    ['#ABCD', '#aabbccdd'],
    ['#123456', '#123456ff'],
    ['#12345678', '#12345678'],
    ['Tomato', '#ff6347ff'],
    ['transparent', '#00000000'],
    ['none', '#00000000'],
    ['rgb(255, 0, 10)', '#ff000aff'],
    ['rgba(255 0 10 / 50%)', '#ff000a80'],
    ['rgb(100%,0%,50%)', '#ff0080ff'],
    ['hsl(120, 100%, 25%)', '#008000ff'],
    ['hsla(0,100%,50%,.5)', '#ff000080'],
    ['rgb(300,-5,0)', '#ff0000ff'],
  ])('reads %s', (text, color) => {
    expect(readColor(text)).toBe(color)
  })

  it.each(['', '#12', 'rgb(1,2)', 'rgb(a,b,c)', 'constructor', 'url(#a)', 'hsl(x,1%,1%)', 'x'.repeat(1000)])(
    'knows that %s is none',
    (text) => {
      expect(readColor(text)).toBeUndefined()
    },
  )
})

describe('TagNames', () => {
  const getTags = (...names: string[]) => {
    const tags = new TagNames(new ReportBook())
    return names.map((name) => tags.of(name, ''))
  }

  it('makes a tag of any name, each name its own and always the same', () => {
    const names = [
      'Device A^~^Tag Byte',
      'Device A^~^Tag-Byte',
      'Device A^~^Tag Byte',
      'a/b/c',
      'plant/pump-01/run',
      '泵/液位',
      '泵/压力',
      '42',
      'x'.repeat(400),
      `${'x'.repeat(400)}y`,
      '___',
      't_c6a37e56-b5844de9',
    ]
    const tags = getTags(...names)
    expect(tags.slice(0, 5)).toEqual([
      'imported/device-a/Tag_Byte',
      'imported/device-a/Tag_Byte_2',
      'imported/device-a/Tag_Byte',
      'a/b/c',
      'plant/pump-01/run',
    ])
    for (const tag of tags) expect(tag).toMatch(tagPattern)
    expect(new Set(tags).size).toBe(new Set(names).size)
  })

  it('has no tag for no name', () => {
    expect(getTags('', '  ')).toEqual([undefined, undefined])
  })
})

describe('statesOf', () => {
  it.each([
    [[{ operator: '=', value: '5' }], false, [[5, 5]]],
    [
      [
        { operator: '>=', value: '5' },
        { operator: '<=', value: '9' },
      ],
      false,
      [[5, 9]],
    ],
    [
      [
        { operator: '>=', value: '5' },
        { operator: '<=', value: '1' },
      ],
      false,
      [],
    ],
    [
      [
        { operator: '=', value: '1' },
        { operator: '=', value: '3' },
      ],
      true,
      [
        [1, 1],
        [3, 3],
      ],
    ],
    [
      [{ operator: '[]', value: '1,20,30..50' }],
      false,
      [
        [1, 1],
        [20, 20],
        [30, 50],
      ],
    ],
    [[{ operator: '=', value: 'true' }], false, [[1, 1]]],
    [[{ operator: '<=', value: '2' }], false, [[-boundless, 2]]],
  ])('%j', (conditions, isAny, intervals) => {
    expect(toIntervals(conditions, isAny)?.map(({ min, max }) => [min, max])).toEqual(intervals)
  })

  it('leaves the end out where the condition does', () => {
    const [above] = toIntervals([{ operator: '>', value: '90' }], false) ?? []
    expect(above.min > 90 && above.min < 90.000001).toBe(true)
    expect(toIntervals([{ operator: '~', value: '1' }], false)).toBeUndefined()
    expect(toIntervals([{ operator: '=', value: 'on' }], false)).toBeUndefined()
  })
})

it('reads CSS gradients as drawing programs write them', () => {
  expect(readCssGradient('linear-gradient(90deg, rgba(255, 0, 0, 1) 10%, #00f 100%);', readColor)).toEqual({
    angleDeg: 0,
    stops: [
      { at: 0.1, color: '#ff0000ff' },
      { at: 1, color: '#0000ffff' },
    ],
  })
  expect(readCssGradient('radial-gradient(circle, red, blue)', readColor)?.angleDeg).toBe('radial')
  expect(readCssGradient('linear-gradient(', readColor)).toBeUndefined()
})

it('a number below nothing is nothing, which a drawing can be written with and read again', () => {
  expect([-0, '-0'].map((value) => Object.is(asNumber(value), 0))).toEqual([true, true])
})

describe('importAny', () => {
  const own = { version: 1, name: 'Own', components: [] }

  it.each([
    ['own', JSON.stringify(own), 'mimic'],
    ['own as a sample wraps it', { project: 'x', drawing: own }, 'mimic'],
    ['meta2d', '{"pens":[]}', 'meta2d'],
    ['fuxa', { svgcontent: '<svg xmlns="http://www.w3.org/2000/svg"/>' }, 'fuxa'],
    ['svg', '\ufeff \n<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
  ])('knows %s', async (_, input, source) => {
    expect((await importAny(input, catalog)).value?.report.source).toBe(source)
  })

  it.each([
    ['{}', 'import.format'],
    ['<html/>', 'svg.root'],
    ['hello', 'drawing.syntax'],
    ['[]', 'invalid_type'],
  ])('refuses %s by name', async (input, code) => {
    expect((await importAny(input, catalog)).problems?.[0].code).toBe(code)
  })
})

describe('importers', () => {
  it('list each format once, with file endings, and load on demand', async () => {
    expect(new Set(importers.map(({ id }) => id)).size).toBe(importers.length)
    for (const { endings, load } of importers) {
      expect(endings.every((ending) => /^\.[a-z0-9]+$/.test(ending))).toBe(true)
      expect(typeof (await load())).toBe('function')
    }
  })

  it('detect their own samples only', () => {
    const readSample = (name: string) => readFileSync(new URL(`./corpus/${name}`, import.meta.url), 'utf8')
    const detect = (file: SourceFile) => importers.filter((each) => each.detect(file)).map(({ id }) => id)
    for (const name of ['meta2d-shapes.json', 'fuxa-view.json', 'fuxa-project.json'])
      expect(detect({ data: toRaw(JSON.parse(readSample(name))) ?? {} })).toEqual([name.split('-')[0]])
    expect(detect({ text: readSample('svg-shapes.svg') })).toEqual(['svg'])
    expect(detect({ text: 'pump' })).toEqual([])
  })
})
