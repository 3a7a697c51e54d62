import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ListBrush, listPrimitives } from '../paint/brush/listBrush.ts'
import type { Primitive } from '../paint/brush/listBrush.ts'
import { isFill, parse, createFieldsSchema } from '../schema/index.ts'
import type { Field, FieldValue, TextField } from '../schema/index.ts'
import { catalog, resolveProps } from './catalog.ts'
import type { AnyComponentType } from './catalog.ts'
import type { Examples } from './examples.ts'

const examples = import.meta.glob<Examples>('./*/examples.ts', { eager: true, import: 'examples' })
/** Folders that are not named after the type. */
const folders: Readonly<Record<string, string>> = { data: 'dataValue' }
const commonProps = new Set([
  'x',
  'y',
  'width',
  'height',
  'angleDeg',
  'flipX',
  'flipY',
  'opacity',
  'visible',
  'animated',
  'animationSpeed',
])

describe.each(catalog.list.map((type) => [type.type, type] as const))('%s', (name, type) => {
  it('has words in both languages, groups and sound limits for every field', () => {
    expect([type.words.en, type.words.zh].every(Boolean)).toBe(true)
    for (const [field, { words, ...rest }] of Object.entries(type.fields)) {
      if (rest.hint)
        expect(rest.hint.en.length > 0 && /[\u4e00-\u9fff]/.test(rest.hint.zh), `hint of ${field}`).toBe(true)
      expect(words.en.length > 0 && /[\u4e00-\u9fff]/.test(words.zh), `words of ${field}`).toBe(true)
      expect(commonProps.has(field), `${field} is a property that every component has`).toBe(false)
      if (rest.unknown !== undefined && !Number.isNaN(rest.unknown))
        expect(
          parse(createFieldsSchema({ [field]: { words, ...rest } }), { [field]: rest.unknown }).problems,
          `what stands for ${field} until it is known`,
        ).toBeUndefined()
      if (rest.kind === 'number')
        expect(rest.min < rest.max && rest.min <= rest.default && rest.default <= rest.max, `limits of ${field}`).toBe(
          true,
        )
    }
    if (typeof type.miniatureColor === 'string') expect(type.fields[type.miniatureColor]?.kind).toBe('color')
  })

  it('has defaults that its own fields accept', () => {
    expect(parse(createFieldsSchema(type.fields), type.defaults).problems).toBeUndefined()
  })

  it('has examples that its own fields accept', () => {
    for (const props of Object.values(getExamples(name)))
      expect(parse(createFieldsSchema(type.fields), props).problems).toBeUndefined()
  })

  it('matches the golden list', () => {
    const drawn: Record<string, readonly Primitive[]> = {
      defaults: listPrimitives(type, {}),
      ...findUnknown(type),
      ...badInputs(type),
    }
    for (const [title, props] of Object.entries(getExamples(name))) drawn[title] = listPrimitives(type, props)
    const file = new URL(`./golden/${name}.json`, import.meta.url)
    const written = `{\n${Object.entries(drawn)
      .map(
        ([title, list]) =>
          `${JSON.stringify(title)}: [\n${list.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]`,
      )
      .join(',\n')}\n}\n`
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, written)
    expect(drawn).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })

  it('never throws, never draws NaN and never draws without bound, whatever its fields allow', () => {
    const props = fc.record(
      Object.fromEntries(
        Object.entries(type.fields).map(([field, kind]) => [
          field,
          kind.unknown === undefined ? arbitraryValue(kind) : fc.oneof(arbitraryValue(kind), fc.constant(kind.unknown)),
        ]),
      ),
    )
    const length = fc.oneof(fc.constantFrom(0, 1, 1e-6, 1e6), fc.double({ min: 0, max: 2000, noNaN: true }))
    fc.assert(
      fc.property(props, fc.record({ width: length, height: length }), (values, size) => {
        const list = listPrimitives(type, values, size)
        expect(list.length).toBeLessThan(1600)
        for (const primitive of list) checkPrimitive(primitive)
        if (typeof type.miniatureColor === 'function')
          expect(isFill(type.miniatureColor(resolveProps(type, values)), true)).toBe(true)
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  it('draws the same calls for the same input', () => {
    expect(listPrimitives(type, {})).toEqual(listPrimitives(type, {}))
  })
})

describe('resolveProps', () => {
  const type = catalog.list.find((one) => Object.values(one.fields).some((field) => field.kind === 'number'))
  if (!type) throw new Error('no type with a number')
  const [numberName] = Object.entries(type.fields).find(([, field]) => field.kind === 'number') ?? ['']

  it('puts live values over the drawing’s own, and those over defaults', () => {
    expect(resolveProps(type, {})).toEqual(type.defaults)
    expect(resolveProps(type, { [numberName]: 7 })[numberName]).toBe(7)
    expect(resolveProps(type, { [numberName]: 7 }, { [numberName]: 8 })[numberName]).toBe(8)
  })

  it('keeps the drawing’s own value where a live one is of another kind or not finite', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '7', true]) {
      expect(resolveProps(type, { [numberName]: 7 }, { [numberName]: bad })[numberName]).toBe(7)
    }
  })

  it('ignores values that are not fields of the type', () => {
    const hostile: Record<string, FieldValue> = JSON.parse(
      '{"nothing":1,"constructor":2,"__proto__":3,"x":4,"visible":false}',
    )
    expect(resolveProps(type, {}, hostile)).toEqual(type.defaults)
  })
})

function getExamples(name: string): Examples {
  const folder = folders[name] ?? name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const found = examples[`./${folder}/examples.ts`]
  if (!found) throw new Error(`components/${folder}/examples.ts is missing: name each state of the type there`)
  return found
}

/** Primitives of a type whose bound tags have no value yet; empty for types that this does not affect. */
function findUnknown(type: AnyComponentType): Record<string, readonly Primitive[]> {
  const unknown = Object.entries(type.fields).flatMap(([name, field]) =>
    field.unknown === undefined ? [] : [[name, field.unknown] as const],
  )
  if (unknown.length === 0) return {}
  const brush = new ListBrush()
  type.draw(brush, resolveProps(type, {}, Object.fromEntries(unknown)), type.size)
  brush.list.forEach(checkPrimitive)
  return { 'never known': brush.list }
}

/** Invalid live values of a faulty device, resolved like any live value. */
function badInputs(type: AnyComponentType): Record<string, readonly Primitive[]> {
  const every = (value: (field: Field) => FieldValue) =>
    Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, value(field)]))
  const draw = (overrides: Record<string, FieldValue>, size = type.size) => {
    const brush = new ListBrush()
    type.draw(brush, resolveProps(type, {}, overrides), size)
    return brush.list
  }
  const drawn = {
    'every number NaN': draw(every(() => Number.NaN)),
    'every number infinite': draw(every(() => Number.NEGATIVE_INFINITY)),
    'every number at its largest': draw(every((field) => (field.kind === 'number' ? field.max : field.default))),
    'every number at its smallest': draw(every((field) => (field.kind === 'number' ? field.min : field.default))),
    'every text empty': draw(every((field) => (field.kind === 'text' ? '' : field.default))),
    'a box without extent': draw({}, { width: 0, height: 0 }),
  }
  for (const list of Object.values(drawn)) list.forEach(checkPrimitive)
  const measured = Object.entries(type.fields)
    .filter(([, field]) => Number.isNaN(field.unknown))
    .map(([name]) => [name, Number.NaN])
  expect(drawn['every number NaN']).toEqual(draw(Object.fromEntries(measured)))
  return drawn
}

