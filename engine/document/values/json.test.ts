import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDrawing } from '../index.ts'
import { jsonFaultAt } from './json.ts'
import { testTypes } from '../testing.ts'

const damaged = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '\\', '{', ']', ',', '0', 'e', '\u0000', ':', ' '))
  .map(([json, at, sign]) => {
    const place = at % (json.length + 1)
    return json.slice(0, place) + sign + json.slice(place + 1)
  })

it('a JSON error is reported at the first character that makes the text invalid', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      const isJson = parses(text)
      const at = jsonFaultAt(text)
      if (isJson) expect(at).toBe(text.length)
      else {
        expect(jsonFaultAt(text.slice(0, at))).toBe(at)
        expect(at === text.length || jsonFaultAt(text.slice(0, at + 1)) <= at + 1).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})

it('no text makes the reader throw', () => {
  fc.assert(
    fc.property(fc.oneof(damaged, fc.string()), (text) => {
      readDrawing(text, testTypes)
      readDrawing(`{"version":1,"components":[${text}]}`, testTypes)
    }),
    { numRuns: 1000 },
  )
})

it('the reader never throws and never accepts values out of range, for any input', () => {
  const component = fc.record(
    {
      id: fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.anything()),
      type: fc.oneof(fc.constantFrom('box', 'wire', 'group', 'dial'), fc.anything()),
      x: fc.oneof(fc.integer(), fc.anything()),
      y: fc.constant(1),
      width: fc.oneof(fc.double(), fc.anything()),
      height: fc.constant(1),
      props: fc.anything(),
      bindings: fc.anything(),
      animation: fc.anything(),
      parent: fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.anything()),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(component, fc.anything()), { maxLength: 4 }), (components) => {
      const read = readDrawing({ version: 1, components }, testTypes)
      for (const { x, width } of read.value?.drawing.components ?? [])
        expect(Number.isFinite(x) && width >= 0).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
