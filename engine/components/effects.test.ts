import { describe, expect, it } from 'vitest'
import { listPrimitives } from '../paint/brush/listBrush.ts'
import { parse, createFieldSchema } from '../schema/index.ts'
import type { Field, FieldValue } from '../schema/index.ts'
import { catalog, resolveProps } from './catalog.ts'
import type { AnyComponentType } from './catalog.ts'
import type { Examples } from './examples.ts'

type Props = Readonly<Record<string, FieldValue>>

const examples = import.meta.glob<Examples>('./*/examples.ts', { eager: true, import: 'examples' })

/** Fields without any visible or functional effect, with the reason. */
const routed = 'says how a transaction lays the points (commands/routing.test.ts); a picture is made of those'
const silent: Readonly<Record<string, string>> = {
  'connector.from': routed,
  'connector.to': routed,
  'connector.bends': routed,
  'connector.routing': routed,
}

/** Question mark of an unknown state. Texts inside a plant symbol are part of the symbol; only the label is text. */
const sign = '?'
const label = 'Ag 一'

const fontFields = ['fontFamily', 'fontItalic', 'fontSize', 'fontColor', 'fontWeight', 'align', 'valign']

describe.each(catalog.list.map((type) => [type.type, type] as const))('%s', (name, type) => {
  const states = getStates(name, type)

  it('paints something else for each of its font fields', () => {
    const dead = Object.keys(type.fields).filter(
      (field) => fontFields.includes(field) && !changes(type, field, states, getPicture),
    )
    expect(dead).toEqual([])
  })

  it('has no field that changes nothing in any state', () => {
    const dead = Object.keys(type.fields).filter((field) => !changes(type, field, states, getEffect))
    expect(dead.filter((field) => silent[`${name}.${field}`] === undefined)).toEqual([])
    // Fails for reasons that no longer apply.
    expect(
      Object.keys(silent)
        .filter((key) => key.startsWith(`${name}.`))
        .filter((key) => !dead.includes(key.slice(name.length + 1))),
    ).toEqual([])
  })

  it('writes all of its words in the font, the slant and, where it is bold, the weight that it was given', () => {
    const fontProps = {
      fontFamily: ['family', 'kai'],
      fontItalic: ['isItalic', true],
      fontWeight: ['weight', 'bold'],
    } as const
    const others = Object.entries(fontProps)
      .filter(([field]) => field in type.fields)
      .flatMap(([field, [style, value]]) =>
        states
          .flatMap((state) => getTexts(type, { ...state, [field]: value }))
          .filter((written) => written[style] !== value),
      )
    expect(others).toEqual([])
  })
})

/** Returns true if two values of the field differ in effect in some state. */
function changes(
  type: AnyComponentType,
  name: string,
  states: readonly Props[],
  seen: (type: AnyComponentType, props: Props) => string,
): boolean {
  const field = type.fields[name]
  if (!field) return false
  const values = getValues(field)
  return states.some(
    (state) =>
      new Set([state[name] ?? field.default, ...values].map((value) => seen(type, { ...state, [name]: value }))).size >
      1,
  )
}

function getPicture(type: AnyComponentType, props: Props): string {
  return JSON.stringify(listPrimitives(type, props))
}

/** Returns all effects of the properties: picture, overlay, feeds, description. */
function getEffect(type: AnyComponentType, props: Props): string {
  const whole = resolveProps(type, props)
  return JSON.stringify([
    getPicture(type, props),
    type.overlay?.(whole),
    type.feeds?.(whole),
    type.describe?.(whole, 'en'),
  ])
}

function getTexts(type: AnyComponentType, props: Props) {
  return listPrimitives(type, props).filter(
    ({ kind, content }) => kind === 'text' && (type.palette === 'symbol' ? content === label : content !== sign),
  )
}

/**
 * States from examples and variants, each also with properties that make the look visible: texts, wide borders,
 * addresses, and each option once.
 */
function getStates(name: string, type: AnyComponentType): readonly Props[] {
  const folder = { data: 'dataValue' }[name] ?? name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const named = [
    {},
    ...Object.values(examples[`./${folder}/examples.ts`] ?? {}),
    ...(type.variants ?? []).map(({ props }) => props),
  ].slice(0, maxNamed)
  const loud: Record<string, FieldValue> = {}
  const addressed: Record<string, FieldValue> = {}
  for (const [field, declared] of Object.entries(type.fields)) {
    if (declared.kind === 'number' && /width|radius/i.test(field)) loud[field] = Math.min(declared.max, 6)
    if (declared.kind !== 'text') continue
    if ((declared.format === 'lines' || declared.format === 'line') && declared.group === 'text')
      loud[field] = field === 'inscription' ? 'PIC' : label
    if (declared.format === 'url' || declared.format === 'model') addressed[field] = 'https://example.org/x'
    if (declared.format === 'markers')
      addressed[field] = Array.from({ length: 6 }, (_, i) => `Place ${i}: ${i * 10}, 50, 50`).join('\n')
  }
  const bases = [loud, { ...loud, ...addressed }, ...named.slice(1, 3)]
  const turned = Object.entries(type.fields).flatMap(([field, declared]) =>
    bases.flatMap((base): readonly Props[] => {
      if (declared.kind === 'choice') return declared.options.map(({ value }) => ({ ...base, [field]: value }))
      return declared.kind === 'flag' ? [{ ...base, [field]: !declared.default }] : []
    }),
  )
  return [...named, ...named.map((state) => ({ ...loud, ...state })), ...bases, ...turned]
}

/** Maximum number of states: the first of hundreds of symbols cover their common fields. */
const maxNamed = 24

/** Some widely different values of a field. */
function getValues(field: Field): readonly FieldValue[] {
  const values: readonly FieldValue[] = {
    number: () => [1, 2, 3, 7, 12, 20, 45, 80, 150],
    text: () => [
      '',
      'Ag',
      'works/pump-1/speed',
      'a, b, c',
      '/mimic.svg',
      'https://example.org/x',
      '[{"name":"A","value":3}]',
      '{"xdata":["a"],"ydata":[1]}',
    ],
    color: () => ['#102030ff', '#fedcbaff'],
    flag: () => [true, false],
    choice: () => (field.kind === 'choice' ? field.options.map(({ value }) => value) : []),
    points: () => [
      [0, 0, 1, 1],
      [0, 1, 0.5, 0, 1, 1],
    ],
  }[field.kind]()
  return values.filter((value) => parse(createFieldSchema(field), value).problems === undefined)
}