function checkPrimitive(primitive: Primitive): void {
  for (const [name, value] of Object.entries(primitive)) {
    if (name === 'points' && /NaN|Infinity/.test(String(value)))
      throw new Error(`a corner is no number in ${JSON.stringify(primitive)}`)
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Error(`${name} is ${value} in ${JSON.stringify(primitive)}`)
    if (/^(width|height|radius|fontSize|dash|gap|strokeWidth|wave)$/.test(name) && Number(value) < 0)
      throw new Error(`${name} is negative in ${JSON.stringify(primitive)}`)
    if ((name === 'fill' || name === 'stroke') && !isFill(String(value), name === 'fill' || primitive.kind === 'line'))
      throw new Error(`${name} is no colour in ${JSON.stringify(primitive)}`)
  }
}

function arbitraryValue(field: Field): fc.Arbitrary<FieldValue> {
  switch (field.kind) {
    case 'number':
      return fc.oneof(
        fc.constantFrom(field.min, field.max, field.default),
        fc.double({ min: field.min, max: field.max, noNaN: true }),
      )
    case 'text':
      return field.format !== 'line' && field.format !== 'lines'
        ? formatted(field.format)
        : fc.oneof(
            fc.constantFrom('', ' ', '\n\n', '<b>&', '水泵 1', 'x'.repeat(field.maxLength)),
            fc.string({ maxLength: 20, unit: 'binary' }),
          )
    case 'color':
      return fc.constantFrom(
        '#00000000',
        '#ffffff',
        '#d92d20ff',
        '#12345678',
        ...(field.gradient
          ? [
              'linear(45,#102030,#a0b0c080)',
              'radial(#102030,#a0b0c0)',
              'linear(20,#102030 0,#a0b0c080 0.3,#ffffffff 0.3,#203040 0.9)',
            ]
          : []),
      )
    case 'flag':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...field.options.map((option) => option.value))
    case 'points':
      return fc
        .array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 2, maxLength: 20 })
        .map((list) => [...list, ...list])
  }
}

/** Texts that are valid for a format, including edge cases. */
function formatted(format: TextField['format']): fc.Arbitrary<string> {
  switch (format) {
    case 'json':
      return fc.oneof(
        fc.constantFrom(
          '',
          '[]',
          '{}',
          'null',
          '[1,2]',
          '{"xdata":["a","b"],"ydata":[1,null]}',
          '[{"name":"x","value":"y"}]',
          '7',
        ),
        fc.json(),
      )
    case 'tag':
      return fc.constantFrom('', 'p/d/point')
    case 'tags':
      return fc.constantFrom('', 'p/d/point', 'p/d/point\n\n p/d/other ')
    case 'markers':
      return fc.constantFrom('', 'A: 0,0,0', '水泵 1: 50, 100, 50\n\nB: -9999, 9999.999, 50')
    case 'end':
      return fc.constantFrom('', 'pump:e', 'pump:0.25,1')
    case 'picture':
      return fc.constantFrom('', '/a.png', 'data:image/png;base64,AAAA')
    default:
      return fc.constantFrom('', '/a', 'https://example.org/x?y=1')
  }
}
