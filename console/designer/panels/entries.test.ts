import { catalog } from '@mimic/engine/catalog'
import { newDrawing } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { DrawingSession } from '../session/drawingSession.ts'
import { findMatchingEntry, findEntry, createComponent, palettes, getSections } from './entries.ts'

const keys = (search: string) =>
  palettes.flatMap((palette) => getSections(palette, search)).flatMap(({ entries }) => entries.map(({ key }) => key))

it('shows every entry once, and finds each again by its key', () => {
  const found = keys('')
  expect(new Set(found).size).toBe(found.length)
  expect(found.every((key) => findEntry(key)?.key === key)).toBe(true)
})

it('knows each of them again by the component that it became', () => {
  const found = keys('')
    .map((key) => findEntry(key))
    .filter((entry) => entry !== undefined)
  expect(found.map((entry) => findMatchingEntry(createComponent(entry, 'en'))?.key)).toEqual(
    found.map(({ key }) => key),
  )
  expect(findMatchingEntry({ type: 'group', props: {} })).toBeUndefined()
})

it('is searched in both languages', () => {
  expect(keys('tank')).toContain('tank')
  expect(keys('液位')).toContain('tank')
  expect([keys('value'), keys('趋势')]).toEqual([
    expect.arrayContaining(['text']),
    expect.arrayContaining(['history-curve']),
  ])
  // In any order, and by synonyms.
  for (const search of ['state lamp', 'Lamp State', 'status light', '状态灯', '设备状态', '状态 灯'])
    expect([search, keys(search)]).toEqual([search, expect.arrayContaining(['lamp'])])
  expect(keys('no such thing')).toEqual([])
})

it('creates a dropped component with texts in the language of the user', () => {
  const session = new DrawingSession(newDrawing())
  for (const language of ['zh', 'en'] as const) {
    const entry = findEntry('text')
    if (entry) session.add(createComponent(entry, language), language, { x: 100, y: 100 })
  }
  const texts = [...session.document.components.values()].map(({ name, type, props }) => [
    name,
    { ...catalog.get(type)?.defaults, ...props }['text'],
  ])
  expect(texts).toEqual([
    ['zh', '文本'],
    ['en', 'Text'],
  ])
  session.destroy()
})
